const HOUR_MS = 3_600_000

/** Group size, and the wait before the next. `people` null: everyone left. */
export type Rung = {
  /** Applies while more than this many hours are left until the start. */
  more_than: number
  people: number | null
  /** Hours. */
  every: number
}

/** Ladders by the time left until the start, which a site chooses by name. Only their values are stored. */
export const PRESETS = {
  gentle: [
    { more_than: 7 * 24, people: 2, every: 48 },
    { more_than: 2 * 24, people: 3, every: 12 },
    { more_than: 12, people: 5, every: 2 },
    { more_than: 0, people: null, every: 1 },
  ],
  usual: [
    { more_than: 7 * 24, people: 3, every: 24 },
    { more_than: 2 * 24, people: 5, every: 4 },
    { more_than: 12, people: 10, every: 1 },
    { more_than: 0, people: null, every: 1 },
  ],
  urgent: [
    { more_than: 7 * 24, people: 10, every: 12 },
    { more_than: 2 * 24, people: 20, every: 2 },
    { more_than: 0, people: null, every: 1 },
  ],
} as const satisfies Record<string, readonly Rung[]>

export type Preset = keyof typeof PRESETS
export const PRESET_NAMES = Object.keys(PRESETS) as Preset[]

/** The default ladder. */
export const RUNGS: readonly Rung[] = PRESETS.usual

/** Returns the preset with these values, in whatever order of keys; null for a site's own rules. */
export function presetOf(rungs: readonly Rung[]): Preset | null {
  const isSame = (a: Rung | undefined, b: Rung) =>
    a?.more_than === b.more_than && a.people === b.people && a.every === b.every
  return (
    PRESET_NAMES.find(
      (name) => PRESETS[name].length === rungs.length && rungs.every((rung, at) => isSame(PRESETS[name][at], rung)),
    ) ?? null
  )
}

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
