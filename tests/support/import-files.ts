import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { checkFile } from '#server/imports/check-file.ts'
import type { CheckedFile, ImportInput, ImportSite } from '#server/imports/checked-file.ts'
import type { ImportFile } from '#server/imports/commands.ts'
import { importOptions } from '#server/imports/contract.ts'
import { type PeopleFacts, planPeople } from '#server/imports/people-plan.ts'
import { previewPeople, previewSeason } from '#server/imports/preview.ts'
import type { SeasonFacts } from '#server/imports/season-facts.ts'
import type { SeasonPlan } from '#server/imports/season-plan.ts'

export const HARBOUR = { timezone: 'Europe/London', default_country_code: 'GB' }

export const fixture = (name: string): Uint8Array =>
  readFileSync(fileURLToPath(new URL(`../fixtures/imports/${name}.csv`, import.meta.url)))

export const input = (
  kind: ImportInput['kind'],
  bytes: Uint8Array | string,
  rest: Partial<ImportInput> = {},
): ImportInput => ({
  kind,
  bytes: typeof bytes === 'string' ? Buffer.from(bytes) : bytes,
  name: 'file.csv',
  mapping: {},
  options: importOptions.parse({}),
  ...rest,
})

export function fileForm(text: string, fields: Record<string, string> = {}): FormData {
  const form = new FormData()
  form.set('file', new File([text], 'file.csv'))
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

export const NO_PEOPLE: PeopleFacts = { people: [], competencies: [] }

export const noSeason = (people: SeasonFacts['people'] = []): SeasonFacts => ({
  zone: HARBOUR.timezone,
  people,
  eventtypes: [],
  series: [],
  locations: [],
  assignments: [],
  roles: [],
  events: [],
  shifts: [],
})

/** A file as an import receives it, checked for its site; in the product the parsing threads do that. */
export const checkedFor = (site: ImportSite, given: ImportInput): ImportFile => ({
  file: checkFile(given, site),
  options: given.options,
})

function expectKind<K extends CheckedFile['kind']>(file: CheckedFile, kind: K): Extract<CheckedFile, { kind: K }> {
  if (file.kind !== kind) throw new Error(`expected a ${kind} file`)
  return file as Extract<CheckedFile, { kind: K }>
}

export function peopleOf(bytes: Uint8Array | string, facts = NO_PEOPLE, rest: Partial<ImportInput> = {}) {
  const given = input('people', bytes, rest)
  const file = expectKind(checkFile(given, HARBOUR), 'people')
  return { file, ...previewPeople(file.sheet, file.rows, facts, given.options) }
}

export function seasonOf(bytes: Uint8Array | string, facts = noSeason(), rest: Partial<ImportInput> = {}) {
  const given = input('season', bytes, rest)
  const file = expectKind(checkFile(given, { ...HARBOUR, timezone: facts.zone }), 'season')
  return { file, ...previewSeason(file.sheet, file.rows, facts, given.options) }
}

/** The harbour club's members as the season import sees them, with ids in the order of the file. */
export const harbourMembers = (): SeasonFacts['people'] =>
  planPeople(peopleOf(fixture('harbour-people')).file.rows, NO_PEOPLE, importOptions.parse({})).creates.map(
    ({ values }, i) => ({ id: i + 1, name: values.name, email: values.email, assignable: true }),
  )

/** Applies a plan in memory and returns the site's facts, so that a second import can be tested without a database. */
export function carryOut(plan: SeasonPlan, facts: SeasonFacts): SeasonFacts {
  let id = 10_000
  const merged = <T extends { id: number; name: string }>(list: readonly T[], names: Map<string, string>) => [
    ...list,
    ...[...names.values()].map((name) => ({ id: ++id, name })),
  ]
  const lookups = {
    eventtypes: merged(facts.eventtypes, plan.lookups.eventtypes).map((type) => ({ default_duration: null, ...type })),
    series: merged(facts.series, plan.lookups.series),
    locations: merged(facts.locations, plan.lookups.locations),
    assignments: merged(facts.assignments, plan.lookups.assignments),
    roles: merged(facts.roles, plan.lookups.roles),
  }
  const idOf = (lookup: keyof typeof lookups, key: string | null) =>
    key === null ? null : (lookups[lookup].find((row) => row.name.toLowerCase() === key)?.id ?? null)
  const eventIds = new Map(plan.events.map((event) => [event.key, ++id]))
  const events = facts.events.map((event) => {
    const update = plan.event_updates.find((u) => u.id === event.id)
    if (!update) return event
    const { eventtype, location, start = event.start, end = event.end } = update
    return {
      ...event,
      start,
      end,
      eventtype: eventtype ? idOf('eventtypes', eventtype) : event.eventtype,
      location: location ? idOf('locations', location) : event.location,
    }
  })
  const shifts = facts.shifts.map((shift) => {
    const update = plan.shift_updates.find((u) => u.id === shift.id)
    if (!update) return shift
    const { person = shift.person, notes = shift.notes, start = shift.start, end = shift.end, location } = update
    const place = location ? idOf('locations', location) : shift.location
    return { ...shift, person, notes, start, end, location: place, agreed: { start, end } }
  })
  return {
    ...facts,
    ...lookups,
    events: [
      ...events,
      ...plan.events.map((event) => ({
        id: eventIds.get(event.key) ?? 0,
        name: event.name,
        series: idOf('series', event.series),
        eventtype: idOf('eventtypes', event.eventtype),
        location: idOf('locations', event.location),
        start: event.start,
        end: event.end,
        off: false,
      })),
    ],
    shifts: [
      ...shifts,
      ...plan.shifts.map((shift) => ({
        id: ++id,
        event: 'id' in shift.event ? shift.event.id : (eventIds.get(shift.event.key) ?? 0),
        assignment: idOf('assignments', shift.assignment),
        role: idOf('roles', shift.role),
        location: idOf('locations', shift.location),
        start: shift.start,
        end: shift.end,
        person: shift.person,
        notes: shift.notes,
        begun: false,
        agreed: { start: shift.start, end: shift.end },
      })),
    ],
  }
}

export const writesOf = (plan: SeasonPlan) =>
  plan.events.length +
  plan.shifts.length +
  plan.event_updates.length +
  plan.shift_updates.length +
  Object.values(plan.lookups).reduce((sum, names) => sum + names.size, 0)
