import { useEffect, useState } from 'react'

const TICK_MS = 1_000

/**
 * Returns the server's time, updated every second. @param offset how far the device's clock is behind. @param
 * renderedAt the time in the rendered page.
 */
export function useClock(offset: number, renderedAt: string): string {
  const [now, setNow] = useState(renderedAt)
  useEffect(() => {
    const tick = () => setNow(new Date(Date.now() + offset).toISOString())
    tick()
    const timer = setInterval(tick, TICK_MS)
    return () => clearInterval(timer)
  }, [offset])
  return now
}
