import { holdLeft } from './hold-left.ts'
import classes from './waiting.module.css'

const ROUND = 2 * Math.PI * 36

/** A ring that runs out while a shift is held; the text beside it has the time. All instants are ISO. */
export function HoldRing({ from, to, now }: { from: string; to: string; now: string }) {
  const { part, figure, unit } = holdLeft(from, to, now)
  return (
    <div className={classes.ring} aria-hidden="true">
      <svg viewBox="0 0 80 80" aria-hidden="true">
        <circle cx={40} cy={40} r={36} className={classes.track} />
        <circle
          cx={40}
          cy={40}
          r={36}
          className={classes.left}
          strokeDasharray={`${part * ROUND} ${ROUND}`}
          transform="rotate(-90 40 40)"
        />
      </svg>
      <span>
        <b className="num">{figure}</b>
        {unit}
      </span>
    </div>
  )
}
