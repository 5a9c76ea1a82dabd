import { compareNames } from '#server/engine/kernel/reading-order.pure.ts'
import type { RosterEditor, ShiftFields } from '#server/shifts/roster-editor/contract.ts'
import { lastWallDay, missingCompetencies, type Unfit } from '#server/suitability/missing/rules.ts'

/**
 * Obstacles of a staged shift's person, by the server's rule; null without any, or where the person is unknown.
 * @param known the competencies that roles require, and those that people hold.
 */
export function judgeStaged(
  { person, role, start, end }: Pick<ShiftFields, 'person' | 'role' | 'start' | 'end'>,
  { people, required, competencies }: Pick<RosterEditor, 'people' | 'required' | 'competencies'>,
): Unfit | null {
  const facts = person === null ? undefined : people[person]
  if (!facts) return null
  const needs = (role === null ? [] : (required[role] ?? []))
    .map((id) => ({ id, name: competencies[id] ?? '' }))
    .sort((a, b) => compareNames(a.name, b.name))
  const missing = missingCompetencies(needs, facts.held, lastWallDay({ start, end }))
  return facts.inactive || missing.length ? { inactive: facts.inactive, missing } : null
}
