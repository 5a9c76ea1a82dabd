import { type RawBuilder, sql } from 'kysely'

/**
 * Whether the request `t` for the shift `s` waits for an answer: while the shift is its person's, until it begins. Without the shift it is
 * put aside, and waits again if they get it back.
 */
export const timesWaiting = (now: Date): RawBuilder<boolean> =>
  sql`t.answered_at is null and s.person = t.person and s.start > ${now} and s.actual_start is null`

/** Whether it was answered, or ended without an answer when its person's shift began. */
export const timesOver = (now: Date): RawBuilder<boolean> =>
  sql`(t.answered_at is not null or s.person = t.person) and not (${timesWaiting(now)})`

/** What became of the request `t` for the shift `s`. */
export const timesState = (now: Date): RawBuilder<string> =>
  sql`case when t.granted then 'agreed' when not t.granted then 'declined' when ${timesWaiting(now)} then 'waiting' else 'ended' end`
