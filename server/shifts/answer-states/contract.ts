import type { Unfit } from '#server/suitability/missing/rules.ts'

/** What a person has said about a shift of theirs (docs/answers.md). */
export const SHIFT_ANSWERS = ['asked', 'confirmed', 'seeking_cover'] as const
export type ShiftAnswer = (typeof SHIFT_ANSWERS)[number]

/** The most characters of a reason for declining. */
export const MAX_REASON = 500

/** Who is sought for a shift, as coordinators see it. `asked` counts the people asked so far. */
export type Sought = { state: 'held' | 'searching' | 'paused' | 'exhausted'; asked: number }

/** One's own answer as its screens show it. */
export type OwnStanding = {
  answer: ShiftAnswer
  /** Whether it was asked for twice. */
  nudged: boolean
  /** Whether somebody is looked for; false while only the coordinators know. */
  sought: boolean
  /** Whether it can be answered or changed: the shift has not begun, and its event takes place and is not archived. */
  may_answer: boolean
  /** What the person misses for it; null for nothing. */
  unfit?: Unfit | null
}
