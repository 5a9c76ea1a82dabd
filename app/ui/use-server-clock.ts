import { useEffect, useRef } from 'react'

/**
 * Returns a clock that runs on from the server's time of a page, whatever the device's own clock says.
 * @param now the server's time when the page was loaded, ISO.
 */
export function useServerClock(now: string): () => string {
  const loaded = useRef({ now, at: 0 })
  useEffect(() => {
    loaded.current = { now, at: performance.now() }
  }, [now])
  return () => {
    const { now, at } = loaded.current
    return new Date(Date.parse(now) + (at && performance.now() - at)).toISOString()
  }
}
