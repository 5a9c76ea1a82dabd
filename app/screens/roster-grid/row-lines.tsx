import type { GridRow } from '#server/shifts/grid/contract.ts'
import { cellKey, isOpen, type shiftsByCell } from './grid-cells.ts'

type Props = { event: number; rows: readonly GridRow[]; cells: ReturnType<typeof shiftsByCell> }

/** Shows an event's roster as lines of text: the assignment, the people, and how many are missing. */
export function RowLines({ event, rows, cells }: Props) {
  return (
    <dl>
      {rows.map((gridRow) => {
        const shifts = cells.get(cellKey(event, gridRow.key))
        if (!shifts) return null
        const open = shifts.filter(isOpen).length
        return (
          <div key={gridRow.key}>
            <dt>{[gridRow.assignment_name, gridRow.role_name].filter(Boolean).join(', ') || 'No assignment'}</dt>
            <dd>
              {shifts.flatMap(({ name }) => name ?? []).join(', ')}
              {open > 0 && <b> {open} open</b>}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
