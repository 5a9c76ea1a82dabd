/** What becomes of the coming shifts of somebody who is deactivated. The first is what a call takes that says nothing. */
export const AHEAD_CHOICES = ['find_cover', 'leave', 'release'] as const
export type AheadChoice = (typeof AHEAD_CHOICES)[number]

/** What becomes of those of somebody who is deleted or erased: they cannot stay theirs. */
export const AHEAD_OF_REMOVED = ['find_cover', 'release'] as const satisfies readonly AheadChoice[]
