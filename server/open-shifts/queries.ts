import { sql } from 'kysely'
import { callersClock } from '#server/deliveries/texts/shift/wall-clock.ts'
import { standingOf } from '#server/engine/access/actor.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { requirePerson } from '#server/engine/access/permission.ts'
import { readDayOrInstant } from '#server/engine/collections/moments.ts'
import { DAY_MESSAGE } from '#server/engine/kernel/day-text.pure.ts'
import { invalid } from '#server/engine/kernel/errors.ts'
import { assignmentNeeds, presentCount } from '#server/events/decide/assignments-sql.ts'
import { type AssignmentNeed, missingOf, shortAssignments } from '#server/events/decide/rules.ts'
import { isLiveSql, isOpenSql } from '#server/shift-facts/event-sql.ts'
import { outsideSql } from '#server/shift-facts/times/rules.ts'
import { judge } from '#server/suitability/queries.ts'
import {
  DAYS_AHEAD,
  MAX_DAYS,
  MAX_OPEN,
  type OpenShift,
  type OpenShiftFilters,
  type OpenShiftsQuery,
} from './contract.ts'
import { pickNeeded, shownOpenShift } from './rules.ts'

const DAY_MS = 86_400_000
const MOMENT_MESSAGE = 'Give a day (YYYY-MM-DD) or an ISO 8601 instant with its zone.'

/** Shifts that start in [from, until). */
export type OpenWindow = { from: Date; until: Date }

/**
 * Returns the window of a list: the day `on`, or `start` (default now) to `end` (default eight weeks later), with local
 * days of `zone`, inclusive.
 * @throws DomainError 'invalid' with the field.
 */
export function readOpenWindow(
  { start, end, on }: { start?: string | undefined; end?: string | undefined; on?: string | undefined },
  now: Date,
  zone: string,
): OpenWindow {
  if (on !== undefined) {
    if (!readDayOrInstant(on, zone)?.day) throw invalid({ on: [DAY_MESSAGE] })
    if (start || end) throw invalid({ on: ['Give either this or start and end.'] })
    return readOpenWindow({ start: on, end: on }, now, zone)
  }
  const [first, last] = [start ? readDayOrInstant(start, zone) : null, end ? readDayOrInstant(end, zone) : null]
  if (start && !first) throw invalid({ start: [MOMENT_MESSAGE] })
  if (end && !last) throw invalid({ end: [MOMENT_MESSAGE] })
  const from = first ? new Date(first.from) : now
  const until = last ? new Date(last.day ? last.until : last.from) : new Date(from.getTime() + DAYS_AHEAD * DAY_MS)
  if (until < from) throw invalid({ end: ['Must not be before the start.'] })
  if (until.getTime() - from.getTime() > MAX_DAYS * DAY_MS)
    throw invalid({ end: [`At most ${MAX_DAYS} days at a time.`] })
  return { from: from < now ? now : from, until }
}

type Row = Omit<OpenShift, 'can' | 'obstacles' | 'availability' | 'lacks' | 'lacks_of'> & {
  declined: boolean
  minimum: number | null
  needs: AssignmentNeed[] | null
}

/** Returns the event's unmet minimums and the deadline; nothing unless it may be called off. */
function threatTo(
  { event_filled: filled, decide_at }: Pick<OpenShift, 'event_filled' | 'decide_at'>,
  { minimum, needs }: Pick<Row, 'minimum' | 'needs'>,
): Pick<OpenShift, 'lacks' | 'lacks_of' | 'decide_at'> {
  const lacks = missingOf({ minimum, filled, assignments: needs ?? [] })
  if (!lacks) return { lacks: null, lacks_of: [], decide_at: null }
  const short = shortAssignments(needs ?? []).map(({ assignment, name, lacks }) => ({ assignment, name, lacks }))
  return { lacks, lacks_of: short, decide_at }
}

/**
 * Lists published open shifts of a window with the acting person's obstacles, soonest first, at most `limit`. Two
 * statements for any number of shifts.
 */
