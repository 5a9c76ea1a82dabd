import { sql } from 'kysely'
import type { Ctx } from '#server/engine/access/context.ts'
import { requireStanding } from '#server/engine/access/permission.ts'
import { instantText } from '#server/engine/kernel/db/instant-sql.ts'
import { soughtSql } from '#server/shift-facts/answer-states/sought.ts'
import { eventNameSql, isOffSql, isOnSql } from '#server/shift-facts/event-sql.ts'
import { outsideEventSql, outsideSql, personEndSql, personStartSql } from '#server/shift-facts/times/rules.ts'
import { unfitAt } from '#server/suitability/missing/queries.ts'
import type { EventShift, ShiftEvent } from './contract.ts'

const MAX_EVENTS = 100
const MAX_SHIFTS = 500

const outside = sql.raw(outsideSql('s', 'n'))
const own = { start: sql.raw(personStartSql('s')), end: sql.raw(personEndSql('s')) }

/**
 * The event of another shift that the person of `s` has at the same time; null without one, and when either is called
 * off.
 */
const clash = sql`(select ${sql.raw(eventNameSql('ev.name'))} from shifts o
  join events ev on ev.site_id = o.site_id and ev.id = o.event and ${sql.raw(isOnSql('ev'))}
  join events se on se.site_id = s.site_id and se.id = s.event and ${sql.raw(isOnSql('se'))}
  where o.site_id = s.site_id and o.person = s.person and o.id <> s.id and ${sql.raw(personStartSql('o'))} < ${own.end}
    and ${sql.raw(personEndSql('o'))} > ${own.start} and o.start > s.start - interval '31 days' order by o.start limit 1)`

/**
 * Counts the shifts of coming events. Those with something to do come first (clashes, outside their event, open,
 * unpublished, seeking cover), each by time. A called-off event has nothing to do.
 * @throws DomainError 'forbidden' for members.
 */
export async function listShiftEvents(ctx: Ctx): Promise<ShiftEvent[]> {
  requireStanding(ctx.actor, 'admin')
  const { rows } = await sql<ShiftEvent>`
    with next as materialized (
      select e.site_id, e.id, e.name, e.start, e."end", ${sql.raw(isOffSql('e'))} as called_off from events e
      where e."end" >= ${ctx.clock.now()} and not e.archived
        and exists (select from shifts s where s.site_id = e.site_id and s.event = e.id)
      order by e.start, e.id limit ${MAX_EVENTS}),
    counted as (
      select n.id, count(*)::int as shifts, count(*) filter (where s.person is null)::int as open,
        count(*) filter (where s.draft is null)::int as unpublished, count(*) filter (where ${clash} is not null)::int as clashes,
        count(*) filter (where ${unfitAt('s', ctx.clock.now())} is not null)::int as unfit,
        count(*) filter (where ${outside})::int as outside, count(*) filter (where s.answer = 'seeking_cover')::int as seeking, count(*) filter (where s.answer = 'asked' and s.nudged)::int as silent
      from next n join shift_facts s on s.site_id = n.site_id and s.event = n.id group by n.id)
    select n.id, ${sql.raw(eventNameSql('n.name'))} as name, ${instantText('n.start')} as start, ${instantText('n."end"')} as "end", n.called_off,
      c.shifts, c.open, c.unpublished, c.clashes, c.unfit, c.outside, c.seeking, c.silent
    from next n join counted c on c.id = n.id
    order by c.clashes + c.unfit + c.outside + c.open + c.unpublished + c.seeking > 0 and not n.called_off desc, n.start, n.id`.execute(
    ctx.db,
  )
  return rows
}

/**
 * Counts unpublished shifts that are over, which an admin has to publish or delete. @throws DomainError 'forbidden' for
 * members.
 */
export async function countPastUnpublished(ctx: Ctx): Promise<number> {
  requireStanding(ctx.actor, 'admin')
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from shifts s
    where s.draft is null and s."end" < ${ctx.clock.now()}`.execute(ctx.db)
  return rows[0]?.count ?? 0
}

/** Exceptions come first. @throws DomainError 'forbidden' for members. */
export async function listEventShifts(ctx: Ctx, event: number): Promise<EventShift[]> {
  requireStanding(ctx.actor, 'admin')
  const { rows } = await sql<EventShift>`
    select s.id, s.person, coalesce(nullif(p.name, ''), p.email) as name, concat_ws(', ', s.assignment_name, s.role_name) as duty,
      ${instantText('s.person_start')} as start, ${instantText('s.person_end')} as "end",
      s.is_published as published, ${sql.raw(outsideEventSql('s'))} as outside, ${clash} as clash, s.answer, s.nudged, ${sql.raw(soughtSql('s'))} as sought,
      ${unfitAt('s', ctx.clock.now())} as unfit
    from shift_facts s
    left join people p on p.site_id = s.site_id and p.id = s.person
    where s.event = ${event}
    order by ${clash} is null, ${unfitAt('s', ctx.clock.now())} is null, not ${sql.raw(outsideEventSql('s'))}, s.person is not null, s.answer is distinct from 'seeking_cover', s.is_published, s.start, s.id limit ${MAX_SHIFTS}`.execute(
    ctx.db,
  )
  return rows
}
