import { Link } from '@remix-run/react'
import { paths } from '#app/shell/paths.ts'
import peopleClasses from './people-panel.module.css'
import classes from './roster.module.css'

type PartProps = {
  event: number
  shown: 'roster' | 'people' | 'details'
  /** Toggles between suggested people and the roster; null where no one is suggested. */
  onSupply: ((supply: boolean) => void) | null
}

export function PartTabs({ event, shown, onSupply }: PartProps) {
  return (
    <nav className={classes.parts} aria-label="Parts of this event">
      <Link
        to={paths.eventShifts(event)}
        replace
        preventScrollReset
        aria-current={shown === 'roster' ? 'page' : undefined}
        onClick={() => onSupply?.(false)}
      >
        Roster
      </Link>
      {onSupply && (
        <Link
          to={paths.eventShifts(event)}
          replace
          preventScrollReset
          aria-current={shown === 'people' ? 'page' : undefined}
          onClick={() => onSupply(true)}
        >
          Who can help
        </Link>
      )}
      <Link
        to={paths.eventEdit(event)}
        replace
        preventScrollReset
        aria-current={shown === 'details' ? 'page' : undefined}
      >
        Details
      </Link>
    </nav>
  )
}

export function SideTabs({ event, part }: { event: number; part: 'roster' | 'details' }) {
  return (
    <nav className={peopleClasses.tabs} aria-label="Beside the roster">
      <Link
        to={paths.eventShifts(event)}
        replace
        preventScrollReset
        aria-current={part === 'roster' ? 'true' : undefined}
      >
        Who can help
      </Link>
      <Link
        to={paths.eventEdit(event)}
        replace
        preventScrollReset
        aria-current={part === 'details' ? 'true' : undefined}
      >
        Event details
      </Link>
    </nav>
  )
}
