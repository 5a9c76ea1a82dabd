import { Link } from '@remix-run/react'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { openTone } from '#app/features/open-shifts/open-tone.ts'
import { UnfitSign } from '#app/features/suitability/unfit-mark.tsx'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { StateBadge } from '#app/ui/state-badge.tsx'
import { eventName } from '#server/shift-facts/event.pure.ts'
import type { Grid, GridShift } from '#server/shifts/grid/contract.ts'
import { AnswerSign } from './answer-sign.tsx'
import { CellEditor } from './cell-editor.tsx'
import type { CurrentCell } from './cell-status.tsx'
import { EventSigns } from './event-signs.tsx'
import classes from './grid.module.css'
import {
  cellKey,
  isClash,
  isDraft,
  isOpen,
  isUnfit,
  nextPosition,
  type Position,
  shiftsByCell,
  shortName,
} from './grid-cells.ts'
import { type CopiedPeople, moveSteps, pasteSteps, peopleIn } from './move-people.ts'
import { OutsideDay } from './outside-day.tsx'
import type { CellSelection } from './use-cell-selection.ts'
import type { GridActions } from './use-grid.ts'

const isWrong = (shift: GridShift) => isClash(shift) || isUnfit(shift)

/** Announces the arrow keys, which the cells handle. */
const GRID = { role: 'grid', 'aria-label': 'Roster' } as const
const SELECTED = { 'aria-selected': true } as const

type Props = {
  grid: Grid
  now: string
  actions: GridActions
  onCurrent: (current: CurrentCell | null) => void
  selection: CellSelection
}

/**
 * The grid with the keys of a spreadsheet: one cell is in the tab order; arrows move between cells; Enter or a letter
 * enters a name; Delete removes people; copy, paste and fill to the right work. A name can be dragged to another cell;
 * with Alt it is copied. Space, or a click with Ctrl, selects a cell.
 */
