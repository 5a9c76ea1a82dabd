import * as z from 'zod'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'
import { wall } from '#server/shifts/roster-editor/contract.ts'
import type { Held } from '#server/suitability/missing/rules.ts'

/** A shift to fill as an editor holds it, saved or not. Times are wall-clock times of the site's zone. */
export const shiftToFillQuery = z.object({
  shift: z.coerce.number().int().positive().nullable().catch(null),
  role: z.coerce.number().int().positive().nullable().catch(null),
  assignment: z.coerce.number().int().positive().nullable().catch(null),
  start: wall,
  end: wall,
  /** Keeps only people whose name contains this. */
  search: boundedText({ max: 100, trim: true }).catch(''),
})
export type ShiftToFillQuery = z.infer<typeof shiftToFillQuery>

/** Reasons for a person. */
export type ForCode = 'requested_this' | 'requested' | 'available' | 'qualified' | 'free'

/**
 * Reasons against a person: with any of the first five they do not fit, the others are warnings. None of them blocks an
 * admin.
 */
export type AgainstCode =
  | 'unqualified'
  | 'unavailable'
  | 'double_booked'
  | 'on_it'
  | 'rest'
  | 'if_required'
  | 'busy_month'

export type Reason<Code extends string> = { code: Code; words: string }

export type Suggestion = {
  person: number
  name: string
  avatar: string | null
  /** Whether a coordinator need not overrule any reason against them. */
  fits: boolean
  /** The comment of their request for this event, if there is one. */
  comments: string | null
  requested: boolean
  /** What they hold of the competencies that some role requires. */
  held: Held
  /** The person's other shifts in the month of the shift, in the site's zone. */
  month_count: number
  for: Reason<ForCode>[]
  against: Reason<AgainstCode>[]
}

/** Suggestions for each open shift, best first. `more` counts the people left out. */
export type SuggestionsByShift = Record<number, { suggestions: Suggestion[]; more: number }>
