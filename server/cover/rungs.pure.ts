const HOUR_MS = 3_600_000

/** Group size, and the wait before the next. `people` null: everyone left. */
export type Rung = {
  /** Applies while more than this many hours are left until the start. */
  more_than: number
  people: number | null
  /** Hours. */
  every: number
}

/** Default ladder, by the time left until the start. */
export const RUNGS: readonly Rung[] = [
  { more_than: 7 * 24, people: 3, every: 24 },
  { more_than: 2 * 24, people: 5, every: 4 },
  { more_than: 12, people: 10, every: 1 },
  { more_than: 0, people: null, every: 1 },
]

/**
 * Returns the rung for `now`; the last one after the start. The last rung starts strictly below the previous
 * `more_than`.
 * @param rungs most time left first.
 */
export function rungAt(now: Date, start: Date, rungs: readonly Rung[] = RUNGS): Rung {
  const left = start.getTime() - now.getTime()
  const holds = ({ more_than }: Rung, at: number) =>
    at === rungs.length - 2 ? left >= more_than * HOUR_MS : left > more_than * HOUR_MS
  return rungs.find(holds) ?? rungs.at(-1)!
}
