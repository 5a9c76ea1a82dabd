import type { GridDuty } from '#server/shifts/grid/contract.ts'
import { cellKey, type cellsOf, isOpen } from './cells.ts'

type Props = { event: number; duties: readonly GridDuty[]; cells: ReturnType<typeof cellsOf> }

/** An event's roster as lines to read: the duty, who is on, how many are missing. */
export function DutyLines({ event, duties, cells }: Props) {
  return (
    <dl>
      {duties.map((duty) => {
        const places = cells.get(cellKey(event, duty.key))
        if (!places) return null
        const open = places.filter(isOpen).length
        return (
          <div key={duty.key}>
            <dt>{[duty.assignment_name, duty.role_name].filter(Boolean).join(', ') || 'No assignment'}</dt>
            <dd>
              {places.flatMap(({ name }) => name ?? []).join(', ')}
              {open > 0 && <b> {open} open</b>}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
