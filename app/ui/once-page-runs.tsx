import { type ReactNode, Suspense, useEffect, useState } from 'react'

/** Renders lazy parts once the page has hydrated, so that only their viewers load the code. */
export function OncePageRuns({ children }: { children: ReactNode }) {
  const [runs, setRuns] = useState(false)
  useEffect(() => setRuns(true), [])
  return runs ? <Suspense>{children}</Suspense> : null
}
