import { type RawBuilder, sql } from 'kysely'

/**
 * SQL: the lane of a notice. A long-lived one goes behind reminders and urgent notices; `claim_deliveries` makes it
 * urgent when its end is near. A calendar week may have an extra hour.
 */
export const noticeLane = (
  due: RawBuilder<unknown>,
  usefulUntil: RawBuilder<unknown>,
): RawBuilder<'notice' | 'urgent'> =>
  sql`case when ${usefulUntil} > ${due}::timestamptz + interval '7 days 1 hour' then 'notice' else 'urgent' end`