export async function listOpenShifts(
  ctx: Ctx,
  { from, until }: OpenWindow,
  filters: OpenShiftFilters = {},
  limit = MAX_OPEN,
): Promise<OpenShift[]> {
  const me = requirePerson(ctx.actor)
  const { timezone: zone } = ctx.site
  const [assignment, eventtype, location] = [filters.assignment, filters.eventtype, filters.location].map(
    (id) => id ?? null,
  )
  const weekdays = filters.weekday?.split(',').map(Number) ?? null
  const { rows } = await sql<Row>`
    with open as (
      select s.*, e.name as event_name, e.eventtype, coalesce(s.location, e.location) as place, ${sql.raw(outsideSql('s', 'e'))} as outside
      from shifts s join events e on e.site_id = s.site_id and e.id = s.event
      where ${sql.raw(isOpenSql({ shift: 's', event: 'e' }))} and s.start >= ${from} and s.start < ${until}
        and (${assignment}::bigint is null or s.assignment = ${assignment})
        and (${eventtype}::bigint is null or e.eventtype = ${eventtype})
        and (${location}::bigint is null or coalesce(s.location, e.location) = ${location})
        and (${weekdays}::int[] is null or extract(isodow from s.start at time zone ${zone})::int = any (${weekdays}))
      order by s.start, s.id limit ${limit}),
    parts as materialized (
      select o.event, count(*)::int as shifts, ${presentCount('o')} as filled from shifts o
      where o.event in (select event from open) and o.draft is not null group by o.event),
    threatened as (
      select e.id, e.minimum, e.decide_at, ${assignmentNeeds('e', true)} as assignments from events e
      where e.id in (select event from open) and e.decision is null and e.decide_at > ${ctx.clock.now()})
    select s.id, s.event, s.event_name, s.eventtype, t.name as eventtype_name, s.role, r.name as role_name, s.assignment,
      a.name as assignment_name, s.location, s.place, l.name as place_name, s.start, s."end", s.outside, s.draft,
      p.shifts as event_shifts, p.filled as event_filled,
      m.minimum, m.assignments as needs, m.decide_at, q.declined_at is not null as declined,
      coalesce(q.declined_at is null and (q.assignment is null and q.role is null
        or q.assignment is not distinct from s.assignment and q.role is not distinct from s.role), false) and q.id is not null as requested
    from open s join parts p on p.event = s.event
    left join threatened m on m.id = s.event
    left join eventtypes t on t.id = s.eventtype
    left join roles r on r.id = s.role
    left join assignments a on a.id = s.assignment
    left join locations l on l.id = s.place
    left join requests q on q.event = s.event and q.person = ${me}
    order by s.start, s.id`.execute(ctx.db)
  const judged = await judge(ctx.db, ctx.site, {
    shifts: rows.map(({ id }) => id),
    people: [me],
    now: ctx.clock.now(),
    voice: 'you',
    mustBeOpen: true,
    reader: callersClock(ctx),
  })
  return rows.flatMap(({ declined, minimum, needs, ...row }) => {
    const verdict = judged.get(row.id)?.[0]
    if (!verdict) return []
    const obstacles = [
      ...verdict.obstacles,
      ...(declined && !ctx.site.self_assign
        ? [{ code: 'declined' as const, words: 'The club couldn’t give you a shift at this event.' }]
        : []),
    ]
    return [
      {
        ...row,
        ...threatTo(row, { minimum, needs }),
        can: obstacles.length === 0,
        obstacles,
        availability: verdict.availability,
      },
    ]
  })
}

/** Lists the three most needed open shifts of the next four weeks that the acting person could do. */
export async function listNeededShifts(ctx: Ctx): Promise<OpenShift[]> {
  const now = ctx.clock.now()
  const window = { from: now, until: new Date(now.getTime() + 28 * DAY_MS) }
  return pickNeeded(await listOpenShifts(ctx, window, {}, 200), now)
}

type Named = Record<string, { id: number; name: string | null }>

export type OpenShiftsPage = {
  count: number
  order: number[]
  results: {
    shifts: Record<string, object>
    events: Named
    eventtypes: Named
    assignments: Named
    roles: Named
    locations: Named
  }
}