export function GridTable({ grid, now, actions, onCurrent, selection }: Props) {
  const { events, rows } = grid
  const cells = shiftsByCell(grid)
  const [at, setAt] = useState<Position>({ row: 0, column: 0 })
  const [editing, setEditing] = useState<{ typed: string } | null>(null)
  const table = useRef<HTMLTableElement>(null)
  const when = useDateFormats()
  const here = { row: Math.min(at.row, rows.length - 1), column: Math.min(at.column, events.length - 1) }
  const keyOf = ({ row, column }: Position) => cellKey(events[column]?.id ?? 0, rows[row]?.key ?? '')
  const shiftsAt = (position: Position) => cells.get(keyOf(position)) ?? []
  /** The editable shifts of a cell: none where the event is called off. */
  const editableAt = (position: Position) => (events[position.column]?.called_off ? [] : shiftsAt(position))
  const [copied, setCopied] = useState<CopiedPeople>([])
  const [over, setOver] = useState<string | null>(null)
  const dragged = useRef<GridShift | null>(null)
  const [event, gridRow] = [events[here.column], rows[here.row]]
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current cell is derived from the position and the data.
  useEffect(() => {
    onCurrent(event && gridRow ? { event, gridRow, shifts: shiftsAt(here) } : null)
  }, [grid, here.row, here.column, onCurrent])
  const paste = (from: CopiedPeople, to: readonly GridShift[]) => {
    const { steps, names } = pasteSteps(from, to)
    void actions.actOrAsk(steps, `${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} on`)
  }
  const shiftOf = (target: EventTarget) => {
    const id = Number((target as HTMLElement).closest<HTMLElement>('[data-name]')?.dataset.name)
    return grid.shifts.find((shift) => shift.id === id) ?? null
  }
  const cellOf = (target: EventTarget): Position | null => {
    const [row, column] = ((target as HTMLElement).closest<HTMLElement>('[data-cell]')?.dataset.cell ?? '')
      .split('-')
      .map(Number)
    return row === undefined || column === undefined || Number.isNaN(column) ? null : { row, column }
  }
  const onDragOver = (drag: DragEvent) => {
    const cell = cellOf(drag.target)
    const from = dragged.current
    const takes = cell && from && moveSteps(from, editableAt(cell), drag.altKey).length > 0
    setOver(takes ? `${cell.row}-${cell.column}` : null)
    if (takes) drag.preventDefault()
  }
  const onDrop = (drag: DragEvent) => {
    const [cell, from] = [cellOf(drag.target), dragged.current]
    drag.preventDefault()
    dragged.current = null
    setOver(null)
    if (!cell || !from) return
    setAt(cell)
    void actions.actOrAsk(
      moveSteps(from, editableAt(cell), drag.altKey),
      `${from.name} ${drag.altKey ? 'copied' : 'moved'}`,
    )
  }
  const focus = ({ row, column }: Position) => {
    setAt({ row, column })
    requestAnimationFrame(() => table.current?.querySelector<HTMLElement>(`[data-cell="${row}-${column}"]`)?.focus())
  }
  const close = () => {
    setEditing(null)
    focus(here)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (editing) return
    const beside = { row: here.row, column: here.column + 1 }
    if (event.shiftKey && event.key === 'ArrowRight' && beside.column < events.length) {
      event.preventDefault()
      paste(peopleIn(shiftsAt(here)), editableAt(beside))
      return focus(beside)
    }
    if (event.key === ' ' || (event.key === 'Escape' && selection.selected.size > 0)) {
      event.preventDefault()
      return event.key === ' ' ? selection.toggle(keyOf(here)) : selection.clear()
    }
    const next = nextPosition(here, event.key, rows.length, events.length)
    const shifts = editableAt(here)
    if (next) {
      event.preventDefault()
      return focus(next)
    }
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z') {
      event.preventDefault()
      return void actions.undo()
    }
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'c') {
      event.preventDefault()
      return setCopied(peopleIn(shiftsAt(here)))
    }
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'v') {
      event.preventDefault()
      return paste(copied, shifts)
    }
    if (event.ctrlKey || event.metaKey || event.altKey || !shifts.length) return
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      const last = shifts.findLast(({ person }) => person !== null)
      if (last) void actions.assign(last, null, '')
    } else if (event.key === 'Enter' || event.key === 'F2') {
      event.preventDefault()
      setEditing({ typed: '' })
    } else if (/^\p{L}$/u.test(event.key)) {
      event.preventDefault()
      setEditing({ typed: event.key })
    }
  }
  return (
    <div className={classes.scroll}>
      <table
        ref={table}
        {...GRID}
        className={classes.grid}
        onDragStart={(drag) => {
          dragged.current = shiftOf(drag.target)
          drag.dataTransfer.effectAllowed = 'copyMove'
          drag.dataTransfer.setData('text/plain', dragged.current?.name ?? '')
        }}
        onDragOver={onDragOver}
        onDrop={onDrop}
        onDragEnd={() => setOver(null)}
      >
        <thead>
          <tr>
            <th scope="col">Assignment</th>
            {events.map((event) => {
              const own = grid.shifts.filter((shift) => shift.event === event.id)
              return (
                <th key={event.id} scope="col">
                  <Link to={paths.eventShifts(event.id)}>
                    <span className="num">
                      <b>{when.short(event.start)}</b> {when.time(event.start)}
                    </span>
                    <div className={classes.called} title={event.name}>
                      {eventName(event.name)}
                    </div>
                  </Link>
                  {event.called_off ? (
                    <StateBadge state="cancelled">Called off</StateBadge>
                  ) : (
                    <EventSigns event={event} shifts={own} now={now} />
                  )}
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {rows.map((gridRow, row) => (
            <tr key={gridRow.key}>
              <th scope="row">
                <b>{gridRow.assignment_name || gridRow.role_name || 'No assignment'}</b>
                {gridRow.assignment_name && gridRow.role_name && <span>{gridRow.role_name}</span>}
              </th>
              {events.map((event, column) => {
                const shifts = shiftsAt({ row, column })
                const editable = editableAt({ row, column })
                const current = here.row === row && here.column === column
                return (
                  <td
                    key={event.id}
                    data-cell={`${row}-${column}`}
                    tabIndex={current ? 0 : -1}
                    data-off={event.called_off || undefined}
                    data-draft={editable.some(isDraft) || undefined}
                    data-open={editable.some(isOpen) ? openTone(event, now) : undefined}
                    data-clash={editable.some(isWrong) || undefined}
                    data-current={current || undefined}
                    data-over={over === `${row}-${column}` || undefined}
                    aria-busy={shifts.some(({ id }) => actions.busy.has(id)) || undefined}
                    {...(selection.selected.has(keyOf({ row, column })) && SELECTED)}
                    onClick={(click) => {
                      if (editing && current) return
                      setAt({ row, column })
                      if (click.ctrlKey || click.metaKey) return selection.toggle(keyOf({ row, column }))
                      setEditing(editable.length ? { typed: '' } : null)
                    }}
                    onKeyDown={onKeyDown}
                    onFocus={() => !current && setAt({ row, column })}
                  >
                    <Cell shifts={shifts} isOff={event.called_off} />
                    {current && editing && editable.length > 0 && (
                      <CellEditor
                        key={cellKey(event.id, gridRow.key)}
                        event={event}
                        gridRow={gridRow}
                        shifts={shifts}
                        typed={editing.typed}
                        actions={actions}
                        onClose={close}
                      />
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Cell({ shifts, isOff }: { shifts: readonly GridShift[]; isOff: boolean }) {
  if (!shifts.length) return <span className={classes.none}>·</span>
  if (isOff)
    return shifts.map(
      ({ id, name }) =>
        name !== null && (
          <s key={id} className={`row ${classes.name}`} title={name}>
            {shortName(name)}
          </s>
        ),
    )
  const open = shifts.filter(isOpen).length
  return (
    <>
      <span className={classes.ratio}>
        {shifts.length - open} of {shifts.length}
        {shifts.some(isDraft) && <span className="unseen">, not published</span>}
      </span>
      {shifts.map(
        (shift) =>
          shift.name !== null && (
            <span
              key={shift.id}
              className={`row ${classes.name}`}
              data-clash={isWrong(shift) || undefined}
              data-name={shift.id}
              title={shift.name}
              draggable
            >
              {isClash(shift) && <IconAlertTriangle size={12} aria-label={`Clash with ${eventName(shift.clash)}:`} />}
              {shortName(shift.name)}
              <UnfitSign unfit={shift.unfit} />
              <AnswerSign shift={shift} />
              <OutsideDay shift={shift} />
            </span>
          ),
      )}
      {open > 0 && <b>{open} open</b>}
      {shifts.filter(isOpen).map((shift) => (
        <OutsideDay key={shift.id} shift={shift} />
      ))}
    </>
  )
}
