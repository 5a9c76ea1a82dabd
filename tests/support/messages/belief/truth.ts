import type { World } from '#tests/support/world.ts'

/** What a message says of a shift; instants are ISO text. */
export type Facts = {
  name: string
  start: string
  end: string
  location: string | null
  assignment: string | null
  role: string | null
}

export type Shift = {
  id: number
  event: number
  person: number | null
  published: boolean
  off: boolean
  begun: boolean
  answer: string | null
  /** Its own times, whatever was agreed with its person. */
  times: { start: string; end: string }
  facts: Facts
}

/** The shifts and events of a club as they are. */
export type Truth = {
  shifts: ReadonlyMap<number, Shift>
  /** The events that take place. */
  on: ReadonlySet<number>
  /** `person shift` of what is offered from waiting lists or asked for, and waits for an answer. */
  asked: ReadonlySet<string>
}

/** Reads what is true, by the club. */
export async function readTruth({ superuser }: World, sites: readonly number[]): Promise<Map<number, Truth>> {
  const { rows: shifts } = await superuser.query<Shift & { site: number }>(
    `select s.site_id::int as site, s.id::int, s.event::int, s.person::int, s.draft is not null and not e.archived as published,
       e.decision is not distinct from 'off' as off, s.actual_start is not null as begun, s.answer, json_build_object('start', s.start, 'end', s."end") as times,
       json_build_object('name', e.name, 'start', coalesce(s.modified_start, s.start), 'end', coalesce(s.modified_end, s."end"),
         'location', coalesce(l.name, el.name), 'assignment', a.name, 'role', r.name) as facts
     from core.shift_facts s join core.events e on e.site_id = s.site_id and e.id = s.event
     left join core.locations l on l.site_id = s.site_id and l.id = s.location
     left join core.locations el on el.site_id = s.site_id and el.id = e.location
     left join core.assignments a on a.site_id = s.site_id and a.id = s.assignment
     left join core.roles r on r.site_id = s.site_id and r.id = s.role
     where s.site_id = any ($1)`,
    [sites],
  )
  const { rows: events } = await superuser.query<{ site: number; id: number }>(
    `select site_id::int as site, id::int from core.events where site_id = any ($1) and decision is distinct from 'off'`,
    [sites],
  )
  const { rows: asked } = await superuser.query<{ site: number; pair: string }>(
    `select o.site_id::int as site, w.person || ' ' || o.shift as pair from core.waitingoffers o join core.waiting w on w.site_id = o.site_id and w.id = o.waiting
       where o.site_id = any ($1) and o.ended is null
     union all select c.site_id::int, a.person || ' ' || c.shift from core.coverasks a join core.covers c on c.site_id = a.site_id and c.id = a.cover
       where c.site_id = any ($1) and a.answer is null and c.state in ('searching', 'paused', 'exhausted')`,
    [sites],
  )
  return new Map(
    sites.map((site) => [
      site,
      {
        shifts: new Map(
          shifts
            .filter((one) => one.site === site)
            .map((one) => [one.id, { ...one, times: iso(one.times), facts: iso(one.facts) }]),
        ),
        on: new Set(events.filter((one) => one.site === site).map(({ id }) => id)),
        asked: new Set(asked.filter((one) => one.site === site).map(({ pair }) => pair)),
      },
    ]),
  )
}

const iso = <T extends { start: string; end: string }>(times: T): T => ({
  ...times,
  start: new Date(times.start).toISOString(),
  end: new Date(times.end).toISOString(),
})

/** Whether a published shift is somebody's, on or off. */
export const holds = (shift: Shift | undefined, person: number): shift is Shift =>
  shift?.published === true && shift.person === person

const FIELDS = ['name', 'start', 'end', 'location', 'assignment', 'role'] as const

/**
 * Lists the fields in which two facts differ. The name of something that was deleted is not missed while
 * nothing is in its place.
 * @param gone names of deleted places, assignments and roles.
 */
export const differing = (said: Facts, is: Facts, gone: ReadonlySet<string>): string[] =>
  FIELDS.filter((field) => {
    const isOnlyGone = gone.has(said[field] ?? '') && !is[field]
    return said[field] !== is[field] && !isOnlyGone && !gone.has(is[field] ?? '')
  })

/** Finds the shifts of which somebody must be told something: another person, other facts, published or off. */
export function changedShifts(before: Truth, after: Truth): number[] {
  const ids = new Set([...before.shifts.keys(), ...after.shifts.keys()])
  const print = (shift: Shift | undefined) =>
    shift ? JSON.stringify([shift.person, shift.published, shift.off, shift.facts]) : 'gone'
  return [...ids].filter((id) => print(before.shifts.get(id)) !== print(after.shifts.get(id)))
}

const HALF_HOUR = 30 * 60_000
const dayOf = (at: string) => new Date(at).toLocaleDateString('en-GB', { timeZone: 'Europe/London' })

/** Whether an answer to some facts counts for these, where nothing that they name was deleted. */
export function isAsAsked(asked: Facts, is: Facts): boolean {
  const later = (field: 'start' | 'end') => Date.parse(is[field]) - Date.parse(asked[field])
  const others = differing(asked, is, new Set()).filter((field) => !['name', 'start', 'end'].includes(field))
  return (
    !others.length &&
    dayOf(asked.start) === dayOf(is.start) &&
    Math.abs(later('start')) <= HALF_HOUR &&
    later('end') <= HALF_HOUR
  )
}
