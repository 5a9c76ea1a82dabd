/** The only source of the current time. Instants are UTC; the domain that needs a zone applies it. */
export type Clock = {
  /** The current instant, including the development offset. */
  now(): Date
  /** Milliseconds since the epoch, including the offset. */
  epochMs(): number
  /** Moves the clock to `instant`, from which it continues; `null` returns to real time. */
  set(instant: Date | null): void
  offsetMs(): number
  setOffsetMs(ms: number): void
}

/** `set` is for `/dev/clock` and tests; production never calls it. */
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

/** Measures durations in monotonic milliseconds. */
export const stopwatch = () => {
  const startedAt = performance.now()
  return () => performance.now() - startedAt
}
