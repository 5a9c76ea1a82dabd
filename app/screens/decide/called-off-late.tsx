import type { ComponentProps } from 'react'
import { lazyPart } from '../../shell/connection/lazy-part.ts'
import type { CalledOffBand as CalledOff } from './called-off-band.tsx'
import { Late } from './controls-late.tsx'
import classes from './decide.module.css'

const LateCalledOff = lazyPart(() =>
  import('./called-off-band.tsx').then((module) => ({ default: module.CalledOffBand })),
)

/** What coordinators read of a called-off event, drawn once the page runs. */
export const CalledOffBand = (props: ComponentProps<typeof CalledOff>) => (
  <Late className={classes.offPlace}>
    <LateCalledOff {...props} />
  </Late>
)
