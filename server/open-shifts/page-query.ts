import { MAX_OPEN, type OpenShiftFilters, openShiftFilters } from './contract.ts'

export const WEEKS = [8, 26] as const

export const PAGE_ROWS = 20
export const BARRED_ROWS = 5

const rowsOf = (text: string | null, first: number): number =>
  /^\d{1,4}$/.test(text ?? '') ? Math.min(MAX_OPEN, Math.max(first, Number(text))) : first

/** Parses the page's URL. Ignores invalid values, since people edit URLs. */
export function readOpenPage(query: URLSearchParams) {
  const filters: OpenShiftFilters = {}
  for (const name of ['assignment', 'eventtype', 'location'] as const) {
    const id = openShiftFilters.shape[name].safeParse(query.get(name) || undefined)
    if (id.success && id.data) filters[name] = id.data
  }
  const weekday = openShiftFilters.shape.weekday.safeParse(query.get('weekday') || undefined)
  if (weekday.success && weekday.data) filters.weekday = weekday.data
  return {
    filters,
    weeks: WEEKS.find((weeks) => String(weeks) === query.get('weeks')) ?? WEEKS[0],
    show: rowsOf(query.get('show'), PAGE_ROWS),
    others: rowsOf(query.get('others'), BARRED_ROWS),
  }
}
