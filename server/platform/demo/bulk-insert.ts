import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'

export type Insert = (table: keyof DB, rows: readonly Record<string, unknown>[]) => Promise<number[]>

/** Inserts rows of one shape with one statement. @returns their ids, in the order of `rows`. */
export const createInsert =
  (db: Kysely<DB>, site: number): Insert =>
  async (table, rows) => {
    if (!rows.length) return []
    const names = sql.join(Object.keys(rows[0]!).map((column) => sql.ref(column)))
    const into = sql.table(`core.${table}`)
    const { rows: made } = await sql<{ id: number }>`
      insert into ${into} (site_id, ${names})
      select ${site}::bigint, ${names} from jsonb_populate_recordset(null::${into}, ${JSON.stringify(rows)}::jsonb)
      returning id`.execute(db)
    return made.map((row) => row.id)
  }
