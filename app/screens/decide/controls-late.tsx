import { type ComponentProps, type ReactNode, Suspense, useEffect, useState } from 'react'
import { lazyPart } from '../../shell/connection/lazy-part.ts'
import type { TakeBack as Back, DecideControls as Controls } from './controls.tsx'
import classes from './decide.module.css'

const LateControls = lazyPart(() => import('./controls.tsx').then((module) => ({ default: module.DecideControls })))
const LateBack = lazyPart(() => import('./controls.tsx').then((module) => ({ default: module.TakeBack })))

/** Draws a part once the page runs, in a place that is kept for it: its code is loaded only by coordinators. */
function Late({ children, className }: { children: ReactNode; className: string | undefined }) {
  const [runs, setRuns] = useState(false)
  useEffect(() => setRuns(true), [])
  return <div className={className}>{runs && <Suspense>{children}</Suspense>}</div>
}

export const DecideControls = (props: ComponentProps<typeof Controls>) => (
  <Late className={classes.controlsPlace}>
    <LateControls {...props} />
  </Late>
)

export const TakeBack = (props: ComponentProps<typeof Back>) => (
  <Late className={classes.backPlace}>
    <LateBack {...props} />
  </Late>
)
