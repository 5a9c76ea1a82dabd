import { Fragment } from 'react'
import classes from './roster.module.css'
import { countShifts, type EditorShift, isUnpublished, type RosterFilter } from './roster-rows.ts'

const FILTERS: readonly (readonly [RosterFilter, string])[] = [
  ['all', 'All'],
  ['silent', 'Not answered'],
  ['cover', 'Needs cover'],
  ['open', 'Open'],
  ['clashes', 'Clashes'],
  ['unfit', 'Not qualified'],
  ['outside', 'Outside the event'],
  ['unpublished', 'Not published'],
  ['unsaved', 'Unsaved'],
]

/** The looks of shifts; shown once there is more than one. */
const LEGEND: readonly { kind: string; word: string; is: (shift: EditorShift) => boolean }[] = [
  { kind: 'published', word: 'Published', is: ({ published }) => published },
  { kind: 'draft', word: 'Not published', is: (shift) => isUnpublished(shift) && shift.state !== 'new' },
  { kind: 'new', word: 'New', is: ({ state }) => state === 'new' },
]

export function RosterBar({
  shifts,
  filter,
  onFilter,
}: {
  shifts: readonly EditorShift[]
  filter: RosterFilter
  onFilter: (filter: RosterFilter) => void
}) {
  const shown = FILTERS.filter(([key]) => key === 'all' || key === filter || countShifts(shifts, key) > 0)
  const kinds = LEGEND.filter(({ is }) => shifts.some(is))
  return (
    <div className={`row between ${classes.bar}`}>
      <fieldset className={classes.filters} aria-label="Show shifts">
        {shown.map(([key, label]) => (
          <button key={key} type="button" aria-pressed={filter === key} onClick={() => onFilter(key)}>
            {label} <span>{countShifts(shifts, key)}</span>
          </button>
        ))}
      </fieldset>
      {kinds.length > 1 && (
        <div className={`row muted ${classes.legend}`} aria-hidden>
          {kinds.map(({ kind, word }) => (
            <Fragment key={kind}>
              <i data-kind={kind} />
              {word}
            </Fragment>
          ))}
        </div>
      )}
    </div>
  )
}
