/** The one source of the current time. All instants are UTC; zones are applied by the domain that needs them. */
export type Clock = {
  /** The current instant, moved by the development offset when one is set. */
  now(): Date
  /** Milliseconds since the epoch, moved by the same offset. */
  epochMs(): number
  /** Moves the clock so that `now()` is `instant` and continues from there; `null` returns to real time. */
  set(instant: Date | null): void
  /** Milliseconds added to real time. */
  offsetMs(): number
  setOffsetMs(ms: number): void
}

/** Creates a clock that runs with the machine. `set` exists for `/dev/clock` and tests; production never calls it. */
export function createClock(offset = 0): Clock {
  let offsetMs = offset
  return {
    now: () => new Date(Date.now() + offsetMs),
    epochMs: () => Date.now() + offsetMs,
    set: (instant) => {
      offsetMs = instant === null ? 0 : instant.getTime() - Date.now()
    },
    offsetMs: () => offsetMs,
    setOffsetMs: (ms) => {
      offsetMs = ms
    },
  }
}

/** Counts monotonic milliseconds for measuring durations; unrelated to the wall clock. */
export const stopwatch = () => {
  const startedAt = performance.now()
  return () => performance.now() - startedAt
}
