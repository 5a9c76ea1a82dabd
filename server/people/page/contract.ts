/** One change to a person's record. `at` is an ISO instant. */
export type TrailLine = {
  id: number
  at: string
  actor: string
  by: string | null
  action: string
  label: string
  fields: { name: string; words: string }[]
}

/** Days before expiry in which a competency counts as expiring. */
export const ENDING_DAYS = 60
/** Days without a shift that count as not seen. */
export const UNSEEN_DAYS = 90

/** The newest record. `expires` is its last valid day; null for never. */
export type HeldCompetency = { id: number; name: string; expires: string | null; state: 'held' | 'ending' | 'ended' }

/**
 * A competency that a person's coming shifts need and that ends too early. `expires` is its last valid day, null when
 * never held; `first_start` is the ISO instant of the first of `shifts` shifts.
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

/** Instants are ISO; `hours` covers the last twelve months. */
export type PersonFacts = {
  held: HeldCompetency[]
  hours: number
  shifts: number
  last_shift: string | null
  next_shift: string | null
  /** All shifts that are not over, including drafts. */
  upcoming: number
}
