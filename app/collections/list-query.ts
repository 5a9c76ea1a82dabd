import type { ListQuery, ListView } from './list-view.ts'

export const PAGE_SIZES = [10, 25, 50, 100] as const
const USUAL_SIZE = 25

type Shape = Pick<ListView, 'tabs' | 'expand'> & { columns: readonly { sort?: string }[] }

/** Reads a list's address. What it cannot mean is taken as not said, so that an old link still opens. */
export function readQuery(view: Shape, search: URLSearchParams): ListQuery {
  const tab = view.tabs.find(({ key }) => key === search.get('view')) ?? view.tabs[0]
  const wanted = search.get('sort') ?? ''
  const sortable = view.columns.some(({ sort }) => sort !== undefined && sort === wanted.replace(/^-/, ''))
  const limit = PAGE_SIZES.find((size) => String(size) === search.get('limit')) ?? USUAL_SIZE
  const page = Number(search.get('page'))
  return {
    tab: tab?.key ?? '',
    search: (search.get('search') ?? '').slice(0, 200),
    sort: sortable ? wanted : (tab?.sort ?? ''),
    limit,
    page: Number.isInteger(page) && page > 0 && page < 100_000 ? page : 1,
  }
}

/** Stands in a tab's query for the current instant. */
export const NOW = '$now'

/** The engine's query: all matches, and which page of them. */
export function engineQuery(view: Shape, query: ListQuery, now: string): Record<string, string> {
  return {
    ...matchesQuery(view, query, now),
    ...(query.sort && { sort: query.sort }),
    ...(view.expand && { expand: view.expand }),
    limit: String(query.limit),
    offset: String((query.page - 1) * query.limit),
  }
}

/** All matches, whatever page: what an export takes. @param now ISO instant. */
export function matchesQuery(view: Shape, query: ListQuery, now: string): Record<string, string> {
  const filters = Object.entries(view.tabs.find(({ key }) => key === query.tab)?.query ?? {})
  return {
    ...Object.fromEntries(filters.map(([name, value]) => [name, value === NOW ? now : value])),
    ...(query.search && { search: query.search }),
  }
}

/** The address of the same list with something changed. A new search, tab or order begins at the first page. */
export function listAddress(view: Shape, query: ListQuery, change: Partial<ListQuery>): string {
  const tab = change.tab ?? query.tab
  const next = { ...query, ...('tab' in change && { sort: '' }), page: 1, ...change }
  const search = new URLSearchParams()
  if (tab !== view.tabs[0]?.key) search.set('view', tab)
  if (next.search) search.set('search', next.search)
  if (next.sort && next.sort !== view.tabs.find(({ key }) => key === tab)?.sort) search.set('sort', next.sort)
  if (next.limit !== USUAL_SIZE) search.set('limit', String(next.limit))
  if (next.page > 1) search.set('page', String(next.page))
  const text = search.toString()
  return text ? `?${text}` : ''
}
