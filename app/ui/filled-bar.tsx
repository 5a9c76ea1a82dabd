import classes from './filled-bar.module.css'

/** How many shifts have a person, "5 of 7" beside a bar: for coordinators, since members see no counts of empty ones. */
export const FilledBar = ({ filled, all }: { filled: number; all: number }) => (
  <span className={`num ${classes.filled}`}>
    <i aria-hidden style={{ ['--full' as string]: `${all ? (filled / all) * 100 : 0}%` }} />
    <span>
      {filled} of {all}
      <span className="unseen"> filled</span>
    </span>
  </span>
)
