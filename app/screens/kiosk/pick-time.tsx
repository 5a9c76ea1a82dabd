import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { type ComponentProps, useState } from 'react'
import { IN_FUTURE, isAhead } from '#server/shifts/hours/limits/rules.ts'
import { useDateFormats } from '../../shell/use-root.ts'
import { formatInstant } from '../../ui/date-format.ts'
import { Avatar } from '../../ui/person-chip.tsx'
import { sinceText } from '../../ui/since-text.ts'
import { isForgotten } from '../dashboard/forgotten.ts'
import { Frame } from './frame.tsx'
import classes from './kiosk.module.css'
import { NumberBox } from './number-box.tsx'
import type { TimeStep } from './steps.ts'
import {
  addMinutes,
  clockText,
  isTwelveHour,
  quartersBefore,
  resolveInstant,
  twoDigits,
  withTwelveHour,
} from './time.ts'

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
 * Picks a time, on twelve hours where the club uses them, now by default, by quick choices, by steps or by typing. A future time is not sent; now is
 * offered instead.
 */
export function PickTime({ frame, step, now, zone, busy, problem, onConfirm }: Props) {
  const { timeFormat, end } = useDateFormats()
  const twelve = isTwelveHour(timeFormat)
  const clock = (choice: string) => clockText(choice, timeFormat)
  const forgotten = step.sign === 'out' && isForgotten(step.shift, now, zone) ? step.shift : null
  const [initialTime] = useState(() => formatInstant(forgotten?.end ?? now, zone, 'HH:mm'))
  const [time, setTime] = useState(initialTime)
  const [rejectedTime, setRejectedTime] = useState<string>()
  const message = rejectedTime === time ? IN_FUTURE : problem
  const offeredTime = forgotten ? initialTime : formatInstant(now, zone, 'HH:mm')
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const planned =
    step.shift && step.shift.id > 0
      ? formatInstant(step.sign === 'in' ? step.shift.start : step.shift.end, zone, 'HH:mm')
      : null
  const quickTimes = new Map<string, string>([
    [
      initialTime,
      forgotten
        ? `As planned, ${end(forgotten.end, forgotten.actual_start ?? forgotten.start, now)}`
        : `Now, ${clock(initialTime)}`,
    ],
  ])
  if (!forgotten) for (const quarter of quartersBefore(initialTime)) quickTimes.set(quarter, clock(quarter))
  const toInstant = (choice: string) => resolveInstant(step, choice, { now, zone })
  const isInFuture = (choice: string) => isAhead(new Date(toInstant(choice)), new Date(now))
  if (planned && planned !== initialTime && !isInFuture(planned))
    quickTimes.set(planned, `As planned, ${clock(planned)}`)
  const shiftText = step.role?.name ?? step.shift?.duty
  const boxes = [
    {
      unit: 'hour',
      by: 60,
      value: twelve ? hour % 12 || 12 : hour,
      max: twelve ? 12 : 23,
      set: (n: number) => setTime(twelve ? withTwelveHour(time, n) : `${twoDigits(n)}:${time.slice(3)}`),
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
              Use {clock(offeredTime)}
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
            <span>Since {sinceText(forgotten.actual_start ?? forgotten.start, now, zone, timeFormat)}</span>
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
          {twelve && (
            <button
              type="button"
              className={classes.half}
              aria-label={hour < 12 ? 'Morning. Change to afternoon' : 'Afternoon. Change to morning'}
              onClick={() => setTime(addMinutes(time, 720))}
            >
              {hour < 12 ? 'am' : 'pm'}
            </button>
          )}
        </fieldset>
      </div>
    </Frame>
  )
}
