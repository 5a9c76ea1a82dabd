import { IconUserQuestion } from '@tabler/icons-react'
import { useDateFormats } from '#app/shell/use-root.ts'
import { Avatar } from '#app/ui/person-chip.tsx'
import type { KioskShift } from '#server/kiosks/signing/contract.ts'
import classes from './kiosk.module.css'

type Props = {
  shifts: readonly KioskShift[]
  timeField: 'start' | 'actual_start'
  now: string
  empty?: string
  onPick: (shift: KioskShift) => void
  onNotListed?: () => void
}

export function PickShift({ shifts, timeField, now, empty, onPick, onNotListed }: Props) {
  const { time, since } = useDateFormats()
  const shiftDetails = (shift: KioskShift) =>
    [
      timeField === 'start' ? time(shift.start) : `Since ${since(shift.actual_start ?? shift.start, now)}`,
      shift.duty || shift.event_name,
    ]
      .filter(Boolean)
      .join(', ')
  if (!shifts.length && empty) return <p className={classes.empty}>{empty}</p>
  return (
    <ul className={classes.names}>
      {shifts.map((shift) => (
        <li key={shift.id}>
          <button type="button" className={classes.who} onClick={() => onPick(shift)}>
            <Avatar name={shift.person_name} size={56} />
            <span>
              {shift.person_name}
              <small>{shiftDetails(shift)}</small>
            </span>
          </button>
        </li>
      ))}
      {onNotListed && (
        <li>
          <button type="button" className={classes.who} data-quiet onClick={onNotListed}>
            <IconUserQuestion size={40} aria-hidden />
            <span>My name is not listed</span>
          </button>
        </li>
      )}
    </ul>
  )
}
