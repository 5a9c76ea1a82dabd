import { sql } from 'kysely'
import { wakingTime } from '#server/deliveries/due.ts'
import { markPromises } from '#server/deliveries/promises/end.ts'
import { audit } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { thankedSql, withdrawnSql } from './asked-before.ts'
import { OPEN_STATES } from './contract.ts'
import { noteAsked, noteEnded } from './notices.ts'
import { nextRungAt } from './rules.ts'
import { endSearch, ladderOf, lockSearch, MOVED, newSearch } from './store.ts'

/**
 * Starts a search for cover in the caller's transaction; no-op while one is open. Resumes an earlier one for the same
 * person that ended without cover: no one is asked twice, unless they were told since that they are not needed. Wakes
 * the worker that asks the first group.
 * @param shift locked, published and not begun; its person, if any, seeks cover.
 * @param how.endsPause a coordinator starts it, which resumes a paused search; otherwise it stays paused.
 * @returns the search.
 */
export async function startCover(
  ctx: Ctx,
  shift: { id: number; person: number | null; start: Date },
  { endsPause = false }: { endsPause?: boolean } = {},
): Promise<{ id: number }> {
  const now = ctx.clock.now()
  if (shift.person === null) await openCover(ctx, shift.id)
  await endOlder(ctx, shift)
  const search = newSearch(ctx, shift)
  const reopened = await reopen(ctx, shift, { first: search.next_rung_at, endsPause })
  if (reopened) return reopened
  // Literal condition: a bound value would keep the planner from the index.
  const { rows } = await sql<{ id: number }>`
    insert into covers (shift, person, state, rung, next_rung_at, seed, started_by, started_at, moved_at, sought_start, sought_end, sought_location, sought_assignment,
      sought_role)
    select s.id, ${search.person}, ${search.state}, 0, ${search.next_rung_at}::timestamptz, ${search.seed}, ${search.started_by}::bigint, ${now}, ${now}, s.start, s."end",
      coalesce(s.location, e.location), s.assignment, s.role
    from shifts s join events e on e.id = s.event where s.id = ${shift.id}
    on conflict (site_id, shift) where state in ('searching', 'paused', 'exhausted') do nothing returning id`.execute(
    ctx.db,
  )
  const [started] = rows
  if (!started) {
    const open = await ctx.db
      .selectFrom('covers')
      .select('id')
      .where('shift', '=', shift.id)
      .where('state', 'in', [...OPEN_STATES])
      .executeTakeFirstOrThrow()
    return open
  }
  await audit(ctx, { action: 'cover.start', subject: 'shifts', subject_id: shift.id })
  ctx.wake('reminders.plan')
  return started
}

