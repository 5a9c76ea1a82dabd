/** One change to a person's record. `at` is an ISO instant; `by` names the person who made it, if any. */
export type TrailLine = {
  id: number
  at: string
  actor: string
  by: string | null
  action: string
  label: string
  fields: { name: string; words: string }[]
}

/** How many days before its end a competency counts as expiring. */
export const ENDING_DAYS = 60
/** How many days without a shift count as not seen. */
export const UNSEEN_DAYS = 90

/** The newest record of a competency. `expires` is its last valid day; null for never. */
export type HeldCompetency = { id: number; name: string; expires: string | null; state: 'held' | 'ending' | 'ended' }

/**
 * A competency that coming shifts of a person need and that does not last to their end. `expires` is its last valid day, null when
 * the person never had it; `first_start` is the ISO instant of the first of `shifts` shifts.
 */
export type EndangeredShifts = {
  competency: number
  name: string
  expires: string | null
  shifts: number
  first_event: number
  first_name: string
  first_start: string
}

/** The key facts of a person for an admin. Instants are ISO, `hours` those of the last twelve months. */
export type PersonFacts = {
  held: HeldCompetency[]
  hours: number
  shifts: number
  last_shift: string | null
  next_shift: string | null
  /** All shifts that are not over, drafts among them. */
  upcoming: number
}
