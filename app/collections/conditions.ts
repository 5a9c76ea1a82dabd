import type { PlainField } from '#server/engine/collections/contract.ts'
import { isDay } from '#server/engine/kernel/day-text.pure.ts'

/** The API's comparison suffixes; '' is a condition without a suffix. */
export type Operator = '' | 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'

/** With `isNull`, it takes no value. */
export type Comparison = { key: string; label: string; operator: Operator; isNull?: boolean }

const SUFFIX = /^(.+)__(eq|ne|gt|gte|lt|lte)$/
const NULL = 'null'

/** Splits `joined__gte` into field and operator. */
export function splitCondition(name: string): { path: string; operator: Operator } {
  const [, path, operator] = SUFFIX.exec(name) ?? []
  return path && operator ? { path, operator: operator as Operator } : { path: name, operator: '' }
}

export const conditionName = (path: string, operator: Operator) => (operator ? `${path}__${operator}` : path)

const comparison = (operator: Operator, label: string): Comparison => ({ key: operator || 'is', label, operator })

const NUMBERS = [
  comparison('', 'equal to'),
  comparison('ne', 'not equal to'),
  comparison('gt', 'greater than'),
  comparison('gte', 'greater than or equal to'),
  comparison('lt', 'less than'),
  comparison('lte', 'less than or equal to'),
]
const DATES = [
  comparison('eq', 'on'),
  comparison('gte', 'on or after'),
  comparison('gt', 'after'),
  comparison('lte', 'on or before'),
  comparison('lt', 'before'),
  comparison('ne', 'not on'),
]
const COMPARISONS_BY_KIND: Partial<Record<PlainField['kind'], Comparison[]>> = {
  line: [comparison('', 'contains'), comparison('eq', 'is'), comparison('ne', 'is not')],
  text: [comparison('', 'contains')],
  words: [comparison('', 'contains')],
  choice: [comparison('', 'is'), comparison('ne', 'is not')],
  boolean: [comparison('', 'is')],
  integer: NUMBERS,
  number: NUMBERS,
  date: DATES,
  instant: DATES,
  relation: [comparison('', 'is'), comparison('ne', 'is not')],
  relations: [comparison('', 'includes')],
}
const NULL_COMPARISONS: Comparison[] = [
  { key: 'nothing', label: 'is empty', operator: '', isNull: true },
  { key: 'something', label: 'is not empty', operator: 'ne', isNull: true },
]

export const comparisonsFor = (field: PlainField): Comparison[] => {
  const comparisons = COMPARISONS_BY_KIND[field.kind] ?? []
  return field.nullable && comparisons.length ? [...comparisons, ...NULL_COMPARISONS] : comparisons
}

const isPlain = (operator: Operator) => operator === '' || operator === 'eq'

export const findComparison = (field: PlainField, operator: Operator, value: string): Comparison | undefined =>
  comparisonsFor(field).find(
    (candidate) =>
      Boolean(candidate.isNull) === (value === NULL && field.nullable) &&
      (candidate.operator === operator || (isPlain(operator) && isPlain(candidate.operator) && field.kind !== 'line')),
  )

export const conditionValue = (comparison: Comparison, value: string) => (comparison.isNull ? NULL : value)

export function isValidCondition(field: PlainField, operator: Operator, value: string): boolean {
  const comparison = findComparison(field, operator, value)
  if (!comparison || value === '') return false
  if (comparison.isNull) return true
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

export const parseIds = (value: string): number[] => (value === NULL ? [] : value.split(',').map(Number))
