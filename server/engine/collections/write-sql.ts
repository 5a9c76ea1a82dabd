import { CompiledQuery } from 'kysely'
import type { Ctx } from '#server/engine/access/context.ts'
import { createBindings } from './bindings.ts'
import type { Declaration, Row } from './define.ts'
import { accessOf, type Registry, type Standing } from './reading.ts'
import { requestValues, runStatement } from './run.ts'

export const columnsOf = (declaration: Declaration): string[] => [
  ...Object.entries(declaration.contract.fields).flatMap(([name, field]) => (field.readOnly ? [] : [name])),
  ...declaration.privateColumns,
]

const tableOf = (declaration: Declaration) => `core."${declaration.contract.name}"`

type Stored = { row: Row & { id: number }; visible: boolean; writable: boolean }

/**
 * Locks rows in the order of their ids, so that concurrent writers never deadlock. `visible` and `writable` are the
 * standing's rights on each.
 */
export function lockRows(
  ctx: Ctx,
  declaration: Declaration,
  standing: Standing,
  ids: readonly number[],
): Promise<Stored[]> {
  const { bind, scope, statement } = createBindings()
  const access = accessOf(declaration, standing)
  const q = scope('t')
  const text = `select row_to_json(t) as row, (${access.read?.rows?.(q) ?? true}) is true as visible, (${access.update?.rows?.(q) ?? true}) is true as writable
    from ${tableOf(declaration)} t where t.id = any (${bind('ids', 'bigint[]', (values) => values.ids)}) order by t.id for update`
  return runStatement<Stored>(ctx.db, statement(text), { ...requestValues(ctx), ids })
}

/** Inserts rows in one statement. @returns their ids, in the order of the rows. */
export async function insertRows(ctx: Ctx, declaration: Declaration, rows: readonly Row[]): Promise<number[]> {
  const table = tableOf(declaration)
  const columns = columnsOf(declaration)
  const text = `insert into ${table} (${columns.map((c) => `"${c}"`)}, created_at, updated_at)
    select ${columns.map((c) => `n."${c}"`)}, $2::timestamptz, $2::timestamptz
    from json_populate_recordset(null::${table}, $1::json) with ordinality n order by n.ordinality returning id`
  const { rows: inserted } = await ctx.db.executeQuery<{ id: number }>(
    CompiledQuery.raw(text, [JSON.stringify(rows), ctx.clock.now()]),
  )
  return inserted.map(({ id }) => id)
}

/** Updates all columns of locked rows in one statement. */
export async function updateRows(ctx: Ctx, declaration: Declaration, rows: readonly Row[]): Promise<void> {
  const table = tableOf(declaration)
  const sets = columnsOf(declaration).map((c) => `"${c}" = n."${c}"`)
  const text = `update ${table} t set ${sets}, updated_at = $2::timestamptz from json_populate_recordset(null::${table}, $1::json) n where t.id = n.id`
  await ctx.db.executeQuery(CompiledQuery.raw(text, [JSON.stringify(rows), ctx.clock.now()]))
}

export async function deleteRows(ctx: Ctx, declaration: Declaration, ids: readonly number[]): Promise<void> {
  await ctx.db.executeQuery(
    CompiledQuery.raw(`delete from ${tableOf(declaration)} where id = any ($1::bigint[])`, [ids]),
  )
}

/** Finds the ids that exist for the standing, in one statement. @returns the ids by collection. */
export async function existingIds(
  ctx: Ctx,
  registry: Registry,
  standing: Standing,
  idsByCollection: ReadonlyMap<string, ReadonlySet<number>>,
): Promise<Map<string, Set<number>>> {
  const existing = new Map([...idsByCollection.keys()].map((name) => [name, new Set<number>()]))
  if (!idsByCollection.size) return existing
  const { bind, scope, statement } = createBindings()
  const q = scope('t')
  const parts = [...idsByCollection].map(([name, ids]) => {
    const target = registry.get(name)
    const rows = target && accessOf(target, standing).read?.rows?.(q)
    const list = bind(name, 'bigint[]', () => [...ids])
    return `select '${name}' as name, t.id from core."${name}" t where t.id = any (${list})${rows ? ` and (${rows})` : ''}`
  })
  const rows = await runStatement<{ name: string; id: number }>(
    ctx.db,
    statement(parts.join(' union all ')),
    requestValues(ctx),
  )
  for (const { name, id } of rows) existing.get(name)?.add(id)
  return existing
}
