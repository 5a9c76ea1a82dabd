import { sql } from 'kysely'
import { standingOf } from '#server/engine/access/actor.ts'
import { audit } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { requireOwnAct } from '#server/engine/access/permission.ts'
import { refusePerson } from '#server/engine/collections/own-person.ts'
import { refuseIssues } from '#server/engine/collections/write-input.ts'
import { DomainError, type Issues, invalid, notFound } from '#server/engine/kernel/errors.ts'
import { findInactive, NOT_ACTIVE } from '#server/people/inactive.ts'
import { notifyRequested } from '../notices.ts'
import { askedOf, askedTimes, judgeAskedTimes, OUTSIDE_EVENT } from './asked-of.ts'
import { listClosedEvents } from './closed-events.ts'
import { type BatchInput, SERIES_COMMENT, type SignUpInput } from './contract.ts'
import { type AskedTimes, CLUB_DECLINED, signUpRefusal } from './rules.ts'

/**
 * Requests an event, optionally one assignment and part of its time. Repeating it keeps the request and updates
 * comment, assignment and times if given.
 * @throws DomainError 'not_found', 'invalid' when the event is over or has no such assignment, 'conflict' when the club
 * has declined.
 */
export async function signUp(ctx: Ctx, input: SignUpInput & { event: number }): Promise<void> {
  const person = requireOwnAct(ctx.actor)
  const event = await ctx.db
    .selectFrom('events')
    .select(['start', 'end', 'location', 'archived', 'decision'])
    .where('id', '=', input.event)
    .executeTakeFirst()
  if (!event) throw notFound('This event does not exist.')
  const refusal = signUpRefusal(event, ctx.clock.now())
  if (refusal) throw invalid({ non_field_errors: [refusal] })
  const { assignment = null, role = null } = input
  const wishes = assignment !== null || role !== null
  if (wishes && !(await isOnRoster(ctx, { event: input.event, assignment, role })))
    throw invalid({ non_field_errors: ['This assignment is no longer on the roster.'] })
  const { modified_start, modified_end } = askedOf(event, input, OUTSIDE_EVENT)
  const asksTimes = modified_start !== null || modified_end !== null
  const { rows } = await sql<{ id: number; declined: boolean; added: boolean }>`
    insert into requests (event, person, own, asked_start, asked_location, comments, assignment, role, modified_start, modified_end)
    values (${input.event}, ${person}, true, ${event.start}, ${event.location}::bigint, ${input.comments}, ${assignment}::bigint, ${role}::bigint, ${modified_start}, ${modified_end})
    on conflict (site_id, event, person) do update
      set own = true, asked_start = excluded.asked_start, asked_location = excluded.asked_location,
        comments = case when requests.declined_at is null and ${input.comments} <> '' then ${input.comments} else requests.comments end,
        assignment = case when requests.declined_at is null and ${wishes} then excluded.assignment else requests.assignment end,
        role = case when requests.declined_at is null and ${wishes} then excluded.role else requests.role end,
        modified_start = case when requests.declined_at is null and ${asksTimes} then excluded.modified_start else requests.modified_start end,
        modified_end = case when requests.declined_at is null and ${asksTimes} then excluded.modified_end else requests.modified_end end
    returning id, declined_at is not null as declined, xmax = 0 as added`.execute(ctx.db)
  const request = rows[0]!
  if (request.declined) throw new DomainError('conflict', CLUB_DECLINED)
  if (!request.added) return
  await audit(ctx, { action: 'requests.create', subject: 'requests', subject_id: request.id })
  await notifyRequested(ctx, [request.id])
}

async function isOnRoster(
  ctx: Ctx,
  { event, assignment, role }: { event: number; assignment: number | null; role: number | null },
): Promise<boolean> {
  const { rows } = await sql`
    select from shifts where event = ${event} and draft is not null
      and assignment is not distinct from ${assignment}::bigint and role is not distinct from ${role}::bigint limit 1`.execute(
    ctx.db,
  )
  return rows.length > 0
}

