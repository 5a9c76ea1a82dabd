import { useDebouncedValue } from '@mantine/hooks'
import { useDateFormats } from '#app/shell/use-root.ts'
import { eventName } from '#server/shift-facts/event.pure.ts'
import type { GridEvent, GridRow, GridShift } from '#server/shifts/grid/contract.ts'
import { unfitWords } from '#server/suitability/missing/rules.ts'
import { useSuggestions } from '../roster/use-suggestions.ts'
import { useAnswerWords } from './answer-sign.tsx'
import classes from './grid.module.css'
import { isClash, isDraft, isOpen } from './grid-cells.ts'

export type CurrentCell = { event: GridEvent; gridRow: GridRow; shifts: readonly GridShift[] }

const FITS = 2

export function CellStatus({ current }: { current: CurrentCell }) {
  const when = useDateFormats()
  const answerWords = useAnswerWords()
  const { event, gridRow, shifts } = current
  const rowName = [gridRow.assignment_name, gridRow.role_name].filter(Boolean).join(', ') || 'No assignment'
  const open = shifts.filter(isOpen)
  const drafts = shifts.filter(isDraft).length
  const on = shifts.filter((shift) => !isOpen(shift))
  return (
    <>
      <b>{rowName}</b> {when.short(event.start)}, {eventName(event.name)}:{' '}
      {shifts.length === 0
        ? 'not needed'
        : [
            ...on.map(
              (shift) =>
                `${[shift.name, answerWords(shift).toLowerCase()].filter(Boolean).join(' ')}${isClash(shift) ? ` (also on ${eventName(shift.clash)})` : ''}${shift.unfit ? ` (${unfitWords(shift.unfit, when.shortDay)})` : ''}`,
            ),
            ...(event.called_off ? ['called off'] : []),
            ...(open.length && !event.called_off ? [`${open.length} open`] : []),
            ...(drafts && !event.called_off ? [`${drafts} not published`] : []),
          ].join(', ')}
      {open[0] && !event.called_off && <BestFit event={event} gridRow={gridRow} shift={open[0]} />}
    </>
  )
}

function BestFit({ event, gridRow, shift }: { event: GridEvent; gridRow: GridRow; shift: GridShift }) {
  const when = useDateFormats()
  const [asked] = useDebouncedValue(shift, 400)
  const wall = (instant: string) => when.format(instant, 'YYYY-MM-DD[T]HH:mm')
  const { suggestions } = useSuggestions(
    event.id,
    asked.id,
    {
      person: null,
      assignment: gridRow.assignment,
      role: gridRow.role,
      location: null,
      notes: '',
      start: wall(asked.start),
      end: wall(asked.end),
    },
    asked.id === shift.id,
  )
  const best = suggestions.filter(({ fits }) => fits).slice(0, FITS)
  if (asked.id !== shift.id || !best.length) return null
  return <span className={classes.best}> Most suitable: {best.map(({ name }) => name).join(', ')}</span>
}
