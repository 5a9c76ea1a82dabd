import { Suspense, useState } from 'react'
import { lazyPart } from '#app/shell/connection/lazy-part.ts'
import classes from './availability.module.css'
import { ChipButton, type ChipProps } from './chip-button.tsx'

const ChipWithMenu = lazyPart(() => import('./chip-menu.tsx').then((all) => ({ default: all.ChipWithMenu })))

/**
 * A button for one's own availability on a day: unknown, Available, Only if required, Unavailable. Unset is offered
 * only where a value exists. Until the first press it is only a button, since a month has many.
 */
export function AvailabilityChip(props: ChipProps) {
  const [pressed, setPressed] = useState(false)
  return (
    <span className={classes.holder}>
      {pressed ? (
        <Suspense fallback={<ChipButton {...props} />}>
          <ChipWithMenu {...props} />
        </Suspense>
      ) : (
        <ChipButton {...props} onClick={() => setPressed(true)} />
      )}
    </span>
  )
}
