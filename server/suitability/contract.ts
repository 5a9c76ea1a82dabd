/**
 * What keeps somebody from a shift, in the order in which it is said. `declined`: the club declined their request for the event,
 * where coordinators assign people.
 */
export const OBSTACLE_CODES = [
  'past',
  'called_off',
  'unpublished',
  'inactive',
  'on_it',
  'taken',
  'held',
  'clash',
  'rest',
  'unqualified',
  'unavailable',
  'no_cover_requests',
  'never_signed_in',
  'declined',
] as const
export type ObstacleCode = (typeof OBSTACLE_CODES)[number]

/**
 * `words` is a sentence; `way` is a page on which the person can do something about it. `lapsed`, for searches for cover only: the last day on
 * which an unqualified person held everything that is needed; absent when they never did.
 */
export type Obstacle = { code: ObstacleCode; words: string; way?: { label: string; path: string }; lapsed?: string }

/** What somebody said of all the local days of a shift together. */
export type Availability = 'available' | 'unmarked' | 'if_required'
