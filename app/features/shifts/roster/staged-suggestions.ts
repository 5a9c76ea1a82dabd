import { personTimes } from '#server/shift-facts/times/rules.ts'
import type { Suggestion } from '#server/shifts/suggestions/contract.ts'
import type { EditorShift } from './roster-rows.ts'

/** Finds the people with another shift of this roster at the same time, saved or not. */
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

export const ALREADY_ON_EVENT = { code: 'on_it', words: 'Already on this event at that time' } as const

/** Adds clashes with staged shifts to a suggestion, which knows stored ones only. */
export const withStagedShifts = (one: Suggestion, busy: ReadonlySet<number>): Suggestion =>
  busy.has(one.person) && !one.against.some(({ code }) => code === 'on_it')
    ? {
        ...one,
        fits: false,
        against: [...one.against, ALREADY_ON_EVENT],
        for: one.for.filter(({ code }) => code !== 'free'),
      }
    : one
