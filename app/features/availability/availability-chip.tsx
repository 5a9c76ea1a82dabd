import { Suspense, useState } from 'react'
import { lazyPart } from '#app/shell/connection/lazy-part.ts'
import classes from './availability.module.css'
import { ChipButton, type ChipProps } from './chip-button.tsx'

const ChipWithMenu = lazyPart(() => import('./chip-menu.tsx').then((all) => ({ default: all.ChipWithMenu })))

/**
 * Button for the viewer's availability on a day. Unset is offered only where a value exists. The menu loads on the
 * first press, since a month has many buttons.
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
