import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { type ComponentProps, useState } from 'react'
import { IN_FUTURE, isAhead } from '#server/shifts/hours/limits/rules.ts'
import { formatInstant } from '../../ui/date-format.ts'
import { Avatar } from '../../ui/person-chip.tsx'
import { Frame } from './frame.tsx'
import classes from './kiosk.module.css'
import { NumberBox } from './number-box.tsx'
import type { TimeStep } from './steps.ts'
import { instantMeant, quartersBefore, stepped, twoDigits } from './time.ts'

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
 * A time of 24 hours, now unless it is changed: by likely corrections, by steps, or typed. One that has yet to come is not sent,
 * and now is offered instead.
 */
export function PickTime({ frame, step, now, zone, busy, problem, onConfirm }: Props) {
  const [opened] = useState(() => formatInstant(now, zone, 'HH:mm'))
  const [time, setTime] = useState(opened)
  const [refused, setRefused] = useState<string>()
  const message = refused === time ? IN_FUTURE : problem
  const current = formatInstant(now, zone, 'HH:mm')
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const planned =
    step.shift && step.shift.id > 0
      ? formatInstant(step.sign === 'in' ? step.shift.start : step.shift.end, zone, 'HH:mm')
      : null
  const quick = new Map<string, string>([[opened, `Now, ${opened}`]])
  for (const before of quartersBefore(opened)) quick.set(before, before)
  const meant = (at: string) => instantMeant(step, at, { now, zone })
  const isToCome = (at: string) => isAhead(new Date(meant(at)), new Date(now))
  if (planned && planned !== opened && !isToCome(planned)) quick.set(planned, `As planned, ${planned}`)
  const duty = step.role?.name ?? step.shift?.duty
  const boxes = [
    { unit: 'hour', by: 60, value: hour, most: 23, set: (n: number) => setTime(`${twoDigits(n)}:${time.slice(3)}`) },
    {
      unit: 'minute',
      by: 1,
      value: minute,
      most: 59,
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
          {message && time !== current && (
            <button type="button" className={classes.offer} onClick={() => setTime(current)}>
              Use {current}
            </button>
          )}
          <button
            type="button"
            className={classes.big}
            data-fill="brand"
            disabled={busy}
            aria-busy={busy}
            onClick={() => (isToCome(time) ? setRefused(time) : onConfirm(step, meant(time)))}
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
          {duty && <span>{duty}</span>}
          <fieldset className={classes.quick} aria-label="Quick times">
            {[...quick].map(([at, words]) => (
              <button key={at} type="button" aria-pressed={at === time} onClick={() => setTime(at)}>
                {words}
              </button>
            ))}
          </fieldset>
        </div>
        <fieldset className={classes.pick} aria-label="Time">
          {boxes.map(({ unit, by, value, most, set }) => (
            <div key={unit} className={classes.part}>
              <button type="button" aria-label={`One ${unit} later`} onClick={() => setTime(stepped(time, by))}>
                <IconChevronUp size={44} aria-hidden />
              </button>
              <NumberBox label={unit === 'hour' ? 'Hour' : 'Minute'} value={value} most={most} onChange={set} />
              <button type="button" aria-label={`One ${unit} earlier`} onClick={() => setTime(stepped(time, -by))}>
                <IconChevronDown size={44} aria-hidden />
              </button>
            </div>
          ))}
        </fieldset>
      </div>
    </Frame>
  )
}
