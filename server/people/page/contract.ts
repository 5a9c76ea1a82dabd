/** One line of what happened to a person's record. `at` is an ISO instant; `by` the name of who did it, if a person did. */
export type TrailLine = { id: number; at: string; actor: string; by: string | null; action: string; fields: string[] }

/** How far ahead the end of a competency is told. */
export const ENDING_DAYS = 60
/** After how long without a shift somebody counts as not seen. */
export const UNSEEN_DAYS = 90

/** The newest record of a competency. `expires` is the last day that counts; null never ends. */
export type HeldCompetency = { id: number; name: string; expires: string | null; state: 'held' | 'ending' | 'ended' }

/** What an admin sees of a person at a glance. Instants are ISO, `hours` those of the last twelve months. */
export type PersonFacts = {
  held: HeldCompetency[]
  hours: number
  shifts: number
  last_shift: string | null
  next_shift: string | null
  upcoming: number
}
