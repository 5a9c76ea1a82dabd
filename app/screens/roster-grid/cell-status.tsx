import { useDebouncedValue } from '@mantine/hooks'
import type { GridDuty, GridEvent, GridPlace } from '#server/shifts/grid/contract.ts'
import { useDateFormats } from '../../shell/use-root.ts'
import { useSuggestions } from '../roster/use-suggestions.ts'
import { isClash, isDraft, isOpen } from './cells.ts'
import classes from './grid.module.css'

export type Current = { event: GridEvent; duty: GridDuty; places: readonly GridPlace[] }

const FITS = 2

/** In words what the focused cell holds, and who would fit best where it is open. */
export function CellStatus({ current }: { current: Current }) {
  const when = useDateFormats()
  const { event, duty, places } = current
  const duties = [duty.assignment_name, duty.role_name].filter(Boolean).join(', ') || 'No assignment'
  const open = places.filter(isOpen)
  const drafts = places.filter(isDraft).length
  const on = places.filter((place) => !isOpen(place))
  return (
    <>
      <b>{duties}</b> {when.format(event.start, 'ddd D MMM')}, {event.name || 'Untitled Event'}:{' '}
      {places.length === 0
        ? 'not needed'
        : [
            ...on.map(
              (place) => `${place.name}${isClash(place) ? ` (also on ${place.clash || 'Untitled Event'})` : ''}`,
            ),
            ...(open.length ? [`${open.length} open`] : []),
            ...(drafts ? [`${drafts} not published`] : []),
          ].join(', ')}
      {open[0] && <BestFit event={event} duty={duty} place={open[0]} />}
    </>
  )
}

function BestFit({ event, duty, place }: { event: GridEvent; duty: GridDuty; place: GridPlace }) {
  const when = useDateFormats()
  const [asked] = useDebouncedValue(place, 400)
  const wall = (instant: string) => when.format(instant, 'YYYY-MM-DD[T]HH:mm')
  const { suggestions } = useSuggestions(
    event.id,
    asked.id,
    {
      person: null,
      assignment: duty.assignment,
      role: duty.role,
      location: null,
      notes: '',
      start: wall(asked.start),
      end: wall(asked.end),
    },
    asked.id === place.id,
  )
  const best = suggestions.filter(({ fits }) => fits).slice(0, FITS)
  if (asked.id !== place.id || !best.length) return null
  return <span className={classes.best}> Best fit: {best.map(({ name }) => name).join(', ')}</span>
}
