import { IconClockExclamation } from '@tabler/icons-react'
import { useDateFormats } from '#app/shell/use-root.ts'
import type { KioskShift } from '#server/kiosks/signing/contract.ts'
import classes from './kiosk.module.css'

type Props = {
  shift: KioskShift
  now: string
  busy: boolean
  problem: string
  onEnd: () => void
  onSkip: () => void
}

export function StillSignedIn({ shift, now, busy, problem, onEnd, onSkip }: Props) {
  const when = useDateFormats()
  const start = shift.actual_start ?? shift.start
  const end = when.end(shift.end, start, now)
  return (
    <div className={classes.hero}>
      <IconClockExclamation size={96} stroke={1.6} aria-hidden />
      <p className={classes.name}>{shift.person_name}</p>
      <p className={classes.ask}>
        Still signed in since {when.since(start, now)}
        {shift.duty && `, ${shift.duty}`}. End it at {end}, as planned?
      </p>
      {problem && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
      <div className={classes.two}>
        <button
          type="button"
          className={classes.big}
          data-fill="brand"
          disabled={busy}
          aria-busy={busy}
          onClick={onEnd}
        >
          End it at {end}
        </button>
        <button type="button" className={classes.big} data-fill="plain" disabled={busy} onClick={onSkip}>
          Leave it for now
        </button>
      </div>
    </div>
  )
}
