import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { UnfitCount } from '#app/features/suitability/unfit-mark.tsx'
import { FilledBar } from '#app/ui/filled-bar.tsx'
import type { ShiftFields } from '#server/shifts/roster-editor/contract.ts'
import { needsOf } from '#server/suitability/missing/rules.ts'
import type { EditorShift, RosterRow } from './roster-rows.ts'
import classes from './row.module.css'
import { ShiftCard } from './shift-card.tsx'
import type { Roster } from './use-roster.ts'
import { formatSpanAt } from './wall.ts'

type Props = {
  row: RosterRow
  roster: Roster
  /** Called off: people are struck through, and no one is added. */
  isOff: boolean
  selected: string | null
  waits: number
  carrying: string | null
  onSelect: (key: string) => void
  renderPicker: (shift: EditorShift, name: string) => ReactNode
}

export const rowName = (
  roster: Pick<Roster, 'nameOf'>,
  { assignment, role }: Pick<ShiftFields, 'assignment' | 'role'>,
) =>
  [roster.nameOf('assignments', assignment) || (role === null ? 'No assignment' : ''), roster.nameOf('roles', role)]
    .filter(Boolean)
    .join(', ')

export function RosterRowCard({ row, roster, isOff, selected, waits, carrying, onSelect, renderPicker }: Props) {
  const { assignment, role, start, end, total } = row
  const name = rowName(roster, row)
  const roleName = roster.nameOf('roles', role)
  const needs = needsOf(row, roster.editor.required)
  const atLeast = roster.eventFields.minimums?.find((one) => one.assignment === assignment)?.minimum
  const undo = (key: string) => {
    roster.step({ do: 'restore', id: Number(key) })
    roster.touched(key, Object.keys(roster.messages[key] ?? {}))
  }
  const more = () =>
    roster.step({
      do: 'add',
      records: [
        {
          person: null,
          assignment,
          role,
          location: row.shifts[0]?.fields.location ?? null,
          start,
          end,
          notes: '',
        },
      ],
    })
  return (
    <li className={classes.row}>
      <div className={classes.label}>
        <h2>{roster.nameOf('assignments', assignment) || roleName || 'No assignment'}</h2>
        {!isOff && (
          <span className={classes.count} data-short={row.short || undefined}>
            <FilledBar filled={row.filled} all={total} confirmed={row.asked ? row.confirmed : null} />
          </span>
        )}
        <p>
          {assignment !== null && roleName && (
            <>
              {roleName}
              <br />
            </>
          )}
          {formatSpanAt(start, end, roster.eventFields.start, roster.formats)}
          {atLeast !== undefined && (
            <>
              <br />
              At least {atLeast} to run
            </>
          )}
          {needs.length > 0 && (
            <>
              <br />
              Needs {needs.map((need) => need.name).join(', ')}
            </>
          )}
          {row.unfit > 0 && (
            <>
              <br />
              <UnfitCount count={row.unfit} />
            </>
          )}
          {waits > 0 && !isOff && (
            <>
              <br />
              {waits} waiting
            </>
          )}
        </p>
        {!isOff && (
          <button type="button" className={classes.more} onClick={more} aria-label={`Add a shift: ${name}`}>
            <IconPlus size={14} aria-hidden />
            Add
          </button>
        )}
      </div>
      <ul className={classes.shifts} aria-label={name}>
        {row.shifts.map((shift) => (
          <ShiftCard
            key={shift.key}
            shift={shift}
            row={row}
            isOff={isOff}
            nameOf={roster.nameOf}
            formats={roster.formats}
            selected={selected === shift.key}
            problem={
              roster.conflicts.shifts.has(Number(shift.key))
                ? 'Someone else changed it'
                : Object.values(roster.messages[shift.key] ?? {})[0]
            }
            carrying={carrying}
            onSelect={() => onSelect(shift.key)}
            onUndo={() => undo(shift.key)}
            picker={renderPicker(shift, name)}
          />
        ))}
      </ul>
    </li>
  )
}
