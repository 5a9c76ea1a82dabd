import { type ComponentProps, Suspense, useEffect, useState } from 'react'
import { lazyPart } from '../../shell/connection/lazy-part.ts'
import type { DecideCard as Card } from './decide-card.tsx'

const Late = lazyPart(() => import('./decide-card.tsx').then((module) => ({ default: module.DecideCard })))

/** Draws the card once the page runs: its code is loaded only by coordinators who have something to decide. */
export function DecideCard(props: ComponentProps<typeof Card>) {
  const [runs, setRuns] = useState(false)
  useEffect(() => setRuns(true), [])
  return runs ? (
    <Suspense>
      <Late {...props} />
    </Suspense>
  ) : null
}
