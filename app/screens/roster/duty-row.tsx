import { IconPlus } from '@tabler/icons-react'
import type { PlaceFields } from '#server/shifts/roster-editor/contract.ts'
import type { Duty } from './duties.ts'
import classes from './duty.module.css'
import { PlaceCard } from './place-card.tsx'
import type { Roster } from './use-roster.ts'
import { formatSpan } from './wall.ts'

type Props = {
  duty: Duty
  roster: Roster
  timeFormat: string
  selected: string | null
  carrying: string | null
  onSelect: (key: string) => void
}

export const dutyName = (
  roster: Pick<Roster, 'nameOf'>,
  { assignment, role }: Pick<PlaceFields, 'assignment' | 'role'>,
) =>
  [roster.nameOf('assignments', assignment) || (role === null ? 'No assignment' : ''), roster.nameOf('roles', role)]
    .filter(Boolean)
    .join(', ')

/** One duty: what it is on the left, its places on the right, and one more of the same. */
export function DutyRow({ duty, roster, timeFormat, selected, carrying, onSelect }: Props) {
  const { assignment, role, start, end, filled, total } = duty
  const name = dutyName(roster, duty)
  const roleName = roster.nameOf('roles', role)
  const needs = role === null ? [] : (roster.editor.needs[role] ?? [])
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
          location: duty.places[0]?.fields.location ?? null,
          start,
          end,
          notes: '',
        },
      ],
    })
  return (
    <li className={classes.row}>
      <div className={classes.duty}>
        <h3>{roster.nameOf('assignments', assignment) || roleName || 'No assignment'}</h3>
        <span className={classes.count} data-short={filled < total || undefined}>
          {filled}/{total}
          <span className={classes.hidden}> shifts filled</span>
        </span>
        <p>
          {assignment !== null && roleName && (
            <>
              {roleName}
              <br />
            </>
          )}
          {formatSpan(start, end, timeFormat)}
          {needs.length > 0 && (
            <>
              <br />
              Needs {needs.join(', ')}
            </>
          )}
        </p>
        <button type="button" className={classes.more} onClick={more} aria-label={`Add a shift: ${name}`}>
          <IconPlus size={14} aria-hidden />
          Add
        </button>
      </div>
      <ul className={classes.places} aria-label={name}>
        {duty.places.map((place) => (
          <PlaceCard
            key={place.key}
            place={place}
            duty={duty}
            nameOf={roster.nameOf}
            timeFormat={timeFormat}
            selected={selected === place.key}
            problem={
              roster.conflicts.shifts.has(Number(place.key))
                ? 'Somebody else changed it'
                : Object.values(roster.messages[place.key] ?? {})[0]
            }
            carrying={carrying}
            onSelect={() => onSelect(place.key)}
            onUndo={() => undo(place.key)}
          />
        ))}
      </ul>
    </li>
  )
}
