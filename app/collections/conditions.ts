import type { PlainField } from '#server/engine/collections/contract.ts'

/** The words of the API for comparisons; '' is the field's plain condition. */
export type Operator = '' | 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'

/** A comparison as somebody chooses it. `null` conditions have no value of their own. */
export type Comparison = { key: string; label: string; operator: Operator; nothing?: boolean }

const SUFFIX = /^(.+)__(eq|ne|gt|gte|lt|lte)$/
const NOTHING = 'null'

/** `joined__gte` → its field and operator. */
export function splitCondition(name: string): { path: string; operator: Operator } {
  const [, path, operator] = SUFFIX.exec(name) ?? []
  return path && operator ? { path, operator: operator as Operator } : { path: name, operator: '' }
}

export const conditionName = (path: string, operator: Operator) => (operator ? `${path}__${operator}` : path)

const one = (operator: Operator, label: string): Comparison => ({ key: operator || 'is', label, operator })

/** The conditions that each kind of field offers, in this order. */
const NUMBERS = [
  one('', 'equal to'),
  one('ne', 'not equal to'),
  one('gt', 'greater than'),
  one('gte', 'greater than or equal to'),
  one('lt', 'less than'),
  one('lte', 'less than or equal to'),
]
const DATES = [
  one('', 'on'),
  one('gte', 'on or after'),
  one('gt', 'after'),
  one('lte', 'on or before'),
  one('lt', 'before'),
  one('ne', 'not on'),
]
const OF_KIND: Partial<Record<PlainField['kind'], Comparison[]>> = {
  line: [one('', 'contains'), one('eq', 'is'), one('ne', 'is not')],
  text: [one('', 'contains')],
  words: [one('', 'contains')],
  choice: [one('', 'is'), one('ne', 'is not')],
  boolean: [one('', 'is')],
  integer: NUMBERS,
  number: NUMBERS,
  date: DATES,
  instant: DATES,
  relation: [one('', 'is'), one('ne', 'is not')],
  relations: [one('', 'includes')],
}
const EMPTY: Comparison[] = [
  { key: 'nothing', label: 'is empty', operator: '', nothing: true },
  { key: 'something', label: 'is not empty', operator: 'ne', nothing: true },
]

/** What may be asked of a field. */
export const comparisonsOf = (field: PlainField): Comparison[] => {
  const own = OF_KIND[field.kind] ?? []
  return field.nullable && own.length ? [...own, ...EMPTY] : own
}

/** The comparison that a condition of an address makes. */
export const comparisonOf = (field: PlainField, operator: Operator, value: string): Comparison | undefined =>
  comparisonsOf(field).find(
    (of) =>
      Boolean(of.nothing) === (value === NOTHING && field.nullable) &&
      (of.operator === operator || (operator === 'eq' && of.operator === '' && field.kind !== 'line')),
  )

export const saidOf = (comparison: Comparison, value: string) => (comparison.nothing ? NOTHING : value)

const isDay = (value: string) =>
  /^[12]\d{3}-\d\d-\d\d$/.test(value) &&
  value >= '1900' &&
  !Number.isNaN(Date.parse(value)) &&
  new Date(value).toISOString().startsWith(value)

/** Whether the engine can make something of the condition. */
export function canMean(field: PlainField, operator: Operator, value: string): boolean {
  const comparison = comparisonOf(field, operator, value)
  if (!comparison || value === '') return false
  if (comparison.nothing) return true
  switch (field.kind) {
    case 'integer':
    case 'number':
      return /^-?\d{1,15}(\.\d{1,10})?$/.test(value)
    case 'date':
    case 'instant':
      return isDay(value)
    case 'boolean':
      return value === 'true' || value === 'false'
    case 'choice':
      return value.split(',').every((word) => field.choices?.includes(word))
    case 'relation':
    case 'relations':
      return /^[1-9]\d{0,14}(,[1-9]\d{0,14}){0,99}$/.test(value)
    default:
      return value.length <= 200
  }
}

export const idsOf = (value: string): number[] => (value === NOTHING ? [] : value.split(',').map(Number))
