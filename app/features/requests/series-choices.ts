import type { RequestedDate, ShiftForRequest } from '#server/requests/answer/contract.ts'

/** Whether a date's request is answered now, and its shift; null until one is chosen. */
export type Choice = { on: boolean; shift: number | null }

/** Chooses the best-fitting shift for each date, by its request, and ticks it; dates without one stay unticked. */
export const firstChoices = (dates: readonly RequestedDate[]): Record<number, Choice> =>
  Object.fromEntries(
    dates.map(({ request, places }): [number, Choice] => {
      const best = places.find(({ fits }) => fits)?.shift ?? null
      return [request.id, { on: best !== null, shift: best }]
    }),
  )

/** Drops duplicates of the same assignment, role and time. */
export function distinctShifts(places: readonly ShiftForRequest[]): ShiftForRequest[] {
  const seen = new Set<string>()
  return places.filter(({ assignment, role, start, end, published }) => {
    const key = JSON.stringify([assignment, role, start, end, published])
    return !seen.has(key) && seen.add(key)
  })
}
