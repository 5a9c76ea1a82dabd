import { IconArrowBackUp, IconCircleCheck } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useDateFormats } from '#app/shell/use-root.ts'
import { hoursText } from '#app/ui/duration-text.ts'
import type { KioskShift } from '#server/kiosks/signing/contract.ts'
import classes from './kiosk.module.css'

/** How long the thanks are shown; equals the duration of the bar at the foot (`closing` in the styles). */
const CLOSES_AFTER_MS = 5000
const TOUCHES = ['pointerdown', 'keydown'] as const

type Props = { shift: KioskShift; busy: boolean; problem: string; onUndo: () => void; onDone: () => void }

export function SignedOut({ shift, busy, problem, onUndo, onDone }: Props) {
  const when = useDateFormats()
  const formatTime = (instant: string | null) => (instant ? when.time(instant) : '')
  const [held, setHeld] = useState(false)
  const latestOnDone = useRef(onDone)
  latestOnDone.current = onDone
  useEffect(() => {
    const hold = () => setHeld(true)
    for (const touch of TOUCHES) window.addEventListener(touch, hold)
    return () => {
      for (const touch of TOUCHES) window.removeEventListener(touch, hold)
    }
  }, [])
  const stays = held || busy || problem !== ''
  useEffect(() => {
    if (stays) return
    const timer = setTimeout(() => latestOnDone.current(), CLOSES_AFTER_MS)
    return () => clearTimeout(timer)
  }, [stays])
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
          <dd>{hoursText(shift.hours ?? 0)}</dd>
        </div>
      </dl>
      {problem && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
      <div className={classes.two}>
        <button type="button" className={classes.big} data-fill="brand" onClick={onDone}>
          Done
        </button>
        <button
          type="button"
          className={classes.big}
          data-fill="plain"
          disabled={busy}
          aria-busy={busy}
          onClick={onUndo}
        >
          <IconArrowBackUp size={32} aria-hidden />
          Undo
        </button>
      </div>
      <p className={classes.closes}>
        {shift.duty && `Signed out of ${shift.duty}. `}
        {stays ? 'This screen closes after a minute.' : 'This screen will close automatically.'}
      </p>
      {!stays && <span className={classes.closing} aria-hidden />}
    </div>
  )
}
