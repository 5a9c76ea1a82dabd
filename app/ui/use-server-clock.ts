import { useCallback, useEffect, useRef } from 'react'

/**
 * Returns a clock that runs on from the server's time of a page, whatever the device's own clock says. The function
 * changes only with `now`, so that effects can depend on it.
 * @param now the server's time when the page was loaded, ISO.
 */
export function useServerClock(now: string): () => string {
  const running = useRef<{ now: string; read: () => string }>()
  useEffect(() => {
    running.current = { now, read: runClock(now) }
  }, [now])
  return useCallback(() => (running.current?.now === now ? running.current.read() : new Date(now).toISOString()), [now])
}

type Readings = { sinceStart: () => number; wall: () => number }

/**
 * Starts a clock at `now` (ISO). The browser's timer stands still while a phone sleeps, and its wall clock may be set back: the one
 * that has gone further is right.
 */
export function runClock(
  now: string,
  { sinceStart, wall }: Readings = { sinceStart: () => performance.now(), wall: () => Date.now() },
): () => string {
  const begun = { timer: sinceStart(), wall: wall() }
  return () => new Date(Date.parse(now) + Math.max(sinceStart() - begun.timer, wall() - begun.wall)).toISOString()
}
