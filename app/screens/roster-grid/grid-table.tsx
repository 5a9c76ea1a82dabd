import { Link } from '@remix-run/react'
import { IconAlertTriangle, IconCheck, IconCloudOff } from '@tabler/icons-react'
import { type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Grid, GridPlace } from '#server/shifts/grid/contract.ts'
import { paths } from '../../shell/paths.ts'
import { useDateFormats } from '../../shell/use-root.ts'
import { type Copied, carried, copiedOf, pasted } from './carrying.ts'
import { CellEditor } from './cell-editor.tsx'
import type { Current } from './cell-status.tsx'
import { cellKey, cellsOf, isClash, isDraft, isOpen, moved, type Position, shortName } from './cells.ts'
import classes from './grid.module.css'
import type { GridActions } from './use-grid.ts'

/** The role that promises the arrow keys which the cells keep. */
const GRID = { role: 'grid', 'aria-label': 'Roster' } as const

type Props = { grid: Grid; actions: GridActions; onCurrent: (current: Current | null) => void }

/**
 * The grid itself, with the keys of a spreadsheet: one cell in the tab order, arrows between cells, Enter or a letter to name
 * somebody, Delete to take off, copy, paste and fill to the right. A name can be dragged to another cell; Alt leaves it here too.
 */
export function GridTable({ grid, actions, onCurrent }: Props) {
  const { events, duties } = grid
  const cells = cellsOf(grid)
  const [at, setAt] = useState<Position>({ row: 0, column: 0 })
  const [editing, setEditing] = useState<{ typed: string } | null>(null)
  const table = useRef<HTMLTableElement>(null)
  const when = useDateFormats()
  const here = { row: Math.min(at.row, duties.length - 1), column: Math.min(at.column, events.length - 1) }
  const placesAt = ({ row, column }: Position) =>
    cells.get(cellKey(events[column]?.id ?? 0, duties[row]?.key ?? '')) ?? []
  const [copied, setCopied] = useState<Copied>([])
  const [over, setOver] = useState<string | null>(null)
  const dragged = useRef<GridPlace | null>(null)
  const [event, duty] = [events[here.column], duties[here.row]]
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is current follows from the place and the data.
  useEffect(() => {
    onCurrent(event && duty ? { event, duty, places: placesAt(here) } : null)
  }, [grid, here.row, here.column, onCurrent])
  const paste = (from: Copied, to: readonly GridPlace[]) => {
    const { steps, names } = pasted(from, to)
    void actions.act(steps, `${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} on`)
  }
  const placeOf = (target: EventTarget) => {
    const id = Number((target as HTMLElement).closest<HTMLElement>('[data-name]')?.dataset.name)
    return grid.places.find((place) => place.id === id) ?? null
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
    const takes = cell && from && carried(from, placesAt(cell), drag.altKey).length > 0
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
    void actions.act(carried(from, placesAt(cell), drag.altKey), `${from.name} ${drag.altKey ? 'copied' : 'moved'}`)
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
      paste(copiedOf(placesAt(here)), placesAt(beside))
      return focus(beside)
    }
    const next = moved(here, event.key, duties.length, events.length)
    const places = placesAt(here)
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
      return setCopied(copiedOf(places))
    }
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'v') {
      event.preventDefault()
      return paste(copied, places)
    }
    if (event.ctrlKey || event.metaKey || event.altKey || !places.length) return
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      const last = places.findLast(({ person }) => person !== null)
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
          dragged.current = placeOf(drag.target)
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
              const own = grid.places.filter((place) => place.event === event.id)
              return (
                <th key={event.id} scope="col">
                  <Link to={paths.eventShifts(event.id)}>
                    <span className="num">
                      <b>{when.format(event.start, 'ddd D MMM')}</b> {when.time(event.start)}
                    </span>
                    <div className={classes.called} title={event.name}>
                      {event.name || 'Untitled Event'}
                    </div>
                  </Link>
                  <Fill places={own} />
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {duties.map((duty, row) => (
            <tr key={duty.key}>
              <th scope="row">
                <b>{duty.assignment_name || duty.role_name || 'No assignment'}</b>
                {duty.assignment_name && duty.role_name && <span>{duty.role_name}</span>}
              </th>
              {events.map((event, column) => {
                const places = placesAt({ row, column })
                const current = here.row === row && here.column === column
                return (
                  <td
                    key={event.id}
                    data-cell={`${row}-${column}`}
                    tabIndex={current ? 0 : -1}
                    data-draft={places.some(isDraft) || undefined}
                    data-open={places.some(isOpen) || undefined}
                    data-clash={places.some(isClash) || undefined}
                    data-current={current || undefined}
                    data-over={over === `${row}-${column}` || undefined}
                    aria-busy={places.some(({ id }) => actions.busy.has(id)) || undefined}
                    onClick={() => {
                      if (editing && current) return
                      setAt({ row, column })
                      setEditing(places.length ? { typed: '' } : null)
                    }}
                    onKeyDown={onKeyDown}
                    onFocus={() => !current && setAt({ row, column })}
                  >
                    <Cell places={places} />
                    {current && editing && places.length > 0 && (
                      <CellEditor
                        key={cellKey(event.id, duty.key)}
                        event={event}
                        duty={duty}
                        places={places}
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

function Cell({ places }: { places: readonly GridPlace[] }) {
  if (!places.length) return <span className={classes.none}>·</span>
  const open = places.filter(isOpen).length
  return (
    <>
      <span className={classes.ratio}>
        {places.length - open}/{places.length}
        {places.some(isDraft) && <span className={classes.hidden}>, not published</span>}
      </span>
      {places.map(
        (place) =>
          place.name !== null && (
            <span
              key={place.id}
              className={classes.name}
              data-clash={isClash(place) || undefined}
              data-name={place.id}
              title={place.name}
              draggable
            >
              {isClash(place) && (
                <IconAlertTriangle size={12} aria-label={`Clash with ${place.clash || 'Untitled Event'}:`} />
              )}
              {shortName(place.name)}
            </span>
          ),
      )}
      {open > 0 && <b className={classes.open}>{open} open</b>}
    </>
  )
}

/** How full an event is, in numbers, a bar and words for what needs a look. */
export function Fill({ places }: { places: readonly GridPlace[] }) {
  const open = places.filter(isOpen).length
  const clashes = places.filter(isClash).length
  const drafts = places.filter(isDraft).length
  if (!places.length) return <small className={classes.fill}>No shifts</small>
  return (
    <small className={classes.fill}>
      <span data-tone={open ? 'amber' : 'green'}>
        {open ? (
          `${open} open`
        ) : (
          <>
            <IconCheck size={13} aria-hidden /> Full
          </>
        )}
      </span>
      <i aria-hidden style={{ ['--full' as string]: `${((places.length - open) / places.length) * 100}%` }} />
      {clashes > 0 && (
        <span data-tone="red">
          <IconAlertTriangle size={13} aria-hidden /> {clashes === 1 ? '1 clash' : `${clashes} clashes`}
        </span>
      )}
      {drafts > 0 && (
        <span>
          <IconCloudOff size={13} aria-hidden /> {drafts} not published
        </span>
      )}
    </small>
  )
}
