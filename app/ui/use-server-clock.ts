import { useRevalidator } from '@remix-run/react'
import { useCallback, useEffect, useRef } from 'react'

/**
 * Returns a clock that runs on from the server's time of a page, whatever the device's clock. The function changes only
 * with `now`, so that effects can depend on it. A device that slept reloads the page.
 * @param now the server's time when the page was loaded, ISO.
 */
export function useServerClock(now: string): () => string {
  const running = useRef<{ now: string; clock: ServerClock }>()
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const clock = runClock(now)
    running.current = { now, clock }
    return onWaking(clock, revalidate)
  }, [now, revalidate])
  return useCallback(
    () => (running.current?.now === now ? running.current.clock.read() : new Date(now).toISOString()),
    [now],
  )
}

/** Calls `wake` when someone returns to the page and its clock may be behind. @returns an unsubscribe function. */
export function onWaking(clock: ServerClock, wake: () => void): () => void {
  const look = () => document.visibilityState === 'visible' && clock.mayBeBehind() && wake()
  document.addEventListener('visibilitychange', look)
  window.addEventListener('focus', look)
  return () => {
    document.removeEventListener('visibilitychange', look)
    window.removeEventListener('focus', look)
  }
}

type Readings = { sinceStart: () => number; wall: () => number }

/** Minimum difference of a device's two clocks after sleep. Milliseconds. */
const SLEPT_MS = 30_000

export type ServerClock = ReturnType<typeof runClock>

/**
 * Starts a clock at `now` (ISO) on the browser's timer: the device's clock may be set at any time. The timer stops
 * while a device sleeps, so the clock reports when it may be behind.
 */
export function runClock(
  now: string,
  { sinceStart, wall }: Readings = { sinceStart: () => performance.now(), wall: () => Date.now() },
) {
  const begun = { timer: sinceStart(), wall: wall() }
  const byTimer = () => sinceStart() - begun.timer
  return {
    read: (): string => new Date(Date.parse(now) + byTimer()).toISOString(),
    mayBeBehind: (): boolean => wall() - begun.wall - byTimer() > SLEPT_MS,
  }
}
