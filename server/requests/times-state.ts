import { type RawBuilder, sql } from 'kysely'

/**
 * Whether request `t` for shift `s` is pending: the shift is its person's and has not begun. If they lose the shift,
 * the request is paused until they get it back.
 */
export const timesWaiting = (now: Date): RawBuilder<boolean> =>
  sql`t.answered_at is null and s.person = t.person and s.start > ${now} and s.actual_start is null`

/** Whether it was answered, or expired when its person's shift began. */
export const timesOver = (now: Date): RawBuilder<boolean> =>
  sql`(t.answered_at is not null or s.person = t.person) and not (${timesWaiting(now)})`

export const timesState = (now: Date): RawBuilder<string> =>
  sql`case when t.granted then 'agreed' when not t.granted then 'declined' when ${timesWaiting(now)} then 'waiting' else 'ended' end`
