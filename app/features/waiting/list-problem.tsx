import { paths } from '#app/shell/paths.ts'
import { PlainLink } from '#app/ui/plain-link.tsx'
import type { Problem } from './use-list-calls.ts'
import classes from './waiting.module.css'

export const ListProblem = ({ problem }: { problem: Problem | null }) =>
  problem && (
    <p role="alert" className={classes.problem}>
      {problem.message}{' '}
      {problem.offersOthers && (
        <PlainLink to={paths.openShifts} className={classes.event}>
          Others you could do
        </PlainLink>
      )}
    </p>
  )