/** Withdraws the acting person's request, if any. A declined one stays, so that it cannot be repeated. */
export async function withdraw(ctx: Ctx, event: number): Promise<void> {
  const person = requireOwnAct(ctx.actor)
  const removed = await ctx.db
    .deleteFrom('requests')
    .where('event', '=', event)
    .where('person', '=', person)
    .where('declined_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (removed)
    await audit(ctx, { action: 'requests.withdraw', subject: 'requests', subject_id: removed.id, details: { event } })
}

/**
 * Withdraws the acting person's requests; skips those that are not theirs, declined or gone.
 * @returns how many.
 */
export async function withdrawAll(ctx: Ctx, requests: readonly number[]): Promise<number> {
  const person = requireOwnAct(ctx.actor)
  if (!requests.length) return 0
  const removed = await ctx.db
    .deleteFrom('requests')
    .where('id', 'in', requests)
    .where('person', '=', person)
    .where('declined_at', 'is', null)
    .returning(['id', 'event'])
    .execute()
  await audit(
    ctx,
    ...removed.map(({ id, event }) => ({
      action: 'requests.withdraw',
      subject: 'requests',
      subject_id: id,
      details: { event },
    })),
  )
  return removed.length
}

/**
 * Requests the chosen events of a series, or all; skips those that are over or already requested.
 * @returns the ids of the new requests.
 */
export async function signUpToSeries(ctx: Ctx, series: number, chosen?: readonly number[]): Promise<number[]> {
  const person = requireOwnAct(ctx.actor)
  let coming = ctx.db
    .selectFrom('events')
    .select('id')
    .where('series', '=', series)
    .where('archived', '=', false)
    .where((of) => of.or([of('decision', 'is', null), of('decision', '=', 'go')]))
    .where('end', '>', ctx.clock.now())
  if (chosen) coming = coming.where('id', 'in', [0, ...chosen])
  const events = await coming.orderBy('id').execute()
  return storeRequests(
    ctx,
    person,
    events.map(({ id }) => ({ event: id, comments: SERIES_COMMENT })),
  )
}

/**
 * Creates missing requests; skips existing ones, so that a double click is harmless, and past events of a series
 * sign-up. Otherwise all or nothing; members can request only coming events.
 * @returns ids of the new ones.
 * @throws DomainError 'forbidden' for a member's request for someone else, 'invalid' with one entry per item.
 */
export async function createRequests(ctx: Ctx, list: BatchInput): Promise<number[]> {
  const me = requireOwnAct(ctx.actor)
  const admin = standingOf(ctx.actor) === 'admin'
  if (list.some((item) => (item.person ?? me) !== me) && !admin) throw refusePerson()
  const knownIdsByField = await knownIds(ctx, list)
  const closed = await listClosedEvents(
    ctx,
    list.map(({ event }) => event),
  )
  const inactive = await findInactive(
    ctx,
    list.flatMap(({ person }) => person ?? []),
  )
  const judged = await judgeAskedTimes(
    ctx,
    list.map((item) => ({ event: item.event, asked: askedTimes(item) })),
  )
  const items = list.map((item, i): Issues | null => {
    const wrong = (['event', 'person', 'assignment', 'role', 'location'] as const).filter(
      (field) => item[field] != null && !knownIdsByField[field].has(item[field]),
    )
    const refusal = closed.get(item.event)
    if (refusal && item.comments !== SERIES_COMMENT) return { event: [refusal] }
    if (item.person && inactive.has(item.person)) return { person: [NOT_ACTIVE] }
    const problem = judged[i]?.problem
    if (problem) return { [problem.field]: [problem.message] }
    return wrong.length ? Object.fromEntries(wrong.map((field) => [field, ['Not found.']])) : null
  })
  refuseIssues(items.map((issues) => ({ issues: issues ?? {} })))
  return storeRequests(
    ctx,
    me,
    list.map((item, i) => ({ ...item, ...judged[i]!.times })).filter(({ event }) => !closed.has(event)),
  )
}

type NewRequest = Omit<BatchInput[number], keyof AskedTimes> & Partial<AskedTimes>

/** In the order of events, to prevent deadlocks. */
async function storeRequests(ctx: Ctx, me: number, newRequests: readonly NewRequest[]): Promise<number[]> {
  if (!newRequests.length) return []
  const rows = newRequests.map((item) => ({ ...item, person: item.person ?? me }))
  const created = await sql<{ id: number }>`
    insert into requests (event, person, own, asked_start, asked_location, comments, assignment, role, location, modified_start, modified_end)
    select r.event, person, person = ${me}, e.start, e.location, comments, assignment, role, r.location, modified_start, modified_end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (event bigint, person bigint, comments text, assignment bigint, role bigint, location bigint, modified_start timestamptz, modified_end timestamptz)
    join events e on e.id = r.event order by event, person
    on conflict (site_id, event, person) do nothing returning id`.execute(ctx.db)
  const ids = created.rows.map((row) => row.id)
  await audit(ctx, ...ids.map((id) => ({ action: 'requests.create', subject: 'requests', subject_id: id })))
  await notifyRequested(ctx, ids)
  return ids
}

const TABLES = {
  event: 'events',
  person: 'people',
  assignment: 'assignments',
  role: 'roles',
  location: 'locations',
} as const

async function knownIds(ctx: Ctx, list: BatchInput) {
  const knownIdsByField = {
    event: new Set<number>(),
    person: new Set<number>(),
    assignment: new Set<number>(),
    role: new Set<number>(),
    location: new Set<number>(),
  }
  for (const field of Object.keys(TABLES) as (keyof typeof TABLES)[]) {
    const ids = list.flatMap((item) => item[field] ?? [])
    if (!ids.length) continue
    const rows = await ctx.db
      .selectFrom(TABLES[field])
      .select('id')
      .where('id', 'in', [...new Set(ids)])
      .execute()
    for (const { id } of rows) knownIdsByField[field].add(id)
  }
  return knownIdsByField
}
