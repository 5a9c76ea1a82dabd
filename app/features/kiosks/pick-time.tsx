import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { type ComponentProps, useState } from 'react'
import { isForgotten } from '#app/features/timesheets/forgotten.ts'
import { formatInstant } from '#app/ui/date-format.ts'
import { Avatar } from '#app/ui/person-chip.tsx'
import { ANYONES_FORMATS, endText, sinceText } from '#app/ui/since-text.ts'
import { minuteOf } from '#app/ui/wall-time-to-instant.ts'
import { IN_FUTURE, isAhead } from '#server/shifts/hours/limits.pure.ts'
import { Frame } from './frame.tsx'
import classes from './kiosk.module.css'
import { NumberBox } from './number-box.tsx'
import type { TimeStep } from './steps.ts'
import { addMinutes, quartersBefore, resolveInstant, twoDigits } from './time.ts'

type Props = {
  frame: Omit<ComponentProps<typeof Frame>, 'children'>
  step: TimeStep
  now: string
  zone: string
  busy: boolean
  problem: string
  onConfirm: (step: TimeStep, time: string) => void
}

/**
 * Picks a 24-hour time, now by default, by quick choices, steps or typing. Refuses a future time and offers now
 * instead. Now and the planned time are instants, whatever the clocks do.
 */
export function PickTime({ frame, step, now, zone, busy, problem, onConfirm }: Props) {
  const forgotten = step.sign === 'out' && isForgotten(step.shift, now, zone) ? step.shift : null
  const clock = (instant: string) => formatInstant(instant, zone, 'HH:mm')
  const nowMinute = minuteOf(now, step.sign === 'out' ? step.shift.actual_start : null)
  const [initial] = useState(forgotten?.end ?? nowMinute)
  const initialTime = clock(initial)
  const [time, setTime] = useState(initialTime)
  const [rejectedTime, setRejectedTime] = useState<string>()
  const message = rejectedTime === time ? IN_FUTURE : problem
  const offeredTime = forgotten ? initialTime : clock(nowMinute)
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const planned = step.shift && step.shift.id > 0 ? (step.sign === 'in' ? step.shift.start : step.shift.end) : null
  const quickTimes = new Map<string, string>([
    [
      initialTime,
      forgotten
        ? `As planned, ${endText(forgotten.end, { start: forgotten.actual_start ?? forgotten.start, now, zone, ...ANYONES_FORMATS })}`
        : `Now, ${initialTime}`,
    ],
  ])
  if (!forgotten) for (const quarter of quartersBefore(initialTime)) quickTimes.set(quarter, quarter)
  const isFuture = (instant: string) => isAhead(new Date(instant), new Date(now))
  const known = [initial, ...(planned && !isFuture(planned) ? [planned] : [])]
  const toInstant = (choice: string) =>
    known.find((instant) => clock(instant) === choice) ?? resolveInstant(step, choice, { now, zone })
  const isInFuture = (choice: string) => isFuture(toInstant(choice))
  if (planned && clock(planned) !== initialTime && !isFuture(planned))
    quickTimes.set(clock(planned), `As planned, ${clock(planned)}`)
  const shiftText = step.role?.name ?? step.shift?.duty
  const boxes = [
    {
      unit: 'hour',
      by: 60,
      value: hour,
      max: 23,
      set: (n: number) => setTime(`${twoDigits(n)}:${time.slice(3)}`),
    },
    {
      unit: 'minute',
      by: 1,
      value: minute,
      max: 59,
      set: (n: number) => setTime(`${time.slice(0, 2)}:${twoDigits(n)}`),
    },
  ]
  return (
    <Frame
      {...frame}
      foot={
        <div className={classes.confirm}>
          {message && (
            <p role="alert" className={classes.problem}>
              {message}
            </p>
          )}
          {message && time !== offeredTime && (
            <button type="button" className={classes.offer} onClick={() => setTime(offeredTime)}>
              Use {offeredTime}
            </button>
          )}
          <button
            type="button"
            className={classes.big}
            data-fill="brand"
            disabled={busy}
            aria-busy={busy}
            onClick={() => (isInFuture(time) ? setRejectedTime(time) : onConfirm(step, toInstant(time)))}
          >
            Confirm
          </button>
        </div>
      }
    >
      <div className={classes.time}>
        <div className={classes.sum}>
          <Avatar name={step.person.name} size={72} />
          <b>{step.person.name}</b>
          {shiftText && <span>{shiftText}</span>}
          {forgotten && (
            <span>Since {sinceText(forgotten.actual_start ?? forgotten.start, now, zone, ANYONES_FORMATS)}</span>
          )}
          <fieldset className={classes.quick} aria-label="Quick times">
            {[...quickTimes].map(([choice, label]) => (
              <button key={choice} type="button" aria-pressed={choice === time} onClick={() => setTime(choice)}>
                {label}
              </button>
            ))}
          </fieldset>
        </div>
        <fieldset className={classes.pick} aria-label="Time">
          {boxes.map(({ unit, by, value, max, set }) => (
            <div key={unit} className={classes.part}>
              <button type="button" aria-label={`One ${unit} later`} onClick={() => setTime(addMinutes(time, by))}>
                <IconChevronUp size={44} aria-hidden />
              </button>
              <NumberBox label={unit === 'hour' ? 'Hour' : 'Minute'} value={value} max={max} onChange={set} />
              <button type="button" aria-label={`One ${unit} earlier`} onClick={() => setTime(addMinutes(time, -by))}>
                <IconChevronDown size={44} aria-hidden />
              </button>
            </div>
          ))}
        </fieldset>
      </div>
    </Frame>
  )
}
