import { Temporal } from 'temporal-polyfill'
import { unescapeFormula } from '#server/engine/collections/csv-cells.ts'
import type { RawRow } from '#server/engine/parsing/csv-file-contract.ts'
import type { ImportMapping, PreviewRow, SeasonField } from './contract.ts'

type Collection = 'events' | 'shifts'

type Cells = Readonly<Record<string, string>>

export type OwnExport = { collection: Collection; rows: { line: number; cells: Cells }[] }

const EXPORTS: Record<Collection, { mark: string; shown: Readonly<Record<string, SeasonField>> }> = {
  shifts: {
    mark: 'event/name',
    shown: {
      'event/name': 'event',
      'assignment/name': 'duty',
      'role/name': 'role',
      'location/name': 'location',
      'person/name': 'volunteer_name',
      start: 'start',
      end: 'end',
      notes: 'notes',
    },
  },
  events: {
    mark: 'eventtype/name',
    shown: {
      name: 'event',
      'series/name': 'series',
      'eventtype/name': 'event_type',
      'location/name': 'location',
      start: 'start',
      end: 'end',
    },
  },
}

export const ownCollection = (header: readonly string[]): Collection | null =>
  (['shifts', 'events'] as const).find((one) => header.includes('id') && header.includes(EXPORTS[one].mark)) ?? null

/** Maps the columns of an export to the fields that show them. */
export const ownMapping = (collection: Collection, header: readonly string[]): ImportMapping =>
  Object.fromEntries(header.map((name, at) => [String(at), EXPORTS[collection].shown[name] ?? 'ignore']))

export const readOwnExport = (
  collection: Collection,
  header: readonly string[],
  rows: readonly RawRow[],
): OwnExport => ({
  collection,
  rows: rows.map(({ line, cells }) => ({
    line,
    cells: Object.fromEntries(header.map((name, at) => [name, cells[at]?.trim() ?? ''])),
  })),
})

export type OwnFacts = ReadonlyMap<number, Readonly<Record<string, string | number | Date | null>>>

const SHOWN_AS: Readonly<Record<string, SeasonField>> = {
  event: 'event',
  assignment: 'duty',
  role: 'role',
  location: 'location',
  person: 'volunteer_name',
  series: 'series',
  eventtype: 'event_type',
  name: 'event',
  start: 'start',
  end: 'end',
  notes: 'notes',
}

/**
 * Compares an export with stored values, and reports where a row differs.
 * @param zone the site's, for times whose row names none.
 */
export function compareOwn({ collection, rows }: OwnExport, facts: OwnFacts, zone: string): PreviewRow[] {
  const { shown } = EXPORTS[collection]
  const differs = `This is different from the existing record. Change it in the list of ${collection}.`
  return rows.map(({ line, cells }) => {
    const stored = facts.get(Number(cells.id))
    const changed = Object.entries(stored ?? {}).filter(
      ([key, value]) => key in cells && !isSame(cells[key] ?? '', value, cells.timezone || zone),
    )
    const errors = stored
      ? Object.fromEntries(changed.map(([key]) => [SHOWN_AS[key] ?? key, [differs]]))
      : { non_field_errors: [`There’s no such record in the list of ${collection}.`] }
    return {
      line,
      outcome: Object.keys(errors).length ? 'error' : 'same',
      cells: Object.fromEntries(Object.entries(shown).map(([key, field]) => [field, cells[key] ?? ''])),
      errors,
      warnings: [],
      changes: {},
      questions: [],
    }
  })
}

const lines = (text: string) => text.replace(/\r\n?/g, '\n').trim()

function isSame(cell: string, value: string | number | Date | null, zone: string): boolean {
  if (value instanceof Date) return Math.abs((instantOf(cell, zone) ?? Number.NaN) - value.getTime()) < 1_000
  return lines(unescapeFormula(cell)) === lines(String(value ?? ''))
}

/** Reads a wall-clock time of a zone, or an instant; else null. */
function instantOf(cell: string, zone: string): number | null {
  try {
    return cell.endsWith('Z')
      ? Temporal.Instant.from(cell).epochMilliseconds
      : Temporal.PlainDateTime.from(cell.replace(' ', 'T')).toZonedDateTime(zone).epochMilliseconds
  } catch {
    return null
  }
}
