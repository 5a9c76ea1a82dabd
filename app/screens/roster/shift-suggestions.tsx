import type { Suggestion } from '#server/shifts/suggestions/contract.ts'
import { personTimes } from '#server/shifts/times/rules.ts'
import type { EditorShift } from './roster-rows.ts'
import classes from './suggestion.module.css'
import { Reasons, SuggestionList } from './suggestion-list.tsx'
import type { useSuggestions } from './use-suggestions.ts'

/** Finds the people who hold another shift of this roster at the same time, saved or not. */
export function busyOnRoster(shift: EditorShift, shifts: readonly EditorShift[]): ReadonlySet<number> {
  const { start, end } = shift.fields
  return new Set(
    shifts.flatMap(({ key, state, fields }) =>
      key !== shift.key &&
      state !== 'removed' &&
      fields.person !== null &&
      personTimes(fields).start < end &&
      personTimes(fields).end > start
        ? [fields.person]
        : [],
    ),
  )
}

const ALREADY_ON_EVENT = { code: 'on_it', words: 'Already on this event at that time' } as const

const withStagedShifts = (one: Suggestion, taken: ReadonlySet<number>): Suggestion =>
  taken.has(one.person) && !one.against.some(({ code }) => code === 'on_it')
    ? {
        ...one,
        fits: false,
        against: [...one.against, ALREADY_ON_EVENT],
        for: one.for.filter(({ code }) => code !== 'free'),
      }
    : one

/** Suggests people below the person's field; folded when the shift is filled. */
export function ShiftSuggestions({
  found,
  chosen,
  taken,
  onAssign,
}: {
  found: ReturnType<typeof useSuggestions>
  chosen: number | null
  taken: ReadonlySet<number>
  onAssign: (one: Suggestion) => void
}) {
  const suggestions = found.suggestions.map((one) => withStagedShifts(one, taken))
  const current = suggestions.find(({ person }) => person === chosen)
  if (found.failed) return <p className={classes.note}>Suggestions could not be loaded.</p>
  if (chosen === null)
    return found.suggestions.length || !found.loading ? (
      <SuggestionList suggestions={suggestions} chosen={chosen} onAssign={onAssign} />
    ) : (
      <p className={classes.note}>Looking for people…</p>
    )
  return (
    <>
      {current && <Reasons one={current} />}
      <details>
        <summary className={classes.note}>Somebody else</summary>
        <SuggestionList suggestions={suggestions} chosen={chosen} onAssign={onAssign} />
      </details>
    </>
  )
}
