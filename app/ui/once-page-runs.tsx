import { type ReactNode, Suspense, useEffect, useState } from 'react'

type Props = { children: ReactNode; fallback?: ReactNode }

/**
 * Renders lazy parts once the page has hydrated, so that only their viewers load the code.
 * @param props.fallback what stands there before, in the same space.
 */
export function OncePageRuns({ children, fallback = null }: Props) {
  const [runs, setRuns] = useState(false)
  useEffect(() => setRuns(true), [])
  return runs ? <Suspense fallback={fallback}>{children}</Suspense> : fallback
}
