/** Options for the coming shifts of a deactivated person; the first is the default of calls. */
export const AHEAD_CHOICES = ['find_cover', 'leave', 'release'] as const
export type AheadChoice = (typeof AHEAD_CHOICES)[number]

/** Options for those of a deleted or erased person: the shifts cannot stay theirs. */
export const AHEAD_OF_REMOVED = ['find_cover', 'release'] as const satisfies readonly AheadChoice[]
