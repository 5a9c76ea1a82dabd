import type { PlainContract } from '#server/engine/collections/contract.ts'
import { canMean, splitCondition } from './conditions.ts'
import type { Column, ListQuery, ListRecord, ListView } from './list-view.ts'

/** Rows per page; -1 is all. */
export const PAGE_SIZES = [10, 25, 50, 100, -1] as const
/** So many rows of a list on one page come at once; the screen asks for the others behind it (`from`). */
export const PART = 1000
const USUAL_SIZE = 25
const MOST_SORTS = 3

type Shape = Pick<ListView, 'tabs' | 'expand' | 'hidden'> & { columns: readonly Pick<Column, 'key' | 'sort'>[] }
type Fields = Pick<PlainContract, 'fields'>

/** The words that a list may be sorted by: those of its columns, and the plain fields. */
export const sortWords = (view: Shape, { fields }: Fields): string[] => [
  ...new Set([
    ...view.columns.flatMap(({ sort }) => sort ?? []),
    ...Object.keys(fields).flatMap((key) => sortOf(key, fields) ?? []),
  ]),
]

/** What a field is sorted by; lists and settings have no order. */
export function sortOf(key: string, fields: Fields['fields']): string | undefined {
  const field = fields[key]
  if (!field || ['relations', 'words', 'json'].includes(field.kind)) return undefined
  return field.kind === 'relation' ? (field.names === undefined ? undefined : `${key}/${field.names}`) : key
}

/** Fields that may be shown as columns and filtered by. */
export const plainFields = (view: Pick<ListView, 'hidden'>, { fields }: Fields): string[] =>
  Object.keys(fields).filter((key) => fields[key]?.kind !== 'json' && key !== 'id' && !view.hidden?.includes(key))

/** Reads a list's address. What it cannot mean is taken as not said, so that an old link still opens. */
export function readQuery(view: Shape, contract: Fields, search: URLSearchParams): ListQuery {
  const tab = view.tabs.find(({ key }) => key === search.get('view')) ?? view.tabs[0]
  const words = sortWords(view, contract)
  const sorts = (search.get('sort') ?? '').split(',').slice(0, MOST_SORTS)
  const sortable = sorts.every((sort) => words.includes(sort.replace(/^-/, '')))
  const limit = PAGE_SIZES.find((size) => String(size) === search.get('limit')) ?? USUAL_SIZE
  const page = Number(search.get('page'))
  const shown = [...view.columns.map(({ key }) => key), ...plainFields(view, contract)]
  const columns = search
    .get('cols')
    ?.split(',')
    .filter((key) => shown.includes(key))
  return {
    tab: tab?.key ?? '',
    search: (search.get('search') ?? '').slice(0, 200),
    sort: sortable ? sorts.join(',') : (tab?.sort ?? ''),
    limit,
    page: Number.isInteger(page) && page > 0 && page < 100_000 && limit > 0 ? page : 1,
    filters: readFilters(contract, search),
    columns: columns?.length ? [...new Set(columns)] : null,
  }
}

const readFilters = ({ fields }: Fields, search: URLSearchParams): Record<string, string> =>
  Object.fromEntries(
    [...search].filter(([name, value]) => {
      const { path, operator } = splitCondition(name)
      const field = fields[path]
      return field !== undefined && canMean(field, operator, value)
    }),
  )

/** Stands in a tab's query for the current instant. */
export const NOW = '$now'

/** The engine's query: all matches, and which page of them. */
export function engineQuery(view: Shape, query: ListQuery, now: string, from = 0): Record<string, string> {
  return {
    ...matchesQuery(view, query, now),
    ...(query.sort && { sort: query.sort }),
    ...(view.expand && { expand: view.expand }),
    limit: String(query.limit > 0 ? query.limit : PART),
    offset: String(query.limit > 0 ? (query.page - 1) * query.limit : from),
  }
}

/** Where a part of a list on one page begins. */
export const partFrom = ({ limit }: ListQuery, search: URLSearchParams): number =>
  limit < 0 && /^\d{1,7}$/.test(search.get('from') ?? '') ? Number(search.get('from')) : 0

/** All matches, whatever page: what an export takes. @param now ISO instant. */
export function matchesQuery(view: Shape, query: ListQuery, now: string): Record<string, string> {
  const filters = Object.entries(view.tabs.find(({ key }) => key === query.tab)?.query ?? {})
  return {
    ...Object.fromEntries(filters.map(([name, value]) => [name, value === NOW ? now : value])),
    ...query.filters,
    ...(query.search && { search: query.search }),
  }
}

/** The address of the same list with something changed. A new search, filter, tab or order begins at the first page. */
export function listAddress(view: Shape, query: ListQuery, change: Partial<ListQuery>): string {
  const tab = change.tab ?? query.tab
  const next = { ...query, ...('tab' in change && { sort: '' }), page: 1, ...change }
  const search = new URLSearchParams()
  if (tab !== view.tabs[0]?.key) search.set('view', tab)
  if (next.search) search.set('search', next.search)
  for (const [name, value] of Object.entries(next.filters)) search.set(name, value)
  if (next.sort && next.sort !== view.tabs.find(({ key }) => key === tab)?.sort) search.set('sort', next.sort)
  if (next.columns) search.set('cols', next.columns.join(','))
  if (next.limit !== USUAL_SIZE) search.set('limit', String(next.limit))
  if (next.page > 1) search.set('page', String(next.page))
  const text = search.toString()
  return text ? `?${text}` : ''
}

/** What of an address names the list and no page or record of it. */
const NON_FILTER_PARAMETERS = ['page', 'add', 'open', 'from']

/** What is kept of an address as a view. It always says something, so that the list is known as this view. */
export function savedQuery(search: URLSearchParams, tab: string): string {
  const kept = new URLSearchParams([...search].filter(([word]) => !NON_FILTER_PARAMETERS.includes(word)))
  if (kept.size === 0) kept.set('view', tab)
  return kept.toString()
}

/** Whether two query strings name the same list, whatever the order of their words and the page. */
export function sameList(a: string, b: string): boolean {
  const plain = (text: string) => {
    const search = new URLSearchParams(text)
    for (const word of NON_FILTER_PARAMETERS) search.delete(word)
    search.sort()
    return search.toString()
  }
  return plain(a) === plain(b)
}

/** Where a row leads, with the list as it stands around it. */
export function recordAddress(
  view: Pick<ListView, 'recordPath' | 'form'>,
  record: ListRecord,
  search: URLSearchParams,
): string {
  const [at = '', own] = view.recordPath(record).split('?')
  const kept = new URLSearchParams([...search].filter(([word]) => word !== 'add' && word !== 'open'))
  for (const [word, value] of new URLSearchParams(own)) kept.set(word, value)
  return view.form.length && kept.size ? `${at}?${kept}` : at
}
