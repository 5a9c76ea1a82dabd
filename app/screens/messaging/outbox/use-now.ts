import { useEffect, useState } from 'react'
import { useServerClock } from '../../../ui/use-server-clock.ts'

/** The server's time, which runs on: every second. Milliseconds since the epoch. @param now when the page was loaded, ISO. */
export function useNow(now: string): number {
  const read = useServerClock(now)
  const [current, setCurrent] = useState(Date.parse(now))
  useEffect(() => {
    setCurrent(Date.parse(now))
    const timer = setInterval(() => setCurrent(Date.parse(read())), 1_000)
    return () => clearInterval(timer)
  }, [now, read])
  return current
}
