const HOUR_MS = 3_600_000

/** How many people are asked together, and how long until the next are. `people` null: everybody who is left. */
export type Rung = {
  /** It holds while more than this is left until the start. Hours. */
  more_than: number
  people: number | null
  /** Hours. */
  every: number
}

/** The ladder of a search, by the time left until the start of the shift, unless a site has its own. */
export const RUNGS: readonly Rung[] = [
  { more_than: 7 * 24, people: 3, every: 24 },
  { more_than: 2 * 24, people: 5, every: 4 },
  { more_than: 12, people: 10, every: 1 },
  { more_than: 0, people: null, every: 1 },
]

/**
 * Returns the rung that holds at `now`; the last one for a shift that has begun. The last holds while less than the `more_than` before it is left,
 * so that the one before holds at that instant, too.
 * @param rungs with the most time left first.
 */
export function rungAt(now: Date, start: Date, rungs: readonly Rung[] = RUNGS): Rung {
  const left = start.getTime() - now.getTime()
  const holds = ({ more_than }: Rung, at: number) =>
    at === rungs.length - 2 ? left >= more_than * HOUR_MS : left > more_than * HOUR_MS
  return rungs.find(holds) ?? rungs.at(-1)!
}
