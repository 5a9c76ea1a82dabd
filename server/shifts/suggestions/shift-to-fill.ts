import { hasIssues } from '#server/engine/collections/issues.ts'
import { type Issues, invalid } from '#server/engine/kernel/errors.ts'
import { readSpan } from '#server/shifts/roster-editor/times.ts'
import type { ShiftToFillQuery } from './contract.ts'
import type { ShiftToFill } from './rules.ts'

/** A place that an editor describes, with its times as instants. @throws DomainError 'invalid' under `start` and `end`. */
export function readShiftToFill({ start, end, ...place }: ShiftToFillQuery, zone: string): ShiftToFill {
  const found: Issues = {}
  const span = readSpan({ start, end }, zone, found, { key: 'slot' })
  const issues = Object.fromEntries(Object.entries(found).map(([key, words]) => [key.replace('slot.', ''), words]))
  if (hasIssues(issues)) throw invalid(issues)
  return { ...place, start: span.start ?? '', end: span.end ?? '' }
}
