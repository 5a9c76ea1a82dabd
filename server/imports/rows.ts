import type { RawRow } from '#server/engine/parsing/csv-file-contract.ts'
import type { Field, ImportKind } from './contract.ts'
import { FIELDS, STAND_INS } from './contract.ts'
import { MESSAGES, type Verdict } from './rules.ts'

export type RowErrors = Record<string, string[]>

export type CheckedRow<V> = {
  line: number
  /** The text of each mapped field in the file, trimmed. */
  cells: Record<string, string>
  values: V | null
  errors: RowErrors
  warnings: string[]
}

export type RowReader<F extends Field> = {
  readonly row: CheckedRow<never>
  text(field: F): string
  /** Applies `rule` to the cell; null for an empty cell (an error if the field is required) or an invalid one. */
  read<T>(field: F, rule: (cell: string) => Verdict<T>): T | null
  fail(field: F | 'non_field_errors', message: string): void
  failed(): boolean
}

export function createRowReader<F extends Field>(
  kind: ImportKind,
  { line, cells }: RawRow,
  header: readonly string[],
  indexOf: ReadonlyMap<Field, number>,
): RowReader<F> {
  const row: CheckedRow<never> = { line, cells: {}, values: null, errors: {}, warnings: [] }
  const required = new Set<Field>(FIELDS[kind].filter((spec) => spec.required).map((spec) => spec.field))
  for (const [field, index] of indexOf) row.cells[field] = cells[index]?.trim() ?? ''
  const fail = (field: string, message: string) => {
    const messages = row.errors[field] ?? []
    messages.push(message)
    row.errors[field] = messages
  }
  const count = cells.length
  const beyond = cells.slice(header.length).some((cell) => cell.trim() !== '')
  const cut = kind === 'season' && [...indexOf.values()].some((index) => index >= count)
  if (beyond || cut) fail('non_field_errors', `This row has ${count} columns, but the header has ${header.length}.`)
  return {
    row,
    text: (field) => row.cells[field] ?? '',
    read: (field, rule) => {
      const cell = row.cells[field] ?? ''
      if (cell === '') {
        const hasStandIn = STAND_INS[field]?.some((other) => row.cells[other])
        if (required.has(field) && !hasStandIn)
          fail(indexOf.has(field) ? field : (STAND_INS[field]?.[0] ?? field), MESSAGES.required)
        return null
      }
      const { value, error } = rule(cell)
      if (error !== undefined) fail(field, error)
      return value ?? null
    },
    fail,
    failed: () => Object.keys(row.errors).length > 0,
  }
}
