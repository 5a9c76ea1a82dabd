import { Temporal } from 'temporal-polyfill'
import { runsAsFormula } from '../kernel/spreadsheet.pure.ts'
import type { Field } from './field-contract.ts'

/**
 * Prefixes an apostrophe to a cell that a spreadsheet would run as a formula; keeps E.164 phone numbers and plain
 * numbers.
 */
export const escapeFormula = (value: string): string => (runsAsFormula(value) ? `'${value}` : value)

/** Reverts `escapeFormula`; keeps other apostrophes. */
export const unescapeFormula = (cell: string): string =>
  cell.startsWith("'") && runsAsFormula(cell.slice(1)) ? cell.slice(1) : cell

const YES = new Set(['true', 'yes', '1'])
const NO = new Set(['false', 'no', '0'])
const NUMBER = /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i
const WALL_CLOCK = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(:\d\d(?:\.\d{1,3})?)?)$/

/** Parses a cell into the field's value. An invalid value stays text, which the field's schema refuses. */
export function valueOfCell(cell: string, field: Field, zone: string): unknown {
  const text = unescapeFormula(cell)
  const word = text.trim()
  switch (field.kind) {
    case 'id':
    case 'integer':
    case 'number':
    case 'relation':
      return word === '' ? empty(field) : NUMBER.test(word) ? Number(word) : word
    case 'boolean':
      return word === '' ? empty(field) : YES.has(word.toLowerCase()) ? true : NO.has(word.toLowerCase()) ? false : word
    case 'instant': {
      const [, day, time] = WALL_CLOCK.exec(word) ?? []
      return word === '' ? empty(field) : day && time ? (wallClock(`${day}T${time}`, zone) ?? word) : word
    }
    case 'date':
    case 'choice':
      return word === '' ? empty(field) : word
    case 'words':
      return wordsOf(text)
    case 'relations':
      return word === '' ? [] : word.split(',').map((part) => (NUMBER.test(part.trim()) ? Number(part) : part.trim()))
    default:
      return text === '' && field.nullable ? null : text
  }
}

/** An empty cell is null if the field allows null, else absent. */
const empty = (field: Field) => (field.nullable ? null : undefined)

function wallClock(text: string, zone: string): string | null {
  try {
    return Temporal.PlainDateTime.from(text, { overflow: 'reject' }).toZonedDateTime(zone).toInstant().toString()
  } catch {
    return null
  }
}

/** Splits `a, "b, c"` into its two texts, as the export quotes them. */
function wordsOf(text: string): string[] {
  return [...text.matchAll(/\s*(?:"((?:[^"]|"")*)"|([^,]*))\s*(?:,|$)/g)]
    .map(([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain.trim())
    .filter((word) => word !== '')
}
