import { DAY_MESSAGE, isDay } from '../kernel/day-text.pure.ts'
import type { NamedFilter, Scope } from './define.ts'
import { readDayOrInstant } from './moments.ts'
import type { Path } from './reading.ts'

type Bind = (n: number, type: string) => string

/** A condition of a list: key and SQL depend on its shape only, never on the values. */
export type Filter = { key: string; values: readonly unknown[]; sql: (q: Scope, bind: Bind) => string }

type Parsed = Filter | string

export const OPERATORS = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte'] as const
export type Operator = (typeof OPERATORS)[number]

const SYMBOLS: Record<Operator, string> = { eq: '=', ne: 'is distinct from', gt: '>', gte: '>=', lt: '<', lte: '<=' }
const MAX_IDS = 1000
const MAX_TEXT = 500
const SAFE = Number.MAX_SAFE_INTEGER

const NO_COMPARISON = 'This comparison does not apply here.'

/** Splits `person__ne` into path and operator; an unknown suffix belongs to the name. */
export function splitOperator(name: string): { path: string; operator: Operator | null } {
  const at = name.lastIndexOf('__')
  const operator = OPERATORS.find((known) => known === name.slice(at + 2))
  return at > 0 && operator ? { path: name.slice(0, at), operator } : { path: name, operator: null }
}

export const likePattern = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** SQL: a text contains the pattern, ignoring case and accents. The pattern is folded once per statement. */
export const containsSql = (value: string, pattern: string) =>
  `core.folded(${value}) like (select core.folded(${pattern}))`

export function fieldFilter(path: Path, operator: Operator | null, raw: string, zone: string): Parsed {
  const key = `${path.name}__${operator}`
  const make = (variant: string, values: readonly unknown[], test: (value: string, bind: Bind) => string): Filter => ({
    key: `${key}:${variant}`,
    values,
    sql: (q, bind) => path.where(q, (value) => test(value, bind)),
  })
  const { kind } = path.field
  const several = kind === 'relations' || kind === 'words'
  if (raw === 'null' && (path.nullable || (kind !== 'line' && kind !== 'text'))) {
    if (operator && operator !== 'eq' && operator !== 'ne') return NO_COMPARISON
    const none = (value: string) => (several ? `coalesce(cardinality(${value}), 0) = 0` : `${value} is null`)
    return make('null', [], (value) => (operator === 'ne' ? `not (${none(value)})` : none(value)))
  }
  const only = (...allowed: Operator[]) => operator === null || allowed.includes(operator)
  switch (kind) {
    case 'line':
    case 'text': {
      if (!only('eq', 'ne')) return NO_COMPARISON
      if (raw.length > MAX_TEXT) return `At most ${MAX_TEXT} characters.`
      if (operator)
        return make('text', [raw], (value, bind) => `lower(${value}) ${SYMBOLS[operator]} lower(${bind(0, 'text')})`)
      return make('contains', [likePattern(raw)], (value, bind) => containsSql(value, bind(0, 'text')))
    }
    case 'words':
      if (!only()) return NO_COMPARISON
      if (raw.length > MAX_TEXT) return `At most ${MAX_TEXT} characters.`
      return make(
        'word',
        [likePattern(raw)],
        (value, bind) => `exists (select from unnest(${value}) w where ${containsSql('w', bind(0, 'text'))})`,
      )
    case 'choice': {
      if (!only('eq', 'ne')) return NO_COMPARISON
      const wanted = raw.split(',')
      if (wanted.some((word) => !path.field.choices?.includes(word)))
        return `Must be one of ${path.field.choices?.join(', ')}.`
      return make('choice', [wanted], (value, bind) => anyOf(value, bind(0, 'text[]'), operator))
    }
    case 'boolean': {
      if (!only('eq', 'ne')) return NO_COMPARISON
      const wanted = booleanOf(raw)
      if (wanted === null) return 'Must be true or false.'
      return make(String(wanted !== (operator === 'ne')), [], (value) =>
        wanted !== (operator === 'ne') ? value : `not ${value}`,
      )
    }
    case 'integer':
    case 'number': {
      const wanted = numberOf(raw)
      if (wanted === null) return 'Must be a number.'
      return make('number', [wanted], (value, bind) => `${value} ${SYMBOLS[operator ?? 'eq']} ${bind(0, 'numeric')}`)
    }
    case 'id':
      if (operator && operator !== 'eq' && operator !== 'ne') {
        const wanted = numberOf(raw)
        if (wanted === null) return 'Must be a number.'
        return make('number', [wanted], (value, bind) => `${value} ${SYMBOLS[operator]} ${bind(0, 'numeric')}`)
      }
      return idFilter(raw, (ids) => make('ids', [ids], (value, bind) => anyOf(value, bind(0, 'bigint[]'), operator)))
    case 'relation':
      if (!only('eq', 'ne')) return NO_COMPARISON
      return idFilter(raw, (ids) => make('ids', [ids], (value, bind) => anyOf(value, bind(0, 'bigint[]'), operator)))
    case 'relations':
      if (!only()) return NO_COMPARISON
      return idFilter(raw, (ids) => make('ids', [ids], (value, bind) => `${value} && ${bind(0, 'bigint[]')}`))
    case 'date':
      if (!isDay(raw)) return DAY_MESSAGE
      return make('date', [raw], (value, bind) => `${value} ${SYMBOLS[operator ?? 'eq']} ${bind(0, 'date')}`)
    case 'instant': {
      const moment = readDayOrInstant(raw, zone)
      if (!moment) return MOMENT_MESSAGE
      return make(
        'moment',
        dayValues(operator ?? 'eq', moment.day ? moment : millisecondOf(moment.from)),
        (value, bind) => dayTest(operator ?? 'eq', value, (n) => bind(n, 'timestamptz')),
      )
    }
    case 'json':
      return NO_COMPARISON
  }
}

