import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/schema.gen.ts'

/** Inserts rows of one shape with one statement. @returns their ids, in the order of `rows`. */
export async function bulkInsert(
  db: Kysely<DB>,
  site: number,
  table: keyof DB,
  rows: readonly Record<string, unknown>[],
): Promise<number[]> {
  if (!rows.length) return []
  const columns = Object.keys(rows[0]!)
  const names = sql.join(columns.map((column) => sql.ref(column)))
  const { rows: made } = await sql<{ id: number }>`
    insert into ${sql.table(`core.${table}`)} (site_id, ${names})
    select ${site}, ${names} from jsonb_populate_recordset(null::${sql.table(`core.${table}`)}, ${JSON.stringify(rows)}::jsonb)
    returning id`.execute(db)
  return made.map((row) => row.id)
}
