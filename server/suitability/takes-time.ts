import { type RawBuilder, sql } from 'kysely'
import { UNDO_WINDOW_MS } from '#server/deliveries/contract.ts'

/**
 * SQL: whether a shift of an event takes the time of its person. It does not once the event is called off and the undo window is over: until
 * then taking it back leaves everybody as they were.
 * @param event the alias of the event's row.
 */
export const takesTimeSql = (event: string, now: Date): RawBuilder<boolean> =>
  sql`(${sql.ref(`${event}.decision`)} is distinct from 'off' or ${sql.ref(`${event}.decided_at`)} > ${new Date(now.getTime() - UNDO_WINDOW_MS)})`