export function namedFilter(name: string, filter: NamedFilter, raw: string, zone: string): Parsed {
  switch (filter.kind) {
    case 'flag': {
      const wanted = flagOf(raw)
      if (wanted === null) return 'Must be true or false.'
      return {
        key: `${name}=${wanted}`,
        values: [],
        sql: (q) => (wanted ? `(${filter.sql(q)})` : `not coalesce((${filter.sql(q)}), false)`),
      }
    }
    case 'moment': {
      const moment = readDayOrInstant(raw, zone)
      if (!moment) return MOMENT_MESSAGE
      const value = moment.day && filter.edge === 'until' ? moment.until : moment.from
      return { key: name, values: [value], sql: (q, bind) => `(${filter.sql(q, bind(0, 'timestamptz'))})` }
    }
    case 'day': {
      const day = readDayOrInstant(raw, zone)
      if (!day?.day) return DAY_MESSAGE
      return {
        key: name,
        values: [day.from, day.until],
        sql: (q, bind) => `(${filter.sql(q, bind(0, 'timestamptz'), bind(1, 'timestamptz'))})`,
      }
    }
    case 'ids':
      return idFilter(raw, (ids) => ({
        key: name,
        values: [ids],
        sql: (q, bind) => `(${filter.sql(q, bind(0, 'bigint[]'))})`,
      }))
  }
}

const MOMENT_MESSAGE = 'Must be a date (YYYY-MM-DD) or a date and time with a zone.'

/** Parses a flag as `booleanOf` does; without a value it is true. */
export const flagOf = (raw: string): boolean | null => raw === '' || booleanOf(raw)

export const booleanOf = (raw: string): boolean | null =>
  raw === 'true' || raw === '1' ? true : raw === 'false' || raw === '0' ? false : null

function numberOf(raw: string): number | null {
  const value = /^-?\d{1,16}(\.\d{1,10})?$/.test(raw) ? Number(raw) : Number.NaN
  return Math.abs(value) <= SAFE ? value : null
}

/** Parses a positive safe integer; null for any other text. */
export function idOf(raw: string): number | null {
  const value = /^[1-9]\d{0,15}$/.test(raw) ? Number(raw) : Number.NaN
  return value <= SAFE ? value : null
}

function idFilter(raw: string, make: (ids: number[]) => Filter): Parsed {
  const ids = raw.split(',').filter(Boolean).map(idOf)
  if (ids.length > MAX_IDS) return `At most ${MAX_IDS} ids.`
  return ids.length && ids.every((id) => id !== null) ? make(ids) : 'Must be an id, or several separated by commas.'
}

const anyOf = (value: string, list: string, operator: Operator | null) =>
  operator === 'ne' ? `(${value} is null or ${value} <> all (${list}))` : `${value} = any (${list})`

/** Responses have milliseconds while the database stores more: an instant means its whole millisecond. */
function millisecondOf(instant: string): Day {
  const at = Date.parse(instant)
  return { from: new Date(at).toISOString(), until: new Date(at + 1).toISOString() }
}

type Day = { from: string; until: string }

const dayValues = (operator: Operator, { from, until }: Day): string[] =>
  operator === 'eq' || operator === 'ne' ? [from, until] : operator === 'gt' || operator === 'lte' ? [until] : [from]

function dayTest(operator: Operator, value: string, bind: (n: number) => string): string {
  switch (operator) {
    case 'eq':
      return `(${value} >= ${bind(0)} and ${value} < ${bind(1)})`
    case 'ne':
      return `(${value} is null or ${value} < ${bind(0)} or ${value} >= ${bind(1)})`
    case 'gt':
    case 'gte':
      return `${value} >= ${bind(0)}`
    case 'lt':
    case 'lte':
      return `${value} < ${bind(0)}`
  }
}
