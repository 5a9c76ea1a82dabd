import { type RawBuilder, sql } from 'kysely'

/** Whether the request `t` for the shift `s` waits for an answer: it ends when the shift begins. */
export const timesWaiting = (now: Date): RawBuilder<boolean> =>
  sql`t.answered_at is null and s.person = t.person and s.start > ${now} and s.actual_start is null`

/** What became of the request `t` for the shift `s`. */
export const timesState = (now: Date): RawBuilder<string> =>
  sql`case when t.granted then 'agreed' when not t.granted then 'declined' when ${timesWaiting(now)} then 'waiting' else 'ended' end`