/** Ends the open search for a shift if it was for another person or the shift has moved, and thanks its invitees. */
async function endOlder(ctx: Ctx, { id, person }: { id: number; person: number | null }): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from covers where shift = ${id} and state = any (${[...OPEN_STATES]})`.execute(ctx.db)
  for (const { id: older } of rows) {
    const search = await lockSearch(ctx, older)
    if (search.wanted === person && !search.stands.moved) continue
    await endSearch(ctx, older, search.wanted === person ? 'asked_again' : 'filled')
    await noteEnded(ctx, search)
  }
}

/**
 * Resumes a shift's last search if it was for the same person, ended without cover, and the shift has not moved.
 * Repeats requests whose message was cancelled or whose invitees were thanked. Keeps the time of the next group, but
 * restarts the wait of people who could not answer while the shift was called off or unpublished.
 */
async function reopen(
  ctx: Ctx,
  shift: { id: number; person: number | null; start: Date },
  { first, endsPause }: { first: string; endsPause: boolean },
): Promise<{ id: number } | null> {
  const now = ctx.clock.now()
  const { rows } = await sql<{ id: number; asked_at: Date | null; cancelled: boolean; paused: boolean }>`
    select c.id, (select max(a.asked_at) from coverasks a where a.cover = c.id) as asked_at, c.ended = 'cancelled' as cancelled,
      c.paused_by is not null as paused
    from covers c join shifts s on s.site_id = c.site_id and s.id = c.shift join events e on e.id = s.event
    where c.id = (select max(id) from covers where shift = ${shift.id}) and c.person is not distinct from ${shift.person}::bigint
      and c.ended in ('stopped', 'can_come', 'cancelled') and not ${sql.raw(MOVED)}`.execute(ctx.db)
  const [last] = rows
  if (!last) return null
  // A yes that was kept, and did not count, is no answer to the search that begins again.
  await sql`update coverasks set answer = null, answered_at = null, updated_at = clock_timestamp() where cover = ${last.id} and answer = 'yes'`.execute(
    ctx.db,
  )
  const asksAgain = (await askWithdrawn(ctx, last.id)) > 0
  const due =
    last.asked_at &&
    nextRungAt(last.cancelled || asksAgain ? now : last.asked_at, ladderOf(ctx, shift.start)).toISOString()
  const staysPaused = last.paused && !endsPause
  await sql`update covers set state = ${staysPaused ? 'paused' : 'searching'}, paused_by = case when ${staysPaused}::boolean then paused_by end, ended = null, ended_at = null, moved_at = ${now},
      updated_at = clock_timestamp(), next_rung_at = case when not ${staysPaused}::boolean then greatest(${first}::timestamptz, ${due}::timestamptz) end
    where id = ${last.id}`.execute(ctx.db)
  await audit(ctx, { action: 'cover.start', subject: 'shifts', subject_id: shift.id })
  ctx.wake('reminders.plan')
  return { id: last.id }
}

/**
 * Repeats requests whose message was cancelled or whose invitees were thanked, outside quiet hours.
 * @returns how many.
 */
async function askWithdrawn(ctx: Ctx, id: number): Promise<number> {
  const now = ctx.clock.now()
  const { rows } = await sql<{
    id: number
    person: number
    uid: string
    code: string | null
    despite: boolean
    thanked: boolean
  }>`
    update coverasks a set asked_at = ${now}, updated_at = clock_timestamp()
    where a.cover = ${id} and a.answer is null and (${sql.raw(withdrawnSql('a'))} or ${sql.raw(thankedSql('a'))})
    returning id, person, uid, code, despite, ${sql.raw(thankedSql('a'))} as thanked`.execute(ctx.db)
  if (!rows.length) return 0
  const search = await lockSearch(ctx, id)
  const due_at = wakingTime(now, ladderOf(ctx, search.stands.start))
  for (const inTurn of [true, false]) {
    const asks = rows.filter(({ despite }) => despite !== inTurn)
    await noteAsked(ctx, search, asks, { exclusiveUntil: null, inTurn, ...(due_at > now && { due_at }) })
  }
  return rows.length
}

/** Keeps a shift's open search running after its person has left. Needs the shift's lock. */
export const openCover = ({ db }: Ctx, shift: number): Promise<unknown> =>
  sql`update covers set person = null, updated_at = clock_timestamp()
    where shift = ${shift} and state = any (${[...OPEN_STATES]})`.execute(db)

/** Stops a shift's open search because its person comes after all, and thanks its invitees. Needs the shift's lock. */
export async function stopCover(ctx: Ctx, shift: number): Promise<void> {
  await markPromises(ctx.db, shift)
  const { rows } = await sql<{ id: number }>`
    select id from covers where shift = ${shift} and state = any (${[...OPEN_STATES]}) for update`.execute(ctx.db)
  const [stopped] = rows
  if (!stopped) return
  await endSearch(ctx, stopped.id, 'can_come')
  await noteEnded(ctx, await lockSearch(ctx, stopped.id))
  await audit(ctx, { action: 'cover.stop', subject: 'shifts', subject_id: shift })
}
