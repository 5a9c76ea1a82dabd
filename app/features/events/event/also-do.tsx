import type { SerializeFrom } from '@remix-run/node'
import { Link } from '@remix-run/react'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import type { NextBest } from '#server/open-shifts/next-best.ts'
import classes from './event.module.css'

type Props = {
  /** Assignments that are full for the reader. */
  full: readonly { name: string; joinable: boolean }[]
  /** Open shifts of other events that the reader could do. */
  others: readonly SerializeFrom<NextBest>[]
}

const listOf = new Intl.ListFormat('en-GB')

/** Names assignments that are full and have no waiting list, and open shifts of other events that the reader could do. */
export function AlsoDo({ full, others }: Props) {
  const when = useDateFormats()
  const closed = full.flatMap(({ name, joinable }) => (joinable ? [] : name))
  if (!closed.length && !others.length) return null
  return (
    <div className={classes.also}>
      {closed.length > 0 && (
        <p>
          {listOf.format(closed)} {closed.length === 1 ? 'is' : 'are'} full.
        </p>
      )}
      {others.length > 0 && <p>You could also do:</p>}
      {others.length > 0 && (
        <ul className="list">
          {others.map(({ id, event, event_name, assignment_name, start }) => (
            <li key={id}>
              <Link to={paths.event(event)}>{[assignment_name, event_name].filter(Boolean).join(', ')}</Link>{' '}
              <span className="num">{when.short(start)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
