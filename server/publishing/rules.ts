export type PublicationFacts = { draft: Date | null }

/** Selects the unpublished shifts, so that publishing again notifies no one. */
export const toPublish = <T extends PublicationFacts>(shifts: readonly T[]): T[] =>
  shifts.filter((shift) => shift.draft === null)

export const toUnpublish = <T extends PublicationFacts>(shifts: readonly T[]): T[] =>
  shifts.filter((shift) => shift.draft !== null)
