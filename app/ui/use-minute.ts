import { useEffect, useState } from 'react'
import { useServerClock } from './use-server-clock.ts'

/** Returns the server's time, updated once a minute. @param now the server's time when the page was loaded, ISO. */
export function useMinute(now: string): string {
  const read = useServerClock(now)
  const [at, setAt] = useState(now)
  useEffect(() => {
    setAt(now)
    const timer = setInterval(() => setAt(read()), 60_000)
    return () => clearInterval(timer)
  }, [now, read])
  return at
}
