import {
  IconArrowUpRight,
  IconBan,
  IconCheck,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconCircleHalf2,
  IconHourglass,
  IconStack2,
} from '@tabler/icons-react'
import classes from './calendar.module.css'

export function Legend({ admin, external }: { admin: boolean; external: boolean }) {
  return (
    <div className={classes.legend} role="note" aria-label="Legend">
      <span>
        <span className={classes.key} data-key="mine">
          <IconCircleCheckFilled size={13} aria-hidden />
        </span>
        Your shift
      </span>
      <span>
        <span className={classes.key} data-key="req">
          <IconHourglass size={13} aria-hidden />
        </span>
        Requested
      </span>
      <span>
        <span className={classes.key} data-key="bar">
          <IconStack2 size={13} aria-hidden />
        </span>
        Several days
      </span>
      {external && (
        <span>
          <IconArrowUpRight size={15} aria-hidden />
          Another club’s event
        </span>
      )}
      <span>
        <IconCheck size={15} stroke={2.4} aria-hidden />
        Available
      </span>
      <span>
        <IconCircleHalf2 size={15} aria-hidden />
        Only if required
      </span>
      <span>
        <IconBan size={15} aria-hidden />
        Unavailable
      </span>
      <span>
        <IconCircleDashed size={15} aria-hidden />
        Availability not set
      </span>
      {admin && (
        <span data-key="filled">
          <IconCheck size={15} stroke={2.6} aria-hidden />
          All shifts filled
        </span>
      )}
    </div>
  )
}
