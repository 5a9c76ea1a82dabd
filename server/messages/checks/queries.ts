import { sql } from 'kysely'
import { FIELDS, fieldsIn } from '#server/deliveries/texts/fields.pure.ts'
import { personOf } from '#server/engine/access/actor.ts'
import type { CollectionsEngine } from '#server/engine/collections/engine.ts'
import { instantText } from '#server/engine/kernel/db/instant-sql.ts'
import { type Audience, audienceWarning } from '#server/messages/audience/contract.ts'
import { type AudienceCtx, findRecipients } from '#server/messages/audience/queries.ts'
import { aboutOf } from '#server/messages/content/about.ts'
import { hasValue, readContentFacts } from '#server/messages/content/facts.ts'
import { type AsKind, readContent } from '#server/messages/content/read-draft.ts'
import type { Origin } from '#server/messages/contract.ts'
import { readCapsLeft } from '#server/messages/sending/caps.ts'
import type { MessageCheck } from './contract.ts'

type Collections = Pick<CollectionsEngine, 'matchingIds' | 'readOne'>
type Checked = {
  id: number
  kind: 'email' | 'sms'
  subject: string
  body: string
  audience: Audience
  origin: Origin | null
  scheduled_for: string | null
}
type Recipient = { id: number; name: string }

const RECENT_DAYS = 7
const MAX_NAMES = 3

/**
 * Checks a message before it is sent; stores nothing.
 * @throws DomainError 'not_found'; 'invalid' as `findRecipients`.
 */
export async function checkMessage(
  ctx: AudienceCtx,
  collections: Collections,
  id: number,
  as: AsKind = {},
): Promise<MessageCheck> {
  const stored = await collections.readOne<Checked>(ctx, 'messages', id)
  const { content, isRendered } = await readContent(ctx, id, as)
  const message = { ...stored, kind: content.kind, body: content.body }
  const recipients = await findRecipients(ctx, collections, message, null)
  const { rows } = await sql<Recipient & { gets_it: boolean }>`
    select person as id, name, reason is null as gets_it from (${recipients}) found order by person`.execute(ctx.db)
  const receiving = rows.filter(({ gets_it }) => gets_it)
  const warning = audienceWarning(message.audience)
  return {
    matching: rows.length,
    receiving: receiving.length,
    ...(warning !== undefined && { warning }),
    recent: await recentOf(ctx, message.id, receiving),
    missing: await missingOf(ctx, message, receiving),
    caps: await readCapsLeft(ctx, message.kind, message),
    quiet: message.kind === 'sms' ? quietOf(ctx) : null,
    rendered: isRendered,
  }
}

function quietOf({ site }: AudienceCtx): MessageCheck['quiet'] {
  const [from, until] = [site.quiet_start.slice(0, 5), site.quiet_end.slice(0, 5)]
  return from === until ? null : { from, until }
}

async function recentOf({ db, clock }: AudienceCtx, id: number, people: readonly Recipient[]) {
  const since = new Date(clock.epochMs() - RECENT_DAYS * 86_400_000)
  const ids = people.map((person) => person.id)
  const { rows } = await sql<{ people: number; at: string | null }>`
    select count(distinct d.person)::integer as people, ${instantText('max(m.started_at)')} as at
    from messages m join deliveries d on d.kind = 'bulk:' || m.id and d.shift is null
    where m.id <> ${id} and m.started_at >= ${since} and d.state not in ('skipped', 'cancelled', 'failed')
      and d.person = any (${ids}::bigint[])`.execute(db)
  const [found] = rows
  return found?.at ? { people: found.people, at: found.at } : null
}

async function missingOf(ctx: AudienceCtx, message: Checked, people: readonly Recipient[]) {
  const used = [...fieldsIn(`${message.subject}\n${message.body}`)].flatMap(([field, { hasFallback }]) =>
    hasFallback ? [] : [field],
  )
  if (!used.length) return []
  const isAboutShifts = used.some((field) => field.startsWith('shift.'))
  const facts = await readContentFacts(
    ctx.db,
    { about: aboutOf(message), sender: personOf(ctx.actor), now: ctx.clock.now() },
    isAboutShifts ? people.map(({ id }) => id) : [],
  )
  return used.flatMap((field) => {
    const without = people.filter((person) => !hasValue(field, facts, ctx.site, person))
    const names = without.slice(0, MAX_NAMES).map(({ name }) => name)
    return without.length ? [{ field, label: FIELDS[field], people: without.length, names }] : []
  })
}
