import type { Clock } from '#server/engine/kernel/clock.ts'

/** Stops a clock at its current time: it moves only where it is set, however long a test takes. */
export function hold(clock: Clock): void {
  let at = clock.epochMs()
  Object.assign(clock, {
    now: () => new Date(at),
    epochMs: () => at,
    set: (instant: Date | null) => {
      at = instant?.getTime() ?? Date.now()
    },
    offsetMs: () => at - Date.now(),
    setOffsetMs: (ms: number) => {
      at = Date.now() + ms
    },
  } satisfies Clock)
}
