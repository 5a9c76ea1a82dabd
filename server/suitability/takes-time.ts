import { type RawBuilder, sql } from 'kysely'
import { UNDO_WINDOW_MS } from '#server/deliveries/contract.ts'
import { isOnSql } from '#server/shift-facts/event-sql.ts'

/**
 * SQL: whether a shift takes its person's time. An event that is called off takes it until the undo window is over,
 * since undoing leaves everything as it was.
 * @param event the alias of the event's row.
 */
export const takesTimeSql = (event: string, now: Date): RawBuilder<boolean> =>
  sql`(${sql.raw(isOnSql(event))} or ${sql.ref(`${event}.decided_at`)} > ${new Date(now.getTime() - UNDO_WINDOW_MS)})`
