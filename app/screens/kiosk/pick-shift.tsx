import { IconUserQuestion } from '@tabler/icons-react'
import type { KioskShift } from '#server/kiosks/signing/contract.ts'
import { useSite } from '../../shell/use-root.ts'
import { formatInstant } from '../../ui/date-format.ts'
import { Avatar } from '../../ui/person-chip.tsx'
import classes from './kiosk.module.css'

type Props = {
  shifts: readonly KioskShift[]
  timeOf: 'start' | 'actual_start'
  empty?: string
  onPick: (shift: KioskShift) => void
  onNotListed?: () => void
}

/** People by their shifts: those of today that nobody began, or those that somebody is on. */
export function PickShift({ shifts, timeOf, empty, onPick, onNotListed }: Props) {
  const { timezone } = useSite()
  const about = (shift: KioskShift) =>
    [
      `${timeOf === 'start' ? '' : 'Since '}${formatInstant(shift[timeOf] ?? shift.start, timezone, 'HH:mm')}`,
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
              <small>{about(shift)}</small>
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
