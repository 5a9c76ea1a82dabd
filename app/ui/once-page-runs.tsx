import { type ReactNode, Suspense, useEffect, useState } from 'react'

/** Draws parts that are loaded on demand once the page runs, so that only the people who see them load their code. */
export function OncePageRuns({ children }: { children: ReactNode }) {
  const [runs, setRuns] = useState(false)
  useEffect(() => setRuns(true), [])
  return runs ? <Suspense>{children}</Suspense> : null
}
