import { useEffect, useState } from 'react'
import type { ServerClock } from '#app/ui/use-server-clock.ts'

const TICK_MS = 1_000

/**
 * Returns the server's time, updated every second.
 * @param clock undefined until the server has sent its time.
 * @param renderedAt the time in the rendered page.
 */
export function useClock(clock: ServerClock | undefined, renderedAt: string): string {
  const [now, setNow] = useState(renderedAt)
  useEffect(() => {
    if (!clock) return
    const tick = () => setNow(clock.read())
    tick()
    const timer = setInterval(tick, TICK_MS)
    return () => clearInterval(timer)
  }, [clock])
  return now
}
