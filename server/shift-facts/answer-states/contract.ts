/** A person's answer to their shift (docs/answers.md). */
export const SHIFT_ANSWERS = ['asked', 'confirmed', 'seeking_cover'] as const
export type ShiftAnswer = (typeof SHIFT_ANSWERS)[number]

/** Maximum characters of a reason for declining. */
export const MAX_REASON = 500

/** The state of filling a shift, for coordinators. `asked` counts the people asked so far. */
export type Sought = { state: 'held' | 'searching' | 'paused' | 'exhausted'; asked: number }
