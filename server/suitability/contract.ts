/**
 * In the order of display. `declined`: the club declined the person's request for the event, where coordinators assign
 * people.
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
 * `words` is a sentence; `way` is a page where the person can resolve it. `lapsed` (searches for cover only): the last
 * day on which an unqualified person held everything needed; absent if never.
 */
export type Obstacle = { code: ObstacleCode; words: string; way?: { label: string; path: string }; lapsed?: string }

/** Over all local days of a shift. */
export type Availability = 'available' | 'unmarked' | 'if_required'
