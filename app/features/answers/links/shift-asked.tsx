import { useDateFormats } from '#app/shell/use-root.ts'
import { daysAheadText, type LinkShift, roleText } from '../answer-words.ts'
import classes from './answer-screen.module.css'

type Props = {
  shift: Pick<LinkShift, 'event' | 'start' | 'end' | 'location' | 'assignment' | 'role'>
  /** The server's clock, ISO. */
  now: string
  again?: string
  /** Why this person is asked; empty where that is obvious. */
  why?: string
}

export function ShiftAsked({ shift, now, again = '', why = '' }: Props) {
  const when = useDateFormats()
  const range = when.range(shift.start, shift.end)
  const ahead = daysAheadText(shift.start, now, when.zone)
  return (
    <>
      <div>
        <p className={classes.day}>
          <b>{when.short(shift.start)}</b>
          {ahead && `, ${ahead}`}
        </p>
        <p className={`${classes.time} num`} data-long={range.length > 20 || undefined}>
          {range}
        </p>
      </div>
      {again && <p className={classes.again}>{again}</p>}
      <dl className={classes.facts}>
        <Fact label="Event" value={shift.event} />
        <Fact label="Assignment" value={roleText(shift)} />
        <Fact label="Location" value={shift.location} />
        {why && (
          <div className={classes.why}>
            <dt>Why you</dt>
            <dd>{why}</dd>
          </div>
        )}
      </dl>
    </>
  )
}

const Fact = ({ label, value }: { label: string; value: string | null }) =>
  value ? (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  ) : null
