import { IconAlertTriangle, IconCalendarExclamation, IconCheck, IconCloudOff, IconShieldX } from '@tabler/icons-react'
import { openTone } from '#app/features/open-shifts/open-tone.ts'
import { FilledBar } from '#app/ui/filled-bar.tsx'
import type { GridEvent, GridShift } from '#server/shifts/grid/contract.ts'
import classes from './grid.module.css'
import { isClash, isDraft, isOpen, isOutside, isUnfit } from './grid-cells.ts'

type Props = { event: GridEvent; shifts: readonly GridShift[]; now: string }

/** How full an event of the grid is, and what is wrong with its shifts. */
export function EventSigns({ event, shifts, now }: Props) {
  const open = shifts.filter(isOpen).length
  const clashes = shifts.filter(isClash).length
  const astray = shifts.filter(isOutside).length
  const unfit = shifts.filter(isUnfit).length
  const drafts = shifts.filter(isDraft).length
  if (!shifts.length) return <small className={`row cluster muted ${classes.fill}`}>No shifts</small>
  return (
    <small className={`row cluster muted ${classes.fill}`}>
      <FilledBar filled={shifts.length - open} all={shifts.length} />
      <span data-tone={open ? openTone(event, now) : 'green'}>
        {open ? (
          `${open} open`
        ) : (
          <>
            <IconCheck size={13} aria-hidden /> Full
          </>
        )}
      </span>
      {clashes > 0 && (
        <span data-tone="red">
          <IconAlertTriangle size={13} aria-hidden /> {clashes === 1 ? '1 clash' : `${clashes} clashes`}
        </span>
      )}
      {astray > 0 && (
        <span data-tone="amber">
          <IconCalendarExclamation size={13} aria-hidden /> {astray} outside
        </span>
      )}
      {unfit > 0 && (
        <span data-tone="red">
          <IconShieldX size={13} aria-hidden /> {unfit} not qualified
        </span>
      )}
      {drafts > 0 && (
        <span>
          <IconCloudOff size={13} aria-hidden /> {drafts} not published
        </span>
      )}
    </small>
  )
}
