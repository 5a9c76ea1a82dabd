import { useLocation } from '@remix-run/react'
import { useEffect } from 'react'
import { guardLazyPages, loadPartsWhenIdle } from './lazy-part.ts'

let isGuarded = false

/** Keeps the page usable offline: loads its parts ahead, and delays other pages until they can be opened. */
export function PageGuard() {
  const { pathname } = useLocation()
  useEffect(() => {
    if (!isGuarded) guardLazyPages()
    isGuarded = true
  }, [])
  useEffect(() => (pathname ? loadPartsWhenIdle() : undefined), [pathname])
  return null
}
