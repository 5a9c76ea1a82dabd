import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#server/engine/access/context.ts'
import type { CollectionsEngine } from '#server/engine/collections/engine.ts'
import { dayOf } from '#server/engine/kernel/days/rules.ts'
import { invalid } from '#server/engine/kernel/errors.ts'
import type { AudienceCount, Exclusion, TextCount } from './answer-contract.ts'
import { type Audience, audienceWarning, switchOf } from './contract.ts'
import { type RecipientsScope, recipientsSql } from './recipients-sql.ts'
import { knownAudiences } from './references.ts'

export type AudienceCtx = Pick<Ctx, 'db' | 'site' | 'actor' | 'clock'>
type Collections = Pick<CollectionsEngine, 'matchingIds' | 'readOne'>

const NO_FILTERS = ['limit', 'offset', 'sort', 'columns', 'view', 'expand']

/**
 * Builds the query for everyone who matches an audience, with reasons for exclusions.
 * @param remaining how many more the site may send; null for no limit.
 * @throws DomainError 'invalid' under `audience` for an unknown record or filter.
 */
export async function findRecipients(
  ctx: AudienceCtx,
  collections: Collections,
  { kind, audience }: { kind: 'email' | 'sms'; audience: Audience },
  remaining: number | null,
): Promise<RawBuilder<unknown>> {
  const [known] = await knownAudiences(ctx.db, [audience])
  if (!known) throw invalid({ audience: ['Not found.'] })
  const scope: RecipientsScope = {
    today: dayOf(ctx.clock.now(), ctx.site.timezone),
    timezone: ctx.site.timezone,
    listed: await listedPeople(ctx, collections, audience),
    sms_enabled: ctx.site.sms_enabled,
    remaining,
  }
  return recipientsSql(kind, audience, scope)
}

/** Lists the people of a saved view and of filters; null without either. */
async function listedPeople(ctx: AudienceCtx, collections: Collections, { view, filters }: Audience) {
  const queries = [
    ...(view ? [await viewQuery(ctx, collections, view)] : []),
    ...(filters ? [Object.entries(filters)] : []),
  ]
  if (!queries.length) return null
  const lists = []
  for (const query of queries) {
    const chosen = Object.fromEntries(query.filter(([name]) => !NO_FILTERS.includes(name)))
    lists.push(new Set(await collections.matchingIds(ctx, 'people', chosen)))
  }
  const [first = new Set<number>(), second] = lists
  return [...first].filter((id) => second?.has(id) ?? true)
}

async function viewQuery(ctx: AudienceCtx, collections: Collections, view: number): Promise<[string, string][]> {
  const { collection, query } = await collections.readOne<{ collection: string; query: string }>(
    ctx,
    'savedviews',
    view,
  )
  if (collection !== 'people') throw invalid({ audience: ['This saved view does not list people.'] })
  return [...new URLSearchParams(query)]
}

const MAX_NAMED = 1000

export async function countAudience(
  ctx: AudienceCtx,
  collections: Collections,
  message: { kind: 'email' | 'sms'; audience: Audience },
  remaining: number | null = null,
): Promise<AudienceCount> {
  const recipients = await findRecipients(ctx, collections, message, remaining)
  const { rows } = await sql<{ reason: Exclusion | null; count: number; people: number[] }>`
    with found as materialized (${recipients})
    select reason, count(*)::integer as count,
      to_json(coalesce((array_agg(person order by name collate core.reading_order, person) filter (where reason is not null))[1:${sql.lit(MAX_NAMED)}], '{}')) as people
    from found group by reason order by count(*) desc, reason`.execute(ctx.db)
  const warning = audienceWarning(message.audience)
  const matching = rows.reduce((sum, { count }) => sum + count, 0)
  return {
    matching,
    receiving: rows.find(({ reason }) => reason === null)?.count ?? 0,
    switch: switchOf(message.kind, message.audience),
    ...(warning !== undefined && { warning }),
    excluded: rows.flatMap(({ reason, count, people }) => (reason ? [{ reason, count, people }] : [])),
  }
}

type Both = { email: Exclusion | null; sms: Exclusion | null; count: number; people: number[] }

/** Counts who gets an email as a text too, and who gets only one of them. */
export async function countText(ctx: AudienceCtx, collections: Collections, audience: Audience): Promise<TextCount> {
  const [emails, texts] = [
    await findRecipients(ctx, collections, { kind: 'email', audience }, null),
    await findRecipients(ctx, collections, { kind: 'sms', audience }, null),
  ]
  const { rows } = await sql<Both>`
    with emails as materialized (${emails}), texts as materialized (${texts})
    select e.reason as email, t.reason as sms, count(*)::integer as count,
      to_json((array_agg(e.person order by e.name collate core.reading_order, e.person))[1:${sql.lit(MAX_NAMED)}]) as people
    from emails e join texts t on t.person = e.person group by e.reason, t.reason order by count(*) desc, e.reason, t.reason`.execute(
    ctx.db,
  )
  const total = (which: (row: Both) => boolean) => rows.filter(which).reduce((sum, { count }) => sum + count, 0)
  const excluded = (which: (row: Both) => boolean, reasonOf: (row: Both) => Exclusion | null) =>
    byReason(
      rows.filter(which).flatMap((row) => {
        const reason = reasonOf(row)
        return reason ? [{ ...row, reason }] : []
      }),
    )
  return {
    receiving: total(({ sms }) => !sms),
    reached: total(({ email, sms }) => !email || !sms),
    email_only: excluded(
      ({ email, sms }) => !email && sms !== null,
      ({ sms }) => sms,
    ),
    sms_only: excluded(
      ({ email, sms }) => email !== null && !sms,
      ({ email }) => email,
    ),
    neither: excluded(
      ({ email, sms }) => email !== null && sms !== null,
      ({ email }) => email,
    ),
  }
}

function byReason(rows: readonly (Pick<Both, 'count' | 'people'> & { reason: Exclusion })[]): TextCount['neither'] {
  const found = new Map<Exclusion, { reason: Exclusion; count: number; people: number[] }>()
  for (const { reason, count, people } of rows) {
    const before = found.get(reason)
    found.set(reason, {
      reason,
      count: count + (before?.count ?? 0),
      people: [...(before?.people ?? []), ...people].slice(0, MAX_NAMED),
    })
  }
  return [...found.values()]
}