/**
 * Lists open shifts for API clients.
 * @throws DomainError 'invalid' with the field.
 */
export async function pageOfOpenShifts(ctx: Ctx, query: OpenShiftsQuery): Promise<OpenShiftsPage> {
  const { start, end, on, can, limit, offset, ...filters } = query
  const window = readOpenWindow({ start, end, on }, ctx.clock.now(), ctx.site.timezone)
  const all = await listOpenShifts(ctx, window, filters)
  const found = can === undefined ? all : all.filter((shift) => shift.can === can)
  const page = found.slice(offset, offset + limit)
  const counts = standingOf(ctx.actor) === 'admin'
  const named = (idOf: (shift: OpenShift) => number | null, nameOf: (shift: OpenShift) => string | null): Named =>
    Object.fromEntries(
      page.flatMap((shift) => {
        const id = idOf(shift)
        return id === null ? [] : [[String(id), { id, name: nameOf(shift) }]]
      }),
    )
  return {
    count: found.length,
    order: page.map(({ id }) => id),
    results: {
      shifts: Object.fromEntries(page.map((shift) => [String(shift.id), recordOf(shift)])),
      events: Object.fromEntries(
        page.map((shift) => {
          const { event, event_name: name, eventtype, decide_at, ...rest } = shownOpenShift(shift, counts)
          const { needed, needed_for, lacks, lacks_of } = rest
          const need = { needed, needed_for, ...(counts && { lacks, lacks_of }) }
          return [String(event), { id: event, name, eventtype, ...need, decide_at: decide_at?.toISOString() ?? null }]
        }),
      ),
      eventtypes: named(
        ({ eventtype }) => eventtype,
        ({ eventtype_name }) => eventtype_name,
      ),
      assignments: named(
        ({ assignment }) => assignment,
        ({ assignment_name }) => assignment_name,
      ),
      roles: named(
        ({ role }) => role,
        ({ role_name }) => role_name,
      ),
      locations: named(
        ({ place }) => place,
        ({ place_name }) => place_name,
      ),
    },
  }
}

const recordOf = ({
  id,
  event,
  role,
  assignment,
  place,
  start,
  end,
  outside,
  draft,
  requested,
  can,
  obstacles,
  availability,
}: OpenShift) => ({
  id,
  event,
  person: null,
  role,
  assignment,
  location: place,
  start: start.toISOString(),
  end: end.toISOString(),
  outside,
  draft: draft.toISOString(),
  answer: null,
  requested,
  can,
  obstacles,
  availability,
})

export type OpenShiftChoices = Record<'assignments' | 'eventtypes' | 'locations', { id: number; name: string }[]>

/** Whether a window has any published shift, open or not. */
export async function hasPublishedShift({ db }: Pick<Ctx, 'db'>, { from, until }: OpenWindow): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select 1 from shifts s join events e on e.site_id = s.site_id and e.id = s.event
      where s.draft is not null and ${sql.raw(isLiveSql('e'))} and s.start >= ${from} and s.start < ${until}) as found`.execute(
    db,
  )
  return rows[0]!.found
}

export async function listChoices({ db }: Pick<Ctx, 'db'>, { from, until }: OpenWindow): Promise<OpenShiftChoices> {
  const { rows } = await sql<OpenShiftChoices>`
    with open as (
      select s.assignment, e.eventtype, coalesce(s.location, e.location) as location
      from shifts s join events e on e.site_id = s.site_id and e.id = s.event
      where ${sql.raw(isOpenSql({ shift: 's', event: 'e' }))} and s.start >= ${from} and s.start < ${until})
    select ${sql.join(
      (['assignments', 'eventtypes', 'locations'] as const).map(
        (
          table,
        ) => sql`coalesce((select json_agg(json_build_object('id', n.id, 'name', n.name) order by n.name collate core.reading_order)
          from ${sql.table(table)} n where n.id in (select ${sql.ref(table.slice(0, -1))} from open)), '[]') as ${sql.ref(table)}`,
      ),
    )}`.execute(db)
  return rows[0]!
}
