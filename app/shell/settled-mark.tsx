import { useLocation, useNavigation } from '@remix-run/react'
import { useEffect } from 'react'

/**
 * Says on `<html data-settled>` which address the page shows, once it answers to clicks and keys; '' until then. For whatever
 * drives a browser: before that, a click is lost.
 */
export function SettledMark() {
  const { state } = useNavigation()
  const { pathname, search } = useLocation()
  const shown = state === 'idle' ? pathname + search : ''
  useEffect(() => {
    document.documentElement.dataset.settled = ''
    if (!shown) return
    // Pending rendering comes first. Safari has no idle callbacks.
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
