import { IconCircleCheck } from '@tabler/icons-react'
import type { KioskShift } from '#server/kiosks/signing/contract.ts'
import { useSite } from '../../shell/use-root.ts'
import { formatInstant } from '../../ui/date-format.ts'
import classes from './kiosk.module.css'

/** Shows the recorded times after signing out. */
export function SignedOut({ shift, onDone }: { shift: KioskShift; onDone: () => void }) {
  const { timezone } = useSite()
  const formatTime = (instant: string | null) => (instant ? formatInstant(instant, timezone, 'HH:mm') : '')
  return (
    <div className={classes.hero} data-left>
      <IconCircleCheck size={112} stroke={1.6} aria-hidden />
      <p className={classes.name}>{shift.person_name}</p>
      <dl className={classes.sumline}>
        <div>
          <dt>Start</dt>
          <dd>{formatTime(shift.actual_start)}</dd>
        </div>
        <div>
          <dt>End</dt>
          <dd>{formatTime(shift.actual_end)}</dd>
        </div>
        <div>
          <dt>Hours</dt>
          <dd>{(shift.hours ?? 0).toFixed(2)}</dd>
        </div>
      </dl>
      <button type="button" className={classes.big} data-fill="brand" onClick={onDone}>
        Done
      </button>
    </div>
  )
}
