import { useDateFormats } from '#app/shell/use-root.ts'
import { useMinute } from '#app/ui/use-minute.ts'
import { dayIn } from '#app/ui/wall-clock.ts'
import classes from './decide.module.css'
import { partLeft, timeLeft } from './time-left.ts'

const ROUND = 2 * Math.PI * 7

/** Deadline of a decision: a ring that runs out, the clock time, and the time left. Red on the day itself. */
export function Countdown({ to, now }: { to: string; now: string }) {
  const when = useDateFormats()
  const at = useMinute(now)
  const isToday = dayIn(to, when.zone) <= dayIn(at, when.zone)
  const clock = isToday && Date.parse(to) > Date.parse(at) ? when.time(to) : `${when.short(to)}, ${when.time(to)}`
  const left = timeLeft(to, at)
  return (
    <span className={classes.countdown} data-tone={isToday ? 'red' : 'amber'}>
      <svg width={18} height={18} viewBox="0 0 18 18" aria-hidden="true">
        <circle cx={9} cy={9} r={7} className={classes.track} />
        <circle
          cx={9}
          cy={9}
          r={7}
          className={classes.left}
          strokeDasharray={`${partLeft(to, at) * ROUND} ${ROUND}`}
          transform="rotate(-90 9 9)"
        />
      </svg>
      <span className="num">{left === 'now' ? `Decision was due by ${clock}` : `Decide by ${clock}, ${left}`}</span>
    </span>
  )
}
