import { useSearchParams } from '@remix-run/react'
import { useEffect } from 'react'
import { useHandle } from './use-root.ts'

/** Written by effects alone, so only ever in a browser: it lives as long as the document and outlasts an error page. */
let askedBefore = false

/** Framed by presence of `iframe` in the address or by the route; once asked for, it stays on while navigating. */
export function useFramed(): boolean {
  const asked = useSearchParams()[0].has('iframe')
  useEffect(() => {
    if (asked) askedBefore = true
  }, [asked])
  return useHandle().framed === true || asked || askedBefore
}
