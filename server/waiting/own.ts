import { sql } from 'kysely'
import { instantText } from '#server/engine/kernel/db/instant-sql.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { personEndSql, personStartSql } from '#server/shifts/times/rules.ts'
import { takesTimeSql } from '#server/shifts/times/takes-time.ts'
import type { FullAssignment, HeldShift } from './contract.ts'

/** The most that the dashboard shows. */
const MAX_HELD = 10

/**
 * What the person of the place `w` is asked about a shift like the ones they wait for: an open shift that is offered to them, or one whose person
 * cannot come, for which they are asked to cover. `exclusive` while nobody else is asked; `hold_until` is then the end of that.
 */
const askedOf = (now: Date) => sql`
  select o.shift, o.offered_at, o.hold_until, o.exclusive, null::bigint as request, null::text as instead_of
    from waitingoffers o join shifts t on t.site_id = o.site_id and t.id = o.shift and t.person is null and t.draft is not null and t.start > ${now}
    where o.site_id = w.site_id and o.waiting = w.id and o.ended is null and o.hold_until > ${now}
  union all
  select c.shift, k.asked_at, case when r.only then c.next_rung_at else t.start end, r.only, k.id, nullif(h.name, '')
    from coverasks k join covers c on c.site_id = k.site_id and c.id = k.cover and c.state in ('searching', 'paused', 'exhausted')
    join shifts t on t.site_id = c.site_id and t.id = c.shift and t.event = w.event and t.assignment = w.assignment and t.draft is not null
      and t.start > ${now}
    left join people h on h.site_id = c.site_id and h.id = c.person
    cross join lateral (select c.next_rung_at is not null and not exists (
      select from coverasks b where b.site_id = c.site_id and b.cover = c.id and b.answer is null and b.id <> k.id) as only) r
    where k.site_id = w.site_id and k.person = w.person and k.answer is null`

const ASKED_SHIFT = sql`${instantText('s.start')} as offered_start, ${instantText('s."end"')} as offered_end, ${instantText('o.offered_at')} as offered_at,
  ${instantText('o.hold_until')} as hold_until, o.exclusive, o.request, o.instead_of`

/** Lists the open shifts that are offered to a person from waiting lists, the one that ends first before the others. */
export async function listHeld(db: SiteDb, { person, now }: { person: number; now: Date }): Promise<HeldShift[]> {
  const { rows } = await sql<HeldShift>`
    select w.id as place, a.name, w.event, coalesce(nullif(e.name, ''), 'Untitled Event') as event_name, ${ASKED_SHIFT}
    from waiting w
    join lateral (${askedOf(now)}) o on o.request is null
    join shifts s on s.site_id = w.site_id and s.id = o.shift
    join events e on e.site_id = w.site_id and e.id = w.event and e.decision is distinct from 'off'
    join assignments a on a.site_id = w.site_id and a.id = w.assignment
    where w.person = ${person} order by o.hold_until, w.id limit ${MAX_HELD}`.execute(db)
  return rows
}

type FullRow = Omit<FullAssignment, 'held'> & { offered: number | null } & NonNullable<FullAssignment['held']>

/**
 * Lists the assignments of an event for which somebody waits, or could join the list since all coming shifts of them are taken by others,
 * held for them, or at the time of another shift of the person; by name. Whether they could do such a shift is judged when they join. Of an
 * event that is called off, only the places that the person has. A place is left out once all those shifts are theirs or clash with theirs:
 * it ends at the next tick.
 */
export async function listFullAssignments(
  db: SiteDb,
  { event, person, now }: { event: number; person: number; now: Date },
): Promise<FullAssignment[]> {
  const ahead = sql`t.event = ${event} and t.assignment = a.id and t.draft is not null and t.start > ${now}`
  const clashes = sql`exists (select from shifts o join events oe on oe.site_id = o.site_id and oe.id = o.event and ${takesTimeSql('oe', now)}
    where o.site_id = t.site_id and o.person = ${person} and o.id <> t.id and o.draft is not null
    and ${sql.raw(personStartSql('o'))} < t."end" and ${sql.raw(personEndSql('o'))} > t.start and o.start > t.start - interval '60 days')`
  const { rows } = await sql<FullRow>`
    select a.id as assignment, a.name, (select count(*)::int from waiting b where b.event = ${event} and b.assignment = a.id) as waiting,
      w.id as place, ${instantText('w.created_at')} as since,
      (select count(*)::int from waiting b where b.event = w.event and b.assignment = w.assignment and b.id <= w.id) as position,
      o.shift as offered, ${ASKED_SHIFT}
    from assignments a join events e on e.site_id = a.site_id and e.id = ${event}
    left join waiting w on w.site_id = a.site_id and w.assignment = a.id and w.event = e.id and w.person = ${person}
    left join lateral (select * from (${askedOf(now)}) q order by q.hold_until, q.shift limit 1) o on e.decision is distinct from 'off'
    left join shifts s on s.site_id = w.site_id and s.id = o.shift
    where (w.id is not null and (not exists (select from shifts t where ${ahead})
      or exists (select from shifts t where ${ahead} and t.person is distinct from ${person} and not ${clashes})))
      or (e.decision is distinct from 'off' and w.id is null
      and exists (select from shifts t where ${ahead} and not ${clashes})
      and not exists (select from shifts t where ${ahead} and (t.person = ${person} or (t.person is null and not ${clashes} and not exists (
        select from waitingoffers h where h.site_id = t.site_id and h.shift = t.id and h.ended is null and h.exclusive and h.hold_until > ${now})))))
    order by a.name collate core.reading_order, a.id limit 50`.execute(db)
  return rows.map(({ assignment, name, waiting, place, since, position, offered, ...held }) => ({
    ...{ assignment, name, waiting, place, since, position },
    held: offered === null ? null : held,
  }))
}
