import { useLocation, useNavigation } from '@remix-run/react'
import { useEffect } from 'react'

/**
 * Sets `<html data-settled>` to the page's path once the page responds to clicks and keys; '' until then. Browser
 * drivers wait for it, since an earlier click is lost.
 */
export function SettledMark() {
  const { state } = useNavigation()
  const { pathname, search } = useLocation()
  const shown = state === 'idle' ? pathname + search : ''
  useEffect(() => {
    document.documentElement.dataset.settled = ''
    if (!shown) return
    // Runs after pending rendering. Safari has no idle callbacks, so a timer replaces them.
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
