import { type RawBuilder, sql } from 'kysely'

/**
 * SQL: a list of objects with these keys and values, `[]` for none. @param from the rest of the select, from its `from`
 * on.
 */
export const jsonList = (fields: RawBuilder<unknown>, order: string, from: RawBuilder<unknown>) =>
  sql`(select coalesce(jsonb_agg(jsonb_build_object(${fields}) order by ${sql.raw(order)}), '[]') ${from})`
