import classes from './roster.module.css'
import { countShifts, type EditorShift, type RosterFilter } from './roster-rows.ts'

const FILTERS: readonly (readonly [RosterFilter, string])[] = [
  ['all', 'All'],
  ['silent', 'No reply'],
  ['cover', 'Needs cover'],
  ['open', 'Open'],
  ['clashes', 'Clashes'],
  ['unfit', 'Not qualified'],
  ['outside', 'Outside the event'],
  ['unpublished', 'Not published'],
  ['unsaved', 'Unsaved'],
]

const PASSING: readonly RosterFilter[] = ['outside', 'unpublished', 'unsaved']

export function RosterBar({
  shifts,
  filter,
  onFilter,
}: {
  shifts: readonly EditorShift[]
  filter: RosterFilter
  onFilter: (filter: RosterFilter) => void
}) {
  const shown = FILTERS.filter(([key]) => !PASSING.includes(key) || key === filter || countShifts(shifts, key) > 0)
  return (
    <div className={`row between ${classes.bar}`}>
      <fieldset className={classes.filters} aria-label="Show shifts">
        {shown.map(([key, label]) => (
          <button key={key} type="button" aria-pressed={filter === key} onClick={() => onFilter(key)}>
            {label} <span>{countShifts(shifts, key)}</span>
          </button>
        ))}
      </fieldset>
      <div className={`row muted ${classes.legend}`} aria-hidden>
        <i />
        Published
        <i data-kind="draft" />
        Not published
        <i data-kind="new" />
        New
      </div>
    </div>
  )
}
