import { groupBy } from '#server/engine/kernel/group-by.ts'
import type { Change, ImportOptions, PreviewRow, UnknownPerson } from './contract.ts'
import { nameKey } from './rules.ts'
import { warnOfClashes } from './season-clashes.ts'
import {
  type ExistingShift,
  type FactEvent,
  indexFacts,
  type Lookup,
  type SeasonFacts,
  type SiteIndex,
} from './season-facts.ts'
import { resolveEnds } from './season-lengths.ts'
import { type Match, matchMoved, matchShifts } from './season-match.ts'
import { type Entry, resolvePeople } from './season-people.ts'
import { assignmentKeyOf, eventKeyOf, type SeasonRow, shiftKeyOf } from './season-rows.ts'
import { localDateOf, localTextOf, timeTextOf } from './season-times.ts'

export type NameKey = string | null

export type PlannedEvent = {
  key: string
  name: string
  series: NameKey
  eventtype: NameKey
  location: NameKey
  start: number
  end: number
}

export type PlannedShift = {
  line: number
  event: { id: number } | { key: string }
  assignment: NameKey
  role: NameKey
  location: NameKey
  person: number | null
  start: number
  end: number
  notes: string
}

export type EventUpdate = { id: number; start?: number; end?: number; eventtype?: string; location?: string }
export type ShiftUpdate = {
  line: number
  id: number
  person?: number
  location?: string
  notes?: string
  start?: number
  end?: number
}

export type SeasonPlan = {
  rows: PreviewRow[]
  lookups: { [K in Lookup]: Map<string, string> }
  events: PlannedEvent[]
  shifts: PlannedShift[]
  event_updates: EventUpdate[]
  shift_updates: ShiftUpdate[]
  unknown_people: UnknownPerson[]
  asks_length: boolean
}

type PlanOptions = Partial<Pick<ImportOptions, 'length_minutes' | 'move_times'>>

/**
 * Plans the changes of a season. Matches events by series, name and local day, and their shifts as a multiset, so that
 * importing a file again changes nothing; moves a shift that the file has only at other times. Never takes others'
 * shifts, removes nothing, and keeps new shifts unpublished.
 */
export function planSeason(
  rows: readonly SeasonRow[],
  facts: SeasonFacts,
  { length_minutes = null, move_times = true }: PlanOptions = {},
): SeasonPlan {
  const plan: SeasonPlan = {
    rows: rows.map(({ line, cells, errors, warnings }) => ({
      line,
      outcome: 'error',
      cells,
      errors,
      warnings: [...warnings],
      changes: {},
      questions: [],
    })),
    lookups: {
      eventtypes: new Map(),
      series: new Map(),
      locations: new Map(),
      assignments: new Map(),
      roles: new Map(),
    },
    events: [],
    shifts: [],
    event_updates: [],
    shift_updates: [],
    unknown_people: [],
    asks_length: false,
  }
  const site = indexFacts(facts)
  const entries = resolvePeople(resolveEnds(rows, plan, site, length_minutes), plan, facts)
  for (const [key, group] of groupBy(entries, ({ values: v }) => eventKeyOf(v.series, v.event, v.date))) {
    const existing = site.eventByKey.get(key)
    if (!existing) createEvent(key, group, plan, site)
    const moved = planShifts(existing ?? { key }, group, plan, site, move_times)
    if (existing) updateEvent(existing, group, moved, plan, site)
  }
  warnOfClashes(plan, facts)
  return plan
}

function requireLookup(plan: SeasonPlan, site: SiteIndex, lookup: Lookup, name: string | null): NameKey {
  if (name === null || name === '') return null
  const key = nameKey(name)
  if (!site.known[lookup].has(key) && !plan.lookups[lookup].has(key)) plan.lookups[lookup].set(key, name)
  return key
}

const OUTCOME_ORDER = ['error', 'same', 'update', 'create'] as const

const raiseOutcome = (row: PreviewRow, outcome: PreviewRow['outcome']) => {
  if (OUTCOME_ORDER.indexOf(outcome) > OUTCOME_ORDER.indexOf(row.outcome)) row.outcome = outcome
}

const firstValue = (group: readonly Entry[], field: 'event_type' | 'location' | 'series') =>
  group.find(({ values }) => values[field] !== null)?.values[field] ?? null

const span = (group: readonly Entry[]) =>
  group.reduce(
    (all, { values }) => ({ start: Math.min(all.start, values.start), end: Math.max(all.end, values.end) }),
    { start: Number.POSITIVE_INFINITY, end: Number.NEGATIVE_INFINITY },
  )

function createEvent(key: string, group: readonly Entry[], plan: SeasonPlan, site: SiteIndex) {
  plan.events.push({
    key,
    name: group[0]?.values.event ?? '',
    series: requireLookup(plan, site, 'series', firstValue(group, 'series')),
    eventtype: requireLookup(plan, site, 'eventtypes', firstValue(group, 'event_type')),
    location: requireLookup(plan, site, 'locations', firstValue(group, 'location')),
    ...span(group),
  })
}

/**
 * Extends an event's times to its rows; type and location follow the file. An edge that was its moving shifts' moves
 * with them; otherwise times are never shortened. Reports the change on its first row.
 */
