import { IconCheck } from '@tabler/icons-react'
import classes from './filled-bar.module.css'

type Props = {
  filled: number
  all: number
  /** How many have said that they come; null where no one was asked. */
  confirmed?: number | null
}

/** How many shifts have a person, "5 of 7" beside a bar: for coordinators, since members see no counts of empty ones. */
export const FilledBar = ({ filled, all, confirmed = null }: Props) => (
  <span className={`num ${classes.filled}`}>
    <i aria-hidden style={{ ['--full' as string]: `${all ? (filled / all) * 100 : 0}%` }} />
    <span>
      {filled} of {all}
      <span className="unseen"> filled</span>
      {confirmed !== null && (
        <>
          {' '}
          <IconCheck size={13} aria-hidden /> {confirmed}
          <span className="unseen"> confirmed</span>
        </>
      )}
    </span>
  </span>
)
