import { type RawBuilder, sql } from 'kysely'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'

export type BulkTable =
  | 'people'
  | 'competencies'
  | 'records'
  | 'eventtypes'
  | 'series'
  | 'locations'
  | 'assignments'
  | 'roles'
  | 'events'
  | 'shifts'

type Row = Readonly<Record<string, unknown>>

/**
 * Inserts rows with one statement. Absent columns take their defaults.
 * @returns the new ids with the columns of `keys`, in no particular order.
 */
export async function insertAll<K extends string = never>(
  db: SiteDb,
  table: BulkTable,
  columns: readonly string[],
  rows: readonly Row[],
  keys: readonly K[] = [],
): Promise<({ id: number } & Record<K, unknown>)[]> {
  if (rows.length === 0) return []
  const names = sql.join(columns.map((column) => sql.ref(column)))
  const result = await sql<{ id: number } & Record<K, unknown>>`
    insert into ${sql.table(table)} (${names})
    select ${names} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)
    returning ${sql.join(['id', ...keys].map((column) => sql.ref(column)))}`.execute(db)
  return result.rows
}

export type RowChange = { id: number; was: Row; set: Row }
export type AppliedChange = { id: number; before: Row; after: Row }

/**
 * Changes rows with one statement. Skips rows that no longer contain their `was`.
 * @param columns all columns that any `set` may have.
 * @param also further assignments; the changed table is `t`.
 * @returns the changed rows, with columns before and after in PostgreSQL's JSON.
 */
export async function updateAll(
  db: SiteDb,
  table: BulkTable,
  columns: readonly string[],
  changes: readonly RowChange[],
  assignments: readonly RawBuilder<unknown>[],
): Promise<AppliedChange[]> {
  if (changes.length === 0) return []
  const sets = [...columns.map((column) => sql`${sql.ref(column)} = r.${sql.ref(column)}`), ...assignments]
  const { rows } = await sql<{ id: number; before: Row; after: Row }>`
    with wanted as (
      select (e->>'id')::bigint as id, e->'was' as was, e->'set' as set from jsonb_array_elements(${JSON.stringify(changes)}::jsonb) e
    ), locked as (
      select t.id, to_jsonb(t) as row, w.set from ${sql.table(table)} t join wanted w on w.id = t.id
      where to_jsonb(t) @> w.was for update of t
    )
    update ${sql.table(table)} t set ${sql.join(sets)}
    from locked l cross join lateral jsonb_populate_record(null::${sql.table(table)}, l.row || l.set) r
    where t.id = l.id
    returning t.id, l.row as before, to_jsonb(t) as after`.execute(db)
  const setOf = new Map(changes.map(({ id, set }) => [id, Object.keys(set)]))
  const pick = (row: Row, id: number) =>
    Object.fromEntries((setOf.get(id) ?? []).map((column) => [column, row[column]]))
  return rows.map(({ id, before, after }) => ({ id, before: pick(before, id), after: pick(after, id) }))
}
