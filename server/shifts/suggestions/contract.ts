import * as z from 'zod'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'
import { wall } from '#server/shifts/roster-editor/contract.ts'
import type { Held } from '#server/suitability/missing/rules.ts'

/** A shift to fill, saved or not. Times are wall-clock times of the site's zone. */
export const shiftToFillQuery = z.object({
  shift: z.coerce.number().int().positive().nullable().catch(null),
  role: z.coerce.number().int().positive().nullable().catch(null),
  assignment: z.coerce.number().int().positive().nullable().catch(null),
  start: wall,
  end: wall,
  search: boundedText({ max: 100, trim: true }).catch(''),
})
export type ShiftToFillQuery = z.infer<typeof shiftToFillQuery>

export type ForCode = 'requested_this' | 'requested' | 'available' | 'qualified' | 'free'

/** The first five mean that a person does not fit, the others are warnings. None blocks an admin. */
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
  fits: boolean
  /** The comment of their request for this event, if any. */
  comments: string | null
  requested: boolean
  /** What they hold of the competencies that some role or assignment requires. */
  held: Held
  /** Their other shifts in the shift's local month. */
  month_count: number
  for: Reason<ForCode>[]
  against: Reason<AgainstCode>[]
}

/** By open shift, best first. `more` counts the people left out. */
export type SuggestionsByShift = Record<number, { suggestions: Suggestion[]; more: number }>
