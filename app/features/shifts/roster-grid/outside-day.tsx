import { IconCalendarExclamation } from '@tabler/icons-react'
import { useDateFormats } from '#app/shell/use-root.ts'
import { OUTSIDE } from '#app/ui/outside-mark.tsx'
import type { GridShift } from '#server/shifts/grid/contract.ts'
import classes from './grid.module.css'

export function OutsideDay({ shift }: { shift: GridShift }) {
  const when = useDateFormats()
  if (!shift.outside) return null
  return (
    <span className={classes.outside} title={OUTSIDE}>
      {' '}
      <IconCalendarExclamation size={13} aria-label={`${OUTSIDE}:`} /> {when.short(shift.start)}
    </span>
  )
}
