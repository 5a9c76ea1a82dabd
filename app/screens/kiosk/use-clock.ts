import { useEffect, useState } from 'react'

const TICK_MS = 1_000

/** The server's clock, every second. @param offset how far the device's own clock is behind it. @param first for the page as it is sent. */
export function useClock(offset: number, first: string): string {
  const [now, setNow] = useState(first)
  useEffect(() => {
    const tick = () => setNow(new Date(Date.now() + offset).toISOString())
    tick()
    const timer = setInterval(tick, TICK_MS)
    return () => clearInterval(timer)
  }, [offset])
  return now
}
