/** What a person has said about a shift of theirs (docs/answers.md). */
export const SHIFT_ANSWERS = ['asked', 'confirmed', 'seeking_cover'] as const
export type ShiftAnswer = (typeof SHIFT_ANSWERS)[number]

/** The most characters of a reason for declining. */
export const MAX_REASON = 500

/** Who is sought for a shift, as coordinators see it. `asked` counts the people asked so far. */
export type Sought = { state: 'held' | 'searching' | 'paused' | 'exhausted'; asked: number }
