import { sql } from 'kysely'
import { instantText } from '#server/engine/kernel/db/instant-sql.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import type { FullAssignment, HeldShift } from './contract.ts'

/** The most that the dashboard shows. */
const MAX_HELD = 10

/** Lists the shifts that are held for a person from waiting lists, the hold that ends first before the others. */
export async function listHeld(db: SiteDb, { person, now }: { person: number; now: Date }): Promise<HeldShift[]> {
  const { rows } = await sql<HeldShift>`
    select w.id as place, a.name, w.event, coalesce(nullif(e.name, ''), 'Untitled Event') as event_name, ${instantText('s.start')} as offered_start,
      ${instantText('s."end"')} as offered_end, ${instantText('o.hold_until')} as hold_until, o.exclusive
    from waiting w
    join waitingoffers o on o.site_id = w.site_id and o.waiting = w.id and o.ended is null and o.hold_until > ${now}
    join shifts s on s.site_id = o.site_id and s.id = o.shift and s.person is null and s.draft is not null and s.start > ${now}
    join events e on e.site_id = w.site_id and e.id = w.event and e.decision is distinct from 'off'
    join assignments a on a.site_id = w.site_id and a.id = w.assignment
    where w.person = ${person} order by o.hold_until, w.id limit ${MAX_HELD}`.execute(db)
  return rows
}

/**
 * What the person of the place `w` is asked about a shift like the ones they wait for: an open shift that is offered to them, or one whose person
 * cannot come, for which they are asked to cover. `exclusive` while nobody else is asked; `hold_until` is then the end of that.
 */
const askedOf = (now: Date) => sql`
  (select o.shift, o.hold_until, o.exclusive, null::bigint as request, null::text as instead_of
    from waitingoffers o where o.site_id = w.site_id and o.waiting = w.id and o.ended is null and o.hold_until > ${now}
  union all
  select c.shift, case when r.only then c.next_rung_at else t.start end, r.only, k.id, nullif(h.name, '')
    from coverasks k join covers c on c.site_id = k.site_id and c.id = k.cover and c.state in ('searching', 'paused', 'exhausted')
    join shifts t on t.site_id = c.site_id and t.id = c.shift and t.event = w.event and t.assignment = w.assignment and t.draft is not null
      and t.start > ${now}
    left join people h on h.site_id = c.site_id and h.id = c.person
    cross join lateral (select c.next_rung_at is not null and not exists (
      select from coverasks b where b.site_id = c.site_id and b.cover = c.id and b.answer is null and b.id <> k.id) as only) r
    where k.person = w.person and k.answer is null)`

/**
 * Lists the assignments of an event for which somebody waits or could join the list, since all coming shifts of them are taken by others;
 * by name. Whether they could do such a shift is judged when they join.
 */
export async function listFullAssignments(
  db: SiteDb,
  { event, person, now }: { event: number; person: number; now: Date },
): Promise<FullAssignment[]> {
  const { rows } = await sql<FullAssignment>`
    select a.id as assignment, a.name, (select count(*)::int from waiting b where b.event = ${event} and b.assignment = a.id) as waiting,
      w.id as place, (select count(*)::int from waiting b where b.event = w.event and b.assignment = w.assignment and b.id <= w.id) as position,
      s.id as offered_shift, ${instantText('s.start')} as offered_start, ${instantText('s."end"')} as offered_end,
      ${instantText('o.hold_until')} as hold_until, o.exclusive, o.request, o.instead_of
    from assignments a
    left join waiting w on w.site_id = a.site_id and w.assignment = a.id and w.event = ${event} and w.person = ${person}
      and not exists (select from shifts t where t.event = w.event and t.assignment = w.assignment and t.person = w.person and t.draft is not null)
    left join lateral (select * from ${askedOf(now)} q order by q.hold_until, q.shift limit 1) o on true
    left join shifts s on s.site_id = w.site_id and s.id = o.shift
    where w.id is not null or (
      exists (select from shifts t where t.event = ${event} and t.assignment = a.id and t.draft is not null and t.start > ${now})
      and not exists (select from shifts t where t.event = ${event} and t.assignment = a.id and t.draft is not null and t.start > ${now}
        and (t.person is null or t.person = ${person})))
    order by a.name collate core.reading_order, a.id limit 50`.execute(db)
  return rows
}
