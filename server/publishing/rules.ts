export type PublicationFacts = { draft: Date | null }

/** Finds the shifts to publish: not those that are published, so that repeating it changes nothing and notifies nobody. */
export const toPublish = <T extends PublicationFacts>(shifts: readonly T[]): T[] =>
  shifts.filter((shift) => shift.draft === null)

/** Finds the shifts to unpublish: those that are published. */
export const toUnpublish = <T extends PublicationFacts>(shifts: readonly T[]): T[] =>
  shifts.filter((shift) => shift.draft !== null)
