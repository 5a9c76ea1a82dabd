import type { RosterEditor, ShiftFields } from '#server/shifts/roster-editor/contract.ts'
import { lastWallDay, missingCompetencies, needsOf, type Unfit } from '#server/suitability/missing/rules.ts'

/** Obstacles of a staged shift's person, by the server's rule; null without any, or where the person is unknown. */
export function judgeStaged(
  { person, role, assignment, start, end }: Pick<ShiftFields, 'person' | 'role' | 'assignment' | 'start' | 'end'>,
  { people, required }: Pick<RosterEditor, 'people' | 'required'>,
): Unfit | null {
  const facts = person === null ? undefined : people[person]
  if (!facts) return null
  const missing = missingCompetencies(needsOf({ role, assignment }, required), facts.held, lastWallDay({ start, end }))
  return facts.inactive || missing.length ? { inactive: facts.inactive, missing } : null
}
