import type { ComponentProps } from 'react'
import { lazyPart } from '#app/shell/connection/lazy-part.ts'
import { Late } from './controls-late.tsx'
import classes from './decide.module.css'
import type { EventOffBand as CalledOff } from './event-off-band.tsx'

const LateCalledOff = lazyPart(() =>
  import('./event-off-band.tsx').then((module) => ({ default: module.EventOffBand })),
)

export const EventOffBand = (props: ComponentProps<typeof CalledOff>) => (
  <Late className={classes.offPlace}>
    <LateCalledOff {...props} />
  </Late>
)
