import { CompiledQuery } from 'kysely'
import type { Ctx } from '#server/engine/access/context.ts'
import { createBindings } from './bindings.ts'
import type { Declaration, Row } from './define.ts'
import { accessOf, type Registry, type Standing } from './reading.ts'
import { requestValues, runStatement } from './run.ts'

/** All fields that are stored. */
export const storedFields = (declaration: Declaration): string[] => [
  ...Object.entries(declaration.contract.fields).flatMap(([name, field]) => (field.readOnly ? [] : [name])),
  ...declaration.privateColumns,
]

const columnsOf = (declaration: Declaration): string[] =>
  storedFields(declaration).filter((name) => !Object.hasOwn(declaration.linked, name))

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
  const lists = Object.keys(declaration.linked).map((name) => `, ${declaration.computed[name]?.(q)} as "${name}"`)
  const row = lists.length ? `row_to_json((select r from (select t.*${lists.join('')}) r))` : 'row_to_json(t)'
  const text = `select ${row} as row, (${access.read?.rows?.(q) ?? true}) is true as visible, (${access.update?.rows?.(q) ?? true}) is true as writable
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
  const ids = inserted.map(({ id }) => id)
  await storeLinked(
    ctx,
    declaration,
    rows.map((row, i) => ({ ...row, id: ids[i] })),
  )
  return ids
}

/** Updates all columns of locked rows in one statement. */
export async function updateRows(ctx: Ctx, declaration: Declaration, rows: readonly Row[]): Promise<void> {
  const table = tableOf(declaration)
  const sets = columnsOf(declaration).map((c) => `"${c}" = n."${c}"`)
  const text = `update ${table} t set ${sets}, updated_at = $2::timestamptz from json_populate_recordset(null::${table}, $1::json) n where t.id = n.id`
  await ctx.db.executeQuery(CompiledQuery.raw(text, [JSON.stringify(rows), ctx.clock.now()]))
  await storeLinked(ctx, declaration, rows)
}

/** Replaces the rows of lists that have changed. */
async function storeLinked(ctx: Ctx, { linked }: Declaration, rows: readonly Row[]): Promise<void> {
  for (const [name, { table, owner, member }] of Object.entries(linked)) {
    const stored = await ctx.db.executeQuery<{ id: number; members: number[] }>(
      CompiledQuery.raw(
        `select "${owner}" as id, array_agg("${member}" order by id) as members from core."${table}" where "${owner}" = any ($1::bigint[]) group by 1`,
        [rows.map(({ id }) => id)],
      ),
    )
    const before = new Map(stored.rows.map(({ id, members }) => [id, members.join()]))
    const changed = rows.flatMap((row) => {
      const members = (row[name] ?? []) as number[]
      return members.join() === (before.get(Number(row.id)) ?? '') ? [] : [{ id: row.id, members }]
    })
    if (!changed.length) continue
    await ctx.db.executeQuery(
      CompiledQuery.raw(`delete from core."${table}" where "${owner}" = any ($1::bigint[])`, [
        changed.map(({ id }) => id),
      ]),
    )
    await ctx.db.executeQuery(
      CompiledQuery.raw(
        `insert into core."${table}" ("${owner}", "${member}") select c.id, m.member
        from jsonb_to_recordset($1::jsonb) as c (id bigint, members bigint[]), unnest(c.members) with ordinality as m (member, place) order by c.id, m.place`,
        [JSON.stringify(changed)],
      ),
    )
  }
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
