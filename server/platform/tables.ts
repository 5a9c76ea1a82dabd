import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'

export type TableInfo = {
  schema: string
  name: string
  /** Writable columns, in order; not generated ones. */
  columns: string[]
  key: string[]
  /** The full name of the sequence behind `id`; null without one. */
  sequence: string | null
  /** Names (`schema.table`) of the tables that it refers to. */
  refersTo: string[]
}

export const fullName = ({ schema, name }: Pick<TableInfo, 'schema' | 'name'>) => `${schema}.${name}`

/** Tables of the migrations, and those that triggers fill. */
const BOOKKEEPING = /^(migrations|functions|dues)$/

/**
 * Lists the product's tables, each after the ones it refers to.
 * @throws when tables refer to each other in a circle.
 */
export async function listTables(db: Kysely<DB>): Promise<TableInfo[]> {
  const { rows } = await sql<TableInfo>`
    select n.nspname as schema, c.relname as name,
      (select json_agg(a.attname order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      (select json_agg(a.attname order by k.ord) from pg_constraint p, unnest(p.conkey) with ordinality k (num, ord)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.num where p.conrelid = c.oid and p.contype = 'p') as key,
      (select n.nspname || '.' || q.relname from pg_class q join pg_depend d on d.objid = q.oid and d.refobjid = c.oid and d.deptype = 'i'
        where q.relkind = 'S') as sequence,
      coalesce((select json_agg(distinct fn.nspname || '.' || f.relname) from pg_constraint k
        join pg_class f on f.oid = k.confrelid join pg_namespace fn on fn.oid = f.relnamespace
        where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid), '[]') as "refersTo"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('core', 'identity', 'platform') and c.relkind in ('r', 'p') order by 1, 2`.execute(db)
  const waiting = rows.filter(({ name }) => !BOOKKEEPING.test(name))
  const ordered: TableInfo[] = []
  const done = new Set<string>()
  while (waiting.length) {
    const next = waiting.findIndex(({ refersTo }) => refersTo.every((name) => done.has(name)))
    if (next === -1) throw new Error(`These tables refer to each other: ${waiting.map(fullName).join(', ')}.`)
    const [table] = waiting.splice(next, 1)
    ordered.push(table!)
    done.add(fullName(table!))
  }
  return ordered
}

const FETCH = 1_000

/**
 * Reads the rows of a query as JSON texts, in batches, through a cursor of the open transaction. `name` is unique in
 * it.
 */
export async function* readJson(db: Kysely<DB>, name: string, query: ReturnType<typeof sql>): AsyncGenerator<string[]> {
  const cursor = sql.ref(`read_${name.replace(/\W/g, '_')}`)
  await sql`declare ${cursor} no scroll cursor for ${query}`.execute(db)
  for (;;) {
    const { rows } = await sql<{ line: string }>`fetch ${sql.lit(FETCH)} from ${cursor}`.execute(db)
    if (rows.length) yield rows.map(({ line }) => line)
    if (rows.length < FETCH) break
  }
  await sql`close ${cursor}`.execute(db)
}
