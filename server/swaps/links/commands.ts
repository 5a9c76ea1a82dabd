import { sql } from 'kysely'
import { DEFAULT_SETTINGS } from '#server/engine/access/actor.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { type DomainError, notFound } from '#server/engine/kernel/errors.ts'
import { eventNameSql } from '#server/shift-facts/event-sql.ts'
import { linkReader } from '#server/shift-facts/link-page.ts'
import { personEndSql, personStartSql } from '#server/shift-facts/times/rules.ts'
import { acceptSwap, declineSwap } from '../commands.ts'
import { readCircles, type StoredCircle } from '../store.ts'
import type { SwapLinkAnswer, SwapPage } from './contract.ts'
import { readSwapToken } from './token.ts'

const ended = () => notFound('This link is no longer valid.')

type Asked = {
  circle: StoredCircle
  swap: number
  person: { id: number; name: string; email: string; account_id: number | null }
  declined: boolean
  settings: unknown
}

/**
 * Reads the page of the link in a question about a swap. Read-only, because mail scanners follow links.
 * @throws DomainError 'not_found', without distinction: unknown or foreign link; swap ended by anything but its own
 * answer; a shift of it begun.
 */
export async function readSwapPage(ctx: Ctx, secret: string, token: string): Promise<SwapPage> {
  const { circle, person, declined, settings } = await findAsked(ctx, secret, token)
  const part = circle.parts.find((one) => one.person === person.id)!
  const shifts = await readShifts(ctx, circle, person.id)
  const state = declined ? 'declined' : circle.state === 'done' ? 'done' : part.accepted ? 'accepted' : 'open'
  return {
    state,
    gets: shifts(part.gets),
    gives: shifts(part.gives),
    ...linkReader(ctx, { name: person.name, settings }),
    until: circle.ends_at.toISOString(),
  }
}

/**
 * Answers a question about a swap for the person whose link it is, with a member's rights.
 * @returns null; or the error to throw once its end is stored.
 * @throws DomainError as `readSwapPage`, `acceptSwap` and `declineSwap`.
 */
export async function answerSwapByLink(
  ctx: Ctx,
  secret: string,
  token: string,
  answer: SwapLinkAnswer,
): Promise<DomainError | null> {
  const { circle, swap, person } = await findAsked(ctx, secret, token)
  const as: Ctx = {
    ...ctx,
    actor: {
      ...{ kind: 'person', session: 0, viewAsUser: false, impersonator: null },
      person: { ...person, avatar: null, access_role: 'user', settings: DEFAULT_SETTINGS },
    },
  }
  if (answer === 'yes') return acceptSwap(as, swap, { together: circle.id })
  await declineSwap(as, swap, { together: circle.id })
  return null
}

async function findAsked(ctx: Ctx, secret: string, token: string): Promise<Asked> {
  const read = readSwapToken(secret, ctx.site.id, token)
  const target = read && 'code' in read ? await findByCode(ctx, read.code) : read
  if (!target) throw ended()
  const { rows } = await sql<Asked['person'] & Pick<Asked, 'swap' | 'declined' | 'settings'>>`
    select p.id, p.name, p.email, p.account_id, p.settings, w.id as swap, c.state = 'declined' and c.ended_by = p.id as declined
    from swap_circles c join swap_parts k on k.circle = c.id and k.person = ${target.person}
    join people p on p.id = k.person and p.is_active and p.erased_at is null and p.role in ('user', 'admin')
    join lateral (select w.id from swaps w where w.circle = c.id and (w.person = p.id or w.kind <> 'offer')
      order by w.person = p.id desc, w.id limit 1) w on true
    where c.id = ${target.circle} and (c.state in ('proposed', 'done') or c.state = 'declined' and c.ended_by = p.id)
      and (c.state <> 'proposed' or c.ends_at > ${ctx.clock.now()})
      and not exists (select from swap_parts o join shifts s on s.id = o.gives where o.circle = c.id
        and (s.start <= ${ctx.clock.now()} or s.draft is null))`.execute(ctx.db)
  const [row] = rows
  const [circle] = row ? await readCircles(ctx.db, [target.circle]) : []
  if (!row || !circle) throw ended()
  const { swap, declined, settings, ...person } = row
  return { circle, swap, person, declined, settings }
}

async function findByCode({ db, clock }: Ctx, code: string): Promise<{ circle: number; person: number } | null> {
  const { rows } = await sql<{ circle: number; person: number }>`
    select (shifts #>> '{0,circle}')::bigint as circle, person from answer_links
    where code = ${code} and channel = 'sms' and ends_at > ${clock.now()} and shifts #> '{0,circle}' is not null`.execute(
    db,
  )
  return rows[0] ?? null
}

/** Reads the shifts of a circle for one of its people, who gives theirs with the times agreed with them. */
async function readShifts({ db }: Ctx, { parts }: StoredCircle, reader: number) {
  const ids = parts.flatMap(({ gives, gets }) => [gives ?? [], gets ?? []].flat())
  const own = parts.find(({ person }) => person === reader)?.gives ?? null
  const { rows } = await sql<NonNullable<SwapPage['gets']> & { id: number; from: Date; to: Date }>`
    select s.id, ${sql.raw(eventNameSql('e.name'))} as event, case when s.id = ${own}::bigint then ${sql.raw(personStartSql('s'))} else s.start end as "from",
      case when s.id = ${own}::bigint then ${sql.raw(personEndSql('s'))} else s."end" end as "to",
      coalesce(l.name, el.name) as location, a.name as assignment, r.name as role
    from shifts s join events e on e.id = s.event
    left join assignments a on a.id = s.assignment left join roles r on r.id = s.role
    left join locations l on l.id = s.location left join locations el on el.id = e.location
    where s.id = any (${ids}::bigint[])`.execute(db)
  return (id: number | null): SwapPage['gets'] => {
    const row = rows.find((one) => one.id === id)
    if (!row) return null
    const { event, location, assignment, role } = row
    return { event, location, assignment, role, start: row.from.toISOString(), end: row.to.toISOString() }
  }
}
