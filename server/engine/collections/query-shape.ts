import { DomainError, type Issues } from '#server/engine/kernel/errors.ts'
import { cutText } from '../kernel/cut-text.pure.ts'
import type { Declaration } from './define.ts'
import {
  booleanOf,
  type Filter,
  fieldFilter,
  likePattern,
  namedFilter,
  type Operator,
  splitOperator,
} from './filters.ts'
import { addIssue, hasIssues } from './issues.ts'
import { accessOf, fieldOf, findPath, type Path, type Registry, type Standing } from './reading.ts'

export type QueryInput = URLSearchParams | Readonly<Record<string, string>>

export type SortKey = { path: Path; descending: boolean }

/** A list request: its shape, identified by `key`, and its values. */
export type Query = {
  key: string
  expand: readonly string[]
  sort: readonly SortKey[]
  search: readonly Path[]
  visibleOnly: boolean
  filters: readonly Filter[]
  limit: number | null
  /** Whether the limit is part of the text, so that the planner knows it. */
  limitInText: boolean
  offset: number
  pattern: string | null
}

const DEFAULT_LIMIT = 50
const MAX_VALUE = 8000
const USUAL_LIMITS = [1, 5, 10, 20, 25, 50, 100]

const RESERVED = new Set(['search', 'expand', 'sort', 'limit', 'offset', 'visibleOnly'])
const NOT_STORABLE = /[\0\p{Cs}]/u
const SORTABLE = new Set([
  'id',
  'line',
  'text',
  'choice',
  'integer',
  'number',
  'boolean',
  'instant',
  'date',
  'relation',
])

/**
 * Parses the query string of a list.
 * @param zone the site's time zone, in which a plain date is a day.
 * @throws DomainError 'invalid' naming each unknown or unreadable parameter; only empty values are ignored.
 */
export function parseQuery(
  registry: Registry,
  declaration: Declaration,
  standing: Standing,
  zone: string,
  input: QueryInput,
): Query {
  const issues: Issues = {}
  const texts = valuesOf(input, issues)
  const query: Query & { filters: Filter[] } = {
    key: '',
    expand: [],
    sort: [],
    search: [],
    visibleOnly: false,
    filters: [],
    limit: DEFAULT_LIMIT,
    limitInText: true,
    offset: 0,
    pattern: null,
  }
  const path = (name: string) => findPath(registry, declaration, standing, name)
  const fail = (name: string, message: string) => addIssue(issues, name, message)
  let sort: readonly string[] = declaration.contract.sort
  for (const [name, value] of texts) {
    if (value === '' && RESERVED.has(name)) continue
    switch (name) {
      case 'search':
        if (value.length > 200) fail(name, 'At most 200 characters.')
        else if (value.trim()) {
          query.pattern = likePattern(value.trim())
          query.search = declaration.contract.search
            .map(path)
            .filter((found): found is Path => found !== null && !found.own)
        }
        break
      case 'expand':
        query.expand = unique(value)
        for (const word of query.expand)
          if (!expandable(registry, declaration, standing, word) && !hasNoRelation(registry, declaration, word))
            fail(name, `Unknown: ${shown(word)}.`)
        break
      case 'sort':
        sort = unique(value)
        break
      case 'limit':
        if (/^(-1|\d{1,12})$/.test(value)) query.limit = value === '-1' ? null : Number(value)
        else fail(name, 'Must be a whole number, 0 or more, or -1 for all.')
        break
      case 'offset':
        if (/^\d{1,12}$/.test(value)) query.offset = Number(value)
        else fail(name, 'Must be a whole number, 0 or more.')
        break
      case 'visibleOnly': {
        const wanted = booleanOf(value)
        if (wanted === null) fail(name, 'Must be true or false.')
        query.visibleOnly = wanted === true && declaration.visibleOnly !== undefined
        break
      }
      default: {
        const filter = filterOf(name, value)
        if (typeof filter === 'string') fail(name, filter)
        else if (filter) query.filters.push(filter)
      }
    }
  }

  function filterOf(name: string, value: string): Filter | string | null {
    const named = Object.hasOwn(declaration.filters, name) ? declaration.filters[name] : undefined
    const isNone = value === 'null' && fieldOf(declaration, name)?.nullable
    if (named && !isNone && !(named.adminOnly && standing !== 'admin'))
      return value === '' && named.kind !== 'flag' ? null : namedFilter(name, named, value, zone)
    const { path: at, operator } = boundOf(name) ?? splitOperator(name)
    const found = path(at)
    if (!found || found.field.kind === 'json') return 'Unknown filter.'
    return value === '' ? null : fieldFilter(found, operator, value, zone)
  }

  /** `from` and `to` of records without a window bound their date. */
  function boundOf(name: string): { path: string; operator: Operator } | null {
    if (!declaration.dated) return null
    return name === 'from'
      ? { path: declaration.dated, operator: 'gte' }
      : name === 'to'
        ? { path: declaration.dated, operator: 'lte' }
        : null
  }

  const keys: SortKey[] = []
  const seen = new Set<string>()
  for (const word of sort) {
    const name = word.replace(/^-/, '')
    const found = path(name)
    if (!found || !SORTABLE.has(found.field.kind)) {
      if (sort !== declaration.contract.sort) fail('sort', `Unknown: ${shown(word)}.`)
    } else if (!seen.has(name)) keys.push({ path: found, descending: word.startsWith('-') })
    seen.add(name)
  }
  query.sort = keys
  if (hasIssues(issues)) throw new DomainError('invalid', 'The query cannot be understood.', { issues })
  query.limitInText = query.limit === null || USUAL_LIMITS.includes(query.limit)
  query.key = keyOf(query)
  return query
}

const keyOf = (query: Query) =>
  JSON.stringify([
    query.expand,
    query.sort.map(({ path, descending }) => (descending ? `-${path.name}` : path.name)),
    query.pattern !== null,
    query.visibleOnly,
    query.filters.map((filter) => filter.key),
    query.limitInText ? query.limit : 'limit',
    query.offset > 0,
  ])

function valuesOf(input: QueryInput, issues: Issues): Map<string, string> {
  const values = new Map<string, string>()
  for (const [name, value] of input instanceof URLSearchParams ? input : Object.entries(input)) {
    const key = shown(name)
    if (NOT_STORABLE.test(name) || name.length > 100) addIssue(issues, key, 'Unknown filter.')
    else if (NOT_STORABLE.test(value)) addIssue(issues, key, 'Contains characters that cannot be stored.')
    else if (value.length > MAX_VALUE) addIssue(issues, key, `At most ${MAX_VALUE} characters.`)
    else if (values.has(name)) addIssue(issues, key, 'Given more than once.')
    else values.set(name, value)
  }
  return values
}

const unique = (list: string) => [
  ...new Set(
    list
      .split(',')
      .map((word) => word.trim())
      .filter(Boolean),
  ),
]

const shown = (word: string) => cutText(word, 60).replaceAll('\ufffd', '?')

const hasNoRelation = (registry: Registry, declaration: Declaration, word: string): boolean => {
  const field = fieldOf(declaration, word)
  return field ? !field.to : registry.has(word)
}

export function expandable(
  registry: Registry,
  declaration: Declaration,
  standing: Standing,
  name: string,
): Declaration | null {
  const field = findPath(registry, declaration, standing, name)?.field
  if ((field?.kind !== 'relation' && field?.kind !== 'relations') || !field.to || name.includes('/')) return null
  const target = registry.get(field.to)
  return target && accessOf(target, standing).read ? target : null
}
