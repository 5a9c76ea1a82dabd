import { hasIssues } from '#server/engine/collections/issues.ts'
import { type Issues, invalid } from '#server/engine/kernel/errors.ts'
import { readSpan } from '#server/shifts/roster-editor/times.ts'
import type { ShiftToFillQuery } from './contract.ts'
import type { ShiftToFill } from './rules.ts'

/** Converts the times of an editor's shift into instants. @throws DomainError 'invalid' under `start` and `end`. */
export function readShiftToFill({ start, end, ...fields }: ShiftToFillQuery, zone: string): ShiftToFill {
  const spanIssues: Issues = {}
  const span = readSpan({ start, end }, zone, spanIssues, { key: 'shift' })
  const issues = Object.fromEntries(
    Object.entries(spanIssues).map(([key, words]) => [key.replace('shift.', ''), words]),
  )
  if (hasIssues(issues)) throw invalid(issues)
  return { ...fields, start: span.start ?? '', end: span.end ?? '' }
}
