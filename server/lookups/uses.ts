import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#server/engine/access/context.ts'
import type { Contract } from '#server/engine/collections/contract.ts'

/** How many records of the collection `by` refer to a record with their field `field`. */
export type Use = { by: string; field: string; count: number }

export type Uses = Record<string, Record<string, Use[]>>

type Counted = { collection: string; by: string; field: string; id: number; count: number }

/**
 * Counts references to records in one statement; only fields that people set. Omits records without any.
 * @param ids the ids of records by collection.
 */
export async function countUses(
  { db }: Pick<Ctx, 'db'>,
  contracts: readonly Contract[],
  ids: Readonly<Record<string, readonly number[]>>,
): Promise<Uses> {
  const counts: RawBuilder<unknown>[] = contracts.flatMap(({ name, fields }) =>
    Object.entries(fields).flatMap(([field, { kind, to, readOnly }]) => {
      const wanted = (to && ids[to]) || []
      if (!to || readOnly || !wanted.length || (kind !== 'relation' && kind !== 'relations')) return []
      const many = kind === 'relations'
      return sql`select ${to}::text as collection, ${name}::text as by, ${field}::text as field, used.id::int as id, count(*)::int as count
        from ${sql.table(name)} c
        cross join lateral ${many ? sql`unnest(${sql.ref(`c.${field}`)})` : sql`(values (${sql.ref(`c.${field}`)}))`} used(id)
        where ${many ? sql`${sql.ref(`c.${field}`)} && ${wanted}::bigint[]` : sql`${sql.ref(`c.${field}`)} = any (${wanted}::bigint[])`}
          and used.id = any (${wanted}::bigint[])
        group by used.id`
    }),
  )
  const uses: Uses = {}
  if (!counts.length) return uses
  const { rows } = await sql<Counted>`${sql.join(counts, sql` union all `)} order by by, field, id`.execute(db)
  for (const { collection, by, field, id, count } of rows) {
    const known = uses[collection]?.[id] ?? []
    uses[collection] = { ...uses[collection], [id]: [...known, { by, field, count }] }
  }
  return uses
}
