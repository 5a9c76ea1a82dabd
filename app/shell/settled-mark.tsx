import { useLocation, useNavigation } from '@remix-run/react'
import { useEffect } from 'react'

/**
 * Writes the address of the page to `<html data-settled>` once the page responds to clicks and keys; '' until then. Programs
 * that drive a browser wait for it, since an earlier click is lost.
 */
export function SettledMark() {
  const { state } = useNavigation()
  const { pathname, search } = useLocation()
  const shown = state === 'idle' ? pathname + search : ''
  useEffect(() => {
    document.documentElement.dataset.settled = ''
    if (!shown) return
    // Runs after pending rendering. Safari has no idle callbacks, so a timer takes their place.
    const mark = () => {
      const { pathname, search } = new URL(shown, location.href)
      document.documentElement.dataset.settled = pathname + search
    }
    if (!window.requestIdleCallback) {
      const timer = setTimeout(mark)
      return () => clearTimeout(timer)
    }
    const idle = requestIdleCallback(mark, { timeout: 1_000 })
    return () => cancelIdleCallback(idle)
  }, [shown])
  return null
}
