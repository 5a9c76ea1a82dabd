import type { PlainContract } from '#server/engine/collections/contract.ts'
import { cutText } from '#server/engine/kernel/cut-text.pure.ts'
import { conditionName, findComparison, isValidCondition, splitCondition } from './conditions.ts'
import type { Column, ListData, ListQuery, ListRecord, ListView } from './list-view.ts'
import { PAGE_SIZES } from './page-sizes.ts'

/** Rows per request of a list on one page; the screen loads the others in the background (`from`). */
const CHUNK_SIZE = 1000
const DEFAULT_PAGE_SIZE = 10
const MAX_SORTS = 3

const LONG_FROM = 15

/** Whether a list needs columns, saved views and select-all: when it is long, and while something narrows it. */
export const isLongList = ({ count, query }: Pick<ListData, 'count' | 'query'>): boolean =>
  count >= LONG_FROM ||
  query.search !== '' ||
  query.page > 1 ||
  query.columns !== null ||
  Object.keys(query.filters).length > 0

type Shape = Pick<ListView, 'tabs' | 'expand' | 'hidden'> & { columns: readonly Pick<Column, 'key' | 'sort'>[] }
type Fields = Pick<PlainContract, 'fields'>

const sortKeys = (view: Shape, { fields }: Fields): string[] => [
  ...new Set([
    ...view.columns.flatMap(({ sort }) => sort ?? []),
    ...Object.keys(fields).flatMap((key) => sortKey(key, fields) ?? []),
  ]),
]

/** Undefined for fields without an order. */
export function sortKey(key: string, fields: Fields['fields']): string | undefined {
  const field = fields[key]
  if (!field || ['relations', 'words', 'json'].includes(field.kind)) return undefined
  return field.kind === 'relation' ? (field.names === undefined ? undefined : `${key}/${field.names}`) : key
}

export const plainFields = (view: Pick<ListView, 'hidden'>, { fields }: Fields): string[] =>
  Object.keys(fields).filter((key) => fields[key]?.kind !== 'json' && key !== 'id' && !view.hidden?.includes(key))

/** Parses a list's URL. Ignores invalid parts, so that old links still open. */
export function readQuery(view: Shape, contract: Fields, search: URLSearchParams): ListQuery {
  const tab = view.tabs.find(({ key }) => key === search.get('view')) ?? view.tabs[0]
  const keys = sortKeys(view, contract)
  const sorts = (search.get('sort') ?? '').split(',').slice(0, MAX_SORTS)
  const sortable = sorts.every((sort) => keys.includes(sort.replace(/^-/, '')))
  const limit = PAGE_SIZES.find((size) => String(size) === search.get('limit')) ?? DEFAULT_PAGE_SIZE
  const page = Number(search.get('page'))
  const shown = [...view.columns.map(({ key }) => key), ...plainFields(view, contract)]
  const columns = search
    .get('cols')
    ?.split(',')
    .filter((key) => shown.includes(key))
  return {
    tab: tab?.key ?? '',
    search: cutText(search.get('search') ?? '', 200),
    sort: sortable ? sorts.join(',') : (tab?.sort ?? ''),
    limit,
    page: Number.isInteger(page) && page > 0 && page < 100_000 && limit > 0 ? page : 1,
    filters: readFilters(contract, search),
    columns: columns?.length ? [...new Set(columns)] : null,
  }
}

const readFilters = ({ fields }: Fields, search: URLSearchParams): Record<string, string> =>
  Object.fromEntries(
    [...search].flatMap(([name, value]) => {
      const { path, operator } = splitCondition(name)
      const field = fields[path]
      if (field === undefined || !isValidCondition(field, operator, value)) return []
      return [[conditionName(path, findComparison(field, operator, value)?.operator ?? operator), value]]
    }),
  )

export const NOW = '$now'

export function engineQuery(view: Shape, query: ListQuery, now: string, from = 0): Record<string, string> {
  return {
    ...matchesQuery(view, query, now),
    ...(query.sort && { sort: query.sort }),
    ...(view.expand && { expand: view.expand }),
    limit: String(query.limit > 0 ? query.limit : CHUNK_SIZE),
    offset: String(query.limit > 0 ? (query.page - 1) * query.limit : from),
  }
}

export const chunkOffset = ({ limit }: ListQuery, search: URLSearchParams): number =>
  limit < 0 && /^\d{1,7}$/.test(search.get('from') ?? '') ? Number(search.get('from')) : 0

/** Returns the engine's query for all matches, as used by exports. @param now ISO instant. */
export function matchesQuery(view: Shape, query: ListQuery, now: string): Record<string, string> {
  const filters = Object.entries(view.tabs.find(({ key }) => key === query.tab)?.query ?? {})
  return {
    ...Object.fromEntries(filters.map(([name, value]) => [name, value === NOW ? now : value])),
    ...query.filters,
    ...(query.search && { search: query.search }),
  }
}

/** Returns the URL of the same list with changes. A new search, filter, tab or order resets the page. */
export function listAddress(view: Shape, query: ListQuery, change: Partial<ListQuery>): string {
  const tab = change.tab ?? query.tab
  const next = { ...query, ...('tab' in change && { sort: '' }), page: 1, ...change }
  const search = new URLSearchParams()
  if (tab !== view.tabs[0]?.key) search.set('view', tab)
  if (next.search) search.set('search', next.search)
  for (const [name, value] of Object.entries(next.filters)) search.set(name, value)
  if (next.sort && next.sort !== view.tabs.find(({ key }) => key === tab)?.sort) search.set('sort', next.sort)
  if (next.columns) search.set('cols', next.columns.join(','))
  if (next.limit !== DEFAULT_PAGE_SIZE) search.set('limit', String(next.limit))
  if (next.page > 1) search.set('page', String(next.page))
  const text = search.toString()
  return text ? `?${text}` : ''
}

const NON_FILTER_PARAMETERS = ['page', 'add', 'open', 'from']

/** The part of a URL to store as a saved view. Never empty, so that the list can be matched to the view. */
export function savedQuery(search: URLSearchParams, tab: string): string {
  const saved = new URLSearchParams([...search].filter(([name]) => !NON_FILTER_PARAMETERS.includes(name)))
  if (saved.size === 0) saved.set('view', tab)
  return saved.toString()
}

/** Whether two query strings name the same list, ignoring page and order of parameters. */
export function sameList(a: string, b: string): boolean {
  const normalise = (text: string) => {
    const search = new URLSearchParams(text)
    for (const name of NON_FILTER_PARAMETERS) search.delete(name)
    search.sort()
    return search.toString()
  }
  return normalise(a) === normalise(b)
}

export function recordAddress(
  view: Pick<ListView, 'recordPath' | 'form'>,
  record: ListRecord,
  search: URLSearchParams,
): string {
  const [path = '', ownQuery] = view.recordPath(record).split('?')
  const query = new URLSearchParams([...search].filter(([name]) => name !== 'add' && name !== 'open'))
  for (const [name, value] of new URLSearchParams(ownQuery)) query.set(name, value)
  return view.form.length && query.size ? `${path}?${query}` : path
}
