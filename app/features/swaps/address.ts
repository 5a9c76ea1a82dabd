import { cutText } from '#server/engine/kernel/cut-text.pure.ts'
import type { SwapWants } from '#server/swaps/contract.ts'

const MAX_IDS = 200
const MAX_LENGTH = 2_000

/** Reads ids from a URL list such as "4,17"; ignores anything else. */
export const idsOf = (text: string | null): number[] =>
  cutText(text ?? '', MAX_LENGTH)
    .split(',')
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0)
    .slice(0, MAX_IDS)

/** Reads the wishes from the URL: `days`, `month` (`YYYY-MM`) and `assignment`. */
export function wishesOf(search: URLSearchParams): { wants: SwapWants; month: string | null } {
  const weekdays = idsOf(search.get('days')).filter((day) => day <= 7)
  const assignments = idsOf(search.get('assignment')).slice(0, 100)
  const asked = (search.get('month') ?? '').slice(0, 7)
  const month = /^20\d\d-(0[1-9]|1[0-2])$/.test(asked) ? asked : null
  return {
    month,
    wants: {
      ...(weekdays.length && { weekdays }),
      ...(assignments.length && { assignments }),
      ...(month && { start: `${month}-01`, end: lastDayOf(month) }),
    },
  }
}

/** The months to choose from, in order, including the chosen one. */
export const monthsWith = (months: readonly string[], month: string | null): string[] =>
  [...new Set([...months, ...(month ? [month] : [])])].sort()

/** Excludes unticked shifts from the wishes; later matches are still wanted. */
export function withoutUnticked(wants: SwapWants, fits: readonly { id: number }[], not: readonly number[]): SwapWants {
  const except = fits.flatMap(({ id }) => (not.includes(id) ? [id] : []))
  return except.length ? { ...wants, except } : wants
}

const lastDayOf = (month: string): string => {
  const [year, number] = month.split('-').map(Number)
  return new Date(Date.UTC(year!, number!, 0)).toISOString().slice(0, 10)
}
