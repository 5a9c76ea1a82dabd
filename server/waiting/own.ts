import { sql } from 'kysely'
import type { Ctx } from '#server/engine/access/context.ts'
import { instantText } from '#server/engine/kernel/db/instant-sql.ts'
import { isOffSql, isOnSql } from '#server/shift-facts/event-sql.ts'
import { judge } from '#server/suitability/queries.ts'
import type { FullAssignment } from './contract.ts'
import { isTooBusy, joinVerdict } from './rules.ts'
import { isAsOffered, isOfList, isOpen } from './store.ts'

/**
 * SQL: shifts that the person of the entry `w` is asked about: open shifts offered to them, or requests to cover.
 * `exclusive` while no one else is asked; `hold_until` is then its end.
 */
const askedOf = (now: Date) => sql`
  select o.shift, o.offered_at, o.hold_until, o.exclusive, null::bigint as request, null::text as instead_of
    from waitingoffers o join shifts t on t.site_id = o.site_id and t.id = o.shift and ${isOfList('t', 'w')} and t.person is null and t.draft is not null
      and t.start > ${now}
    join events v on v.site_id = t.site_id and v.id = t.event and ${isAsOffered('o', 't', 'v')}
    where o.site_id = w.site_id and o.waiting = w.id and o.ended is null and o.hold_until > ${now}
  union all
  select c.shift, k.asked_at, case when r.only then k.alone_until else t.start end, r.only, k.id, nullif(h.name, '')
    from coverasks k join covers c on c.site_id = k.site_id and c.id = k.cover and c.state in ('searching', 'paused', 'exhausted')
    join shifts t on t.site_id = c.site_id and t.id = c.shift and t.event = w.event and t.assignment = w.assignment and t.draft is not null
      and t.start > ${now}
    left join people h on h.site_id = c.site_id and h.id = c.person
    cross join lateral (select coalesce(k.alone_until > ${now}, false) as only) r
    where k.site_id = w.site_id and k.person = w.person and k.answer is null`

const ASKED_SHIFT = sql`${instantText('s.start')} as offered_start, ${instantText('s."end"')} as offered_end, ${instantText('o.offered_at')} as offered_at,
  ${instantText('o.hold_until')} as hold_until, o.exclusive, o.request, o.instead_of`

/** Whether no one else is asked about an offered shift until the end of its hold. */
export type HeldQuestion = { exclusive: boolean }

/** SQL: open shifts offered to a person from waiting lists, by their places. */
export const held = ({ person, now }: { person: number; now: Date }) => sql<{ id: number; assignment: string }>`
  select w.id, o.hold_until as at, w.event, s.event_label as event_name, s.start, s."end", s.assignment_name as assignment, s.role_name as role, s.location_name as location,
    json_build_object('exclusive', o.exclusive) as facts
  from waiting w
  join lateral (${askedOf(now)}) o on o.request is null
  join shift_facts s on s.site_id = w.site_id and s.id = o.shift and not s.is_off
  where w.person = ${person}`

export const heldQuestions = ({ clock }: Ctx, person: number) => held({ person, now: clock.now() })

type FullRow = Omit<FullAssignment, 'held'> & {
  offered: number | null
  off: boolean
  ahead: { id: number; open: boolean; mine: boolean }[]
} & NonNullable<FullAssignment['held']>

const MAX_FULL = 50

/**
 * Lists an event's assignments, by name, that have the person on their list, or are full for them: no suitable coming
 * shift is open. Excludes assignments of which they have a shift; for a called-off event, lists only their
 * entries. Excludes an entry once its person is too busy for all its shifts: the next tick ends it.
 */
export async function listFullAssignments(
  { db, site }: Pick<Ctx, 'db' | 'site'>,
  { event, person, now }: { event: number; person: number; now: Date },
): Promise<FullAssignment[]> {
  const { rows } = await sql<FullRow>`
    select a.id as assignment, a.name, a.waiting_list as joinable, (select count(*)::int from waiting b where b.event = ${event} and b.assignment = a.id) as waiting,
      w.id as place, ${instantText('w.created_at')} as since,
      (select count(*)::int from waiting b where b.event = w.event and b.assignment = w.assignment and b.id <= w.id) as position,
      o.shift as offered, ${ASKED_SHIFT}, ${sql.raw(isOffSql('e'))} as off, t.ahead
    from assignments a join events e on e.site_id = a.site_id and e.id = ${event}
    cross join lateral (
      select coalesce(json_agg(json_build_object('id', s.id, 'mine', s.person is not distinct from ${person}::bigint, 'open', ${isOpen('s', now)})), '[]') as ahead
      from shifts s where s.site_id = a.site_id and s.event = e.id and s.assignment = a.id and s.draft is not null and s.start > ${now}) t
    left join waiting w on w.site_id = a.site_id and w.assignment = a.id and w.event = e.id and w.person = ${person}
    left join lateral (select * from (${askedOf(now)}) q order by q.hold_until, q.shift limit 1) o on ${sql.raw(isOnSql('e'))}
    left join shifts s on s.site_id = w.site_id and s.id = o.shift
    where w.id is not null or json_array_length(t.ahead) > 0
    order by a.name collate core.reading_order, a.id`.execute(db)
  const judged = await judge(db, site, {
    shifts: rows.flatMap(({ ahead }) => ahead.map(({ id }) => id)),
    people: [person],
    now,
  })
  const coming = (ahead: FullRow['ahead']) =>
    ahead.map(({ id, open }) => ({ open, obstacles: judged.get(id)?.[0]?.obstacles.map(({ code }) => code) ?? [] }))
  const isShown = ({ place, off, ahead }: FullRow) =>
    place === null
      ? !off && !ahead.some(({ mine }) => mine) && joinVerdict(coming(ahead)) === 'join'
      : !ahead.length || !isTooBusy(coming(ahead))
  return rows
    .filter(isShown)
    .slice(0, MAX_FULL)
    .map(({ assignment, name, joinable, waiting, place, since, position, offered, off: _, ahead: __, ...held }) => ({
      ...{ assignment, name, joinable, waiting, place, since, position },
      held: offered === null ? null : held,
    }))
}
