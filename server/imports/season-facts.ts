import { groupBy } from '#server/engine/kernel/group-by.ts'
import { nameKey } from './rules.ts'
import type { RosterEntry } from './season-match.ts'
import { assignmentKeyOf, eventKeyOf } from './season-rows.ts'
import { localDateOf } from './season-times.ts'

export type Named = { id: number; name: string }
export const LOOKUPS = ['eventtypes', 'series', 'locations', 'assignments', 'roles'] as const
export type Lookup = (typeof LOOKUPS)[number]

/** Instants are milliseconds since the epoch; `zone` is IANA. */
export type SeasonFacts = { [K in Exclude<Lookup, 'eventtypes'>]: readonly Named[] } & {
  /** `default_duration`: usual length in minutes. */
  eventtypes: readonly (Named & { default_duration: number | null })[]
  zone: string
  /** `assignable`: active and approved. */
  people: readonly (Named & { email: string; assignable: boolean })[]
  events: readonly {
    id: number
    name: string
    series: number | null
    eventtype: number | null
    location: number | null
    start: number
    end: number
    off: boolean
  }[]
  shifts: readonly {
    id: number
    event: number
    assignment: number | null
    role: number | null
    location: number | null
    start: number
    end: number
    person: number | null
    notes: string
    /** Worked or being worked: keeps its times. */
    begun: boolean
    agreed: { start: number; end: number }
  }[]
}

export type FactEvent = SeasonFacts['events'][number]
export type FactShift = SeasonFacts['shifts'][number]
/** A stored shift with its keys: with its times (`shiftKeyOf`) and without (`assignmentKeyOf`). */
export type ExistingShift = RosterEntry & { shift: FactShift; timed: string; duty: string }
export type SiteIndex = ReturnType<typeof indexFacts>

export function indexFacts(facts: SeasonFacts) {
  const byKey = (list: readonly Named[]) => new Map(list.map(({ id, name }) => [nameKey(name), id]))
  const byId = (list: readonly Named[]) => new Map(list.map(({ id, name }) => [id, name]))
  const names = {
    eventtypes: byId(facts.eventtypes),
    series: byId(facts.series),
    locations: byId(facts.locations),
    assignments: byId(facts.assignments),
    roles: byId(facts.roles),
  }
  const nameOf = (lookup: Lookup, id: number | null) => (id === null ? '' : (names[lookup].get(id) ?? ''))
  const eventByKey = new Map<string, FactEvent>()
  for (const event of facts.events) {
    const key = eventKeyOf(nameOf('series', event.series), event.name, localDateOf(event.start, facts.zone))
    if (!eventByKey.has(key)) eventByKey.set(key, event)
  }
  const shifts = groupBy(facts.shifts, ({ event }) => event)
  const shiftsOf = (event: number): readonly FactShift[] => shifts.get(event) ?? []
  const placesOf = (event: number) =>
    shiftsOf(event).map((shift): ExistingShift => {
      const duty = assignmentKeyOf({
        duty: nameOf('assignments', shift.assignment),
        role: nameOf('roles', shift.role),
      })
      return {
        shift,
        duty,
        timed: [duty, shift.start, shift.end].join('\n'),
        person: shift.person,
        location: nameKey(nameOf('locations', shift.location)),
        notes: shift.notes,
      }
    })
  const usualLengths = new Map(
    facts.eventtypes.flatMap(({ id, default_duration: minutes }) => (minutes ? [[id, minutes] as const] : [])),
  )
  const known = {
    eventtypes: byKey(facts.eventtypes),
    series: byKey(facts.series),
    locations: byKey(facts.locations),
    assignments: byKey(facts.assignments),
    roles: byKey(facts.roles),
  }
  return {
    zone: facts.zone,
    nameOf,
    known,
    eventByKey,
    shiftsOf,
    placesOf,
    usualLengths,
    people: new Map(facts.people.map((p) => [p.id, p])),
  }
}
