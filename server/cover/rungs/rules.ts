const HOUR_MS = 3_600_000

/** How many people are asked together, and how long until the next are. `people` null: everybody who is left. */
export type Rung = {
  /** It holds while more than this is left until the start. Hours. */
  more_than: number
  people: number | null
  /** Hours. */
  every: number
}

/** The ladder of a search, by the time left until the start of the shift. */
export const RUNGS: readonly Rung[] = [
  { more_than: 7 * 24, people: 3, every: 24 },
  { more_than: 2 * 24, people: 5, every: 4 },
  { more_than: 12, people: 10, every: 1 },
  { more_than: 0, people: null, every: 1 },
]

/** Returns the rung that holds at `now`; the last one for a shift that has begun. */
export function rungAt(now: Date, start: Date): Rung {
  const left = start.getTime() - now.getTime()
  return RUNGS.find(({ more_than }) => left > more_than * HOUR_MS) ?? RUNGS.at(-1)!
}
