import { groupBy } from '#server/engine/kernel/group-by.ts'
import type { Change, PreviewRow, UnknownPerson } from './contract.ts'
import { nameKey } from './rules.ts'
import {
  type ExistingShift,
  type FactEvent,
  indexFacts,
  type Lookup,
  type SeasonFacts,
  type SiteIndex,
} from './season-facts.ts'
import { type FileShift, type Match, matchShifts } from './season-match.ts'
import { eventKeyOf, type SeasonRow, type SeasonValues, shiftKeyOf } from './season-rows.ts'
import { localTextOf } from './season-times.ts'

/** The key of a record's name, stored or planned; null for none. */
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
export type ShiftUpdate = { line: number; id: number; person?: number; location?: string; notes?: string }

export type SeasonPlan = {
  rows: PreviewRow[]
  /** Names by key, in the order of the file. */
  lookups: { [K in Lookup]: Map<string, string> }
  events: PlannedEvent[]
  shifts: PlannedShift[]
  event_updates: EventUpdate[]
  shift_updates: ShiftUpdate[]
  unknown_people: UnknownPerson[]
}

/** A row without errors, with its person resolved. */
type Entry = FileShift & { row: PreviewRow; values: SeasonValues }

/**
 * Plans the changes of a checked season's programme. Events match by series, name and local day. Their shifts are compared as
 * a multiset, so that importing a file again changes nothing. Shifts of other people are never taken, nothing missing in the
 * file is removed, and new shifts are unpublished.
 */
export function planSeason(rows: readonly SeasonRow[], facts: SeasonFacts): SeasonPlan {
  const plan: SeasonPlan = {
    rows: rows.map(({ line, cells, errors, warnings }) => ({
      line,
      outcome: 'error',
      cells,
      errors,
      warnings: [...warnings],
      changes: {},
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
  }
  const site = indexFacts(facts)
  const entries = resolvePeople(rows, plan, facts)
  for (const [key, group] of groupBy(entries, ({ values: v }) => eventKeyOf(v.series, v.event, v.date))) {
    const existing = site.eventByKey.get(key)
    if (existing) updateEvent(existing, group, plan, site)
    else createEvent(key, group, plan, site)
    planShifts(existing ?? { key }, group, plan, site)
  }
  return plan
}

/** Returns the key of a name, and plans to create the record if the site does not have it. */
function requireLookup(plan: SeasonPlan, site: SiteIndex, lookup: Lookup, name: string | null): NameKey {
  if (name === null || name === '') return null
  const key = nameKey(name)
  if (!site.known[lookup].has(key) && !plan.lookups[lookup].has(key)) plan.lookups[lookup].set(key, name)
  return key
}

/**
 * Finds the volunteers by email, else by their name. Unknown addresses are listed and their shifts stay open; a different name is
 * only reported. A name alone has to belong to exactly one active person.
 */
function resolvePeople(rows: readonly SeasonRow[], plan: SeasonPlan, facts: SeasonFacts): Entry[] {
  const byEmail = new Map(facts.people.map((person) => [person.email.toLowerCase(), person]))
  const byName = groupBy(
    facts.people.filter(({ assignable }) => assignable),
    ({ name }) => nameKey(name),
  )
  const unknown = new Map<string, UnknownPerson>()
  const entries: Entry[] = []
  rows.forEach(({ values, line }, i) => {
    const row = plan.rows[i]
    if (!values || !row) return
    const entry: Entry = {
      row,
      values,
      person: null,
      location: values.location && nameKey(values.location),
      notes: values.notes,
    }
    const { volunteer_email: email, volunteer_name: name } = values
    if (email === null && name !== null) {
      const people = byName.get(nameKey(name)) ?? []
      if (people.length !== 1) {
        row.errors = { ...row.errors, volunteer_name: [people.length ? AMBIGUOUS_NAME : UNKNOWN_NAME] }
        return
      }
      entry.person = people[0]!.id
    }
    entries.push(entry)
    // The row's other shifts are open.
    for (let nth = 1; nth < values.needed; nth++) entries.push({ ...entry, person: null })
    if (email === null) return
    const person = byEmail.get(email)
    if (!person) {
      const seen = unknown.get(email) ?? { email, name: '', lines: [] }
      unknown.set(email, { ...seen, name: seen.name || (name ?? ''), lines: [...seen.lines, line] })
      row.warnings.push(`Nobody here has the email ${email}; the shift is left open`)
      return
    }
    if (name !== null && nameKey(name) !== nameKey(person.name))
      row.warnings.push(`The name here is ${name}; by email this is ${person.name}`)
    if (person.assignable) entry.person = person.id
    else row.warnings.push(`${person.name} is not an active member; the shift is left open`)
  })
  plan.unknown_people = [...unknown.values()]
  return entries
}

const UNKNOWN_NAME = 'No active person here has this name. Add them first, or give their email.'
const AMBIGUOUS_NAME = 'Several people here have this name. Give their email.'

const OUTCOME_ORDER = ['error', 'same', 'update', 'create'] as const

/** A row of several shifts has the outcome that changes most. */
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
 * Extends an event's times to include its rows, never shortens them; its type and location follow the file. The change is
 * shown on its first row.
 */
function updateEvent(event: FactEvent, group: readonly Entry[], plan: SeasonPlan, site: SiteIndex) {
  const update: EventUpdate = { id: event.id }
  const changes: Record<string, Change> = {}
  const { start, end } = span(group)
  const moved = (from: number, to: number) => ({ from: localTextOf(from, site.zone), to: localTextOf(to, site.zone) })
  if (start < event.start) {
    update.start = start
    changes.event_start = moved(event.start, start)
  }
  if (end > event.end) {
    update.end = end
    changes.event_end = moved(event.end, end)
  }
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
  if (firstRow) Object.assign(firstRow.changes, changes)
}

function planShifts(event: FactEvent | { key: string }, group: readonly Entry[], plan: SeasonPlan, site: SiteIndex) {
  const eventLocation = firstValue(group, 'location')
  for (const [key, entries] of groupBy(group, ({ values }) => shiftKeyOf(values))) {
    const roster = 'id' in event ? (site.places.get([event.id, key].join('\n')) ?? []) : []
    const matches = matchShifts(entries, roster)
    for (const entry of entries) {
      const match = matches.get(entry)
      if (match) updateShift(entry, match, plan, site)
      else {
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
    }
  }
}

function updateShift(entry: Entry, { kind, place }: Match<ExistingShift>, plan: SeasonPlan, site: SiteIndex) {
  const { row, values } = entry
  const update: ShiftUpdate = { line: row.line, id: place.shift.id }
  const nameOf = (id: number | null) => (id === null ? '' : (site.people.get(id)?.name ?? 'somebody'))
  if (kind === 'held') row.warnings.push(`${nameOf(place.person)} holds this shift and keeps it`)
  if (kind === 'assign' && entry.person !== null) {
    update.person = entry.person
    row.changes.person = { from: '', to: nameOf(entry.person) }
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
