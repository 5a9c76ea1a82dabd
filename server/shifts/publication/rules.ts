export type PublicationFacts = { draft: Date | null }

/** What publishing does to a shift: nothing if it is published, so that repeating it changes and tells nothing. */
export const toPublish = <T extends PublicationFacts>(shifts: readonly T[]): T[] =>
  shifts.filter((shift) => shift.draft === null)

/** What taking back does to a shift: nothing if it is not published. */
export const toUnpublish = <T extends PublicationFacts>(shifts: readonly T[]): T[] =>
  shifts.filter((shift) => shift.draft !== null)
