import { useSearchParams } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { useHandle } from './use-root.ts'

/** Framed by presence of `iframe` in the address or by the route; once asked for, it stays on while navigating (product decisions §4). */
export function useFramed(): boolean {
  const asked = useSearchParams()[0].has('iframe')
  const [stays, setStays] = useState(asked)
  useEffect(() => {
    if (asked) setStays(true)
  }, [asked])
  return useHandle().framed === true || asked || stays
}