function updateEvent(
  event: FactEvent,
  group: readonly Entry[],
  moved: ReadonlySet<number>,
  plan: SeasonPlan,
  site: SiteIndex,
) {
  const update: EventUpdate = { id: event.id }
  const changes: Record<string, Change> = {}
  const rows = group.map(({ values }) => values)
  const stored = site.shiftsOf(event.id)
  const staying = stored.filter(({ id }) => !moved.has(id))
  const follows = (edge: 'start' | 'end', outmost: (...of: number[]) => number) =>
    moved.size > 0 && outmost(...stored.map((shift) => shift[edge])) === event[edge]
      ? outmost(...[...rows, ...staying].map((shift) => shift[edge]))
      : outmost(event[edge], ...rows.map((shift) => shift[edge]))
  const change = (edge: 'start' | 'end', to: number) => {
    if (to === event[edge]) return
    update[edge] = to
    changes[`event_${edge}`] = { from: localTextOf(event[edge], site.zone), to: localTextOf(to, site.zone) }
  }
  change('start', follows('start', Math.min))
  change('end', follows('end', Math.max))
  const renamed = (lookup: Lookup, id: number | null, name: string | null) => {
    const from = site.nameOf(lookup, id)
    return name !== null && nameKey(name) !== nameKey(from)
      ? { key: requireLookup(plan, site, lookup, name), change: { from, to: name } }
      : null
  }
  const eventtype = renamed('eventtypes', event.eventtype, firstValue(group, 'event_type'))
  if (eventtype?.key) {
    update.eventtype = eventtype.key
    changes.event_type = eventtype.change
  }
  const location = renamed('locations', event.location, firstValue(group, 'location'))
  if (location?.key) {
    update.location = location.key
    changes.event_location = location.change
  }
  if (Object.keys(changes).length === 0) return
  plan.event_updates.push(update)
  const firstRow = group[0]?.row
  if (!firstRow) return
  Object.assign(firstRow.changes, changes)
  raiseOutcome(firstRow, 'update')
}

/** @returns the ids of the stored shifts that move to other times. */
function planShifts(
  event: FactEvent | { key: string },
  group: readonly Entry[],
  plan: SeasonPlan,
  site: SiteIndex,
  movesTimes: boolean,
): ReadonlySet<number> {
  const eventLocation = firstValue(group, 'location')
  const matches = new Map<Entry, Match<ExistingShift>>()
  const places = 'id' in event ? site.placesOf(event.id) : []
  const alike = groupBy(places, ({ timed }) => timed)
  for (const [key, entries] of groupBy(group, ({ values }) => shiftKeyOf(values)))
    for (const [entry, match] of matchShifts(entries, alike.get(key) ?? [])) matches.set(entry, match)
  const moved = new Set<number>()
  if (movesTimes) {
    const taken = new Set([...matches.values()].map(({ place }) => place))
    const left = groupBy(
      places.filter((place) => !taken.has(place) && !place.shift.begun),
      ({ duty }) => duty,
    )
    for (const [key, entries] of groupBy(group, ({ values }) => assignmentKeyOf(values)))
      for (const [entry, match] of matchMoved(
        entries.filter((one) => !matches.has(one)),
        left.get(key) ?? [],
      )) {
        matches.set(entry, match)
        moved.add(match.place.shift.id)
      }
  }
  for (const entry of group) {
    const match = matches.get(entry)
    if (match) {
      updateShift(entry, match, plan, site)
      continue
    }
    const { duty, role, location, start, end, notes } = entry.values
    raiseOutcome(entry.row, 'create')
    plan.shifts.push({
      line: entry.row.line,
      event: 'id' in event ? { id: event.id } : event,
      assignment: requireLookup(plan, site, 'assignments', duty),
      role: requireLookup(plan, site, 'roles', role),
      location: requireLookup(plan, site, 'locations', location ?? eventLocation),
      person: entry.person,
      start,
      end,
      notes: notes ?? '',
    })
  }
  return moved
}

function updateShift(entry: Entry, { kind, place }: Match<ExistingShift>, plan: SeasonPlan, site: SiteIndex) {
  const { row, values } = entry
  const update: ShiftUpdate = { line: row.line, id: place.shift.id }
  const nameOf = (id: number | null) => (id === null ? '' : (site.people.get(id)?.name ?? 'someone'))
  if (kind === 'held') row.warnings.push(`${nameOf(place.person)} holds this shift and keeps it`)
  if (kind === 'assign' && entry.person !== null) {
    update.person = entry.person
    row.changes.person = { from: '', to: nameOf(entry.person) }
  }
  for (const edge of ['start', 'end'] as const) {
    if (values[edge] === place.shift[edge]) continue
    update[edge] = values[edge]
    const text = (at: number) => timeTextOf(at, site.zone, localDateOf(values.start, site.zone))
    row.changes[edge] = { from: text(place.shift[edge]), to: text(values[edge]) }
  }
  const location =
    entry.location !== null && entry.location !== place.location
      ? requireLookup(plan, site, 'locations', values.location)
      : null
  if (location !== null) {
    update.location = location
    row.changes.location = { from: site.nameOf('locations', place.shift.location), to: values.location ?? '' }
  }
  if (values.notes !== null && values.notes !== place.notes) {
    update.notes = values.notes
    row.changes.notes = { from: place.notes, to: values.notes }
  }
  if (Object.keys(update).length > 2) plan.shift_updates.push(update)
  raiseOutcome(row, Object.keys(row.changes).length ? 'update' : 'same')
}
