import { useRevalidator } from '@remix-run/react'
import { useEffect } from 'react'

const EVERY_MS = 2_000

/** Loads the page's data again every two seconds while `active` and the page is seen. */
export function useRefresh(active: boolean): void {
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    if (!active || state !== 'idle') return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') revalidate()
    }, EVERY_MS)
    return () => clearInterval(timer)
  }, [active, state, revalidate])
}
