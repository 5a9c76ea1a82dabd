import type { ComponentProps, ReactNode } from 'react'
import { lazyPart } from '#app/shell/connection/lazy-part.ts'
import { OncePageRuns } from '#app/ui/once-page-runs.tsx'
import type { TakeBack as Back, DecideControls as Controls } from './controls.tsx'
import classes from './decide.module.css'

const LateControls = lazyPart(() => import('./controls.tsx').then((module) => ({ default: module.DecideControls })))
const LateBack = lazyPart(() => import('./controls.tsx').then((module) => ({ default: module.TakeBack })))

export const Late = ({ children, className }: { children: ReactNode; className: string | undefined }) => (
  <div className={className}>
    <OncePageRuns>{children}</OncePageRuns>
  </div>
)

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
