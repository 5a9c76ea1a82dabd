import { useSearchParams } from '@remix-run/react'
import { useEffect } from 'react'
import { useHandle } from './use-root.ts'

/** Set only in the browser, by an effect: it lives as long as the document and survives error pages. */
let framedBefore = false

/** Framed by `iframe` in the URL or by the route; stays on while navigating. */
export function useFramed(): boolean {
  const requested = useSearchParams()[0].has('iframe')
  useEffect(() => {
    if (requested) framedBefore = true
  }, [requested])
  return useHandle().framed === true || requested || framedBefore
}
