import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { labelOf } from '#server/engine/access/actor.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { hashSecret } from '#server/engine/kernel/derive.ts'
import { DomainError, notFound } from '#server/engine/kernel/errors.ts'
import type { Row } from './define.ts'
import { type Link, listLinks, parentsFirst, readLinks } from './links.ts'
import type { Registry } from './reading.ts'

const UNDO_HOURS = 24

export type Undo = { token: string; expires: string }

export type RemovalEffects = { removed: Map<string, Set<number>>; cleared: { link: Link; ids: number[] }[] }

/** An edited record of `collection`: the changed fields before and after. */
export type Edit = { collection: string; id: number; before: Row; after: Row }

type Edits = { edited: readonly Edit[]; created: readonly number[]; left: readonly Row[] }

/** The content of a token; `forget` invalidates it after the undo. */
export type RedeemedUndo = Edits & { id: number; since: Date; forget: () => Promise<void> }

export type Trash = ReturnType<typeof createTrash>

/**
 * Keeps the data of an undo for a day: for a removal, rows and dependents as JSON with cleared references; for an edit,
 * the earlier values.
 */
export function createTrash(registry: Registry) {
  let known: Link[] | null = null
  const linksOf = async (ctx: Pick<Ctx, 'db'>): Promise<Link[]> => {
    known ??= [...(await readLinks(ctx.db)), ...listLinks(registry)]
    return known
  }

  const clearedWith = (table: string, column: string): readonly string[] =>
    registry.get(table)?.clearedWith[column] ?? []

  const findDependents = async (
    ctx: Pick<Ctx, 'db'>,
    table: string,
    ids: readonly number[],
  ): Promise<RemovalEffects> => {
    const links = await linksOf(ctx)
    const removed = new Map([[table, new Set(ids)]])
    const cleared: RemovalEffects['cleared'] = []
    const queue: [string, number[]][] = [[table, [...ids]]]
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [parent, gone] = next
      for (const link of links.filter((l) => l.parent === parent)) {
        const { rows } = await sql<{ id: number }>`
          select id from ${sql.table(`core.${link.child}`)} where ${holds(link, gone)} order by id`.execute(ctx.db)
        const childIds = removed.get(link.child) ?? new Set<number>()
        const fresh = rows.map(({ id }) => id).filter((id) => !childIds.has(id))
        if (!fresh.length) continue
        if (link.action === 'clear') cleared.push({ link, ids: fresh })
        else if (link.action === 'refuse')
          throw new DomainError('conflict', `Something still depends on this (${link.child}).`)
        else {
          removed.set(link.child, new Set([...childIds, ...fresh]))
          queue.push([link.child, fresh])
        }
      }
    }
    return { removed, cleared }
  }

  /** Keeps rows before they are deleted. @returns the token that restores them. */
  const snapshot = async (ctx: Ctx, collection: string, { removed, cleared }: RemovalEffects): Promise<Undo> => {
    const { id, undo } = await open(ctx, collection)
    const tables = parentsFirst([...removed.keys()], await linksOf(ctx))
    for (const [place, table] of tables.entries())
      await sql`insert into trash (undo, place, table_name, "row")
        select ${id}, ${place}, ${table}, to_jsonb(t) from ${sql.table(`core.${table}`)} t where t.id = any (${[...(removed.get(table) ?? [])]}::bigint[])`.execute(
        ctx.db,
      )
    for (const { link, ids } of cleared) {
      const value = link.many ? lost(link, removed) : sql`t.${sql.ref(link.column)}`
      const also = sql.join([
        sql`'id', t.id, 'value', ${value}`,
        ...clearedWith(link.child, link.column).map((name) => sql`${sql.lit(name)}, t.${sql.ref(name)}`),
      ])
      await sql`insert into trash (undo, place, table_name, cleared, "row")
        select ${id}, ${tables.length}, ${link.child}, ${link.column}, jsonb_build_object(${also})
        from ${sql.table(`core.${link.child}`)} t where t.id = any (${ids}::bigint[])`.execute(ctx.db)
    }
    return undo
  }

  /** Removes ids from lists of references, which have no foreign key. */
  const clearLists = async (ctx: Ctx, { removed, cleared }: RemovalEffects): Promise<void> => {
    for (const { link, ids } of cleared)
      if (link.many)
        await sql`update ${sql.table(`core.${link.child}`)} t set updated_at = ${ctx.clock.now()}, ${sql.ref(link.column)} = array(
            select id from unnest(t.${sql.ref(link.column)}) with ordinality as list (id, place)
            where id <> all (${idsOf(link, removed)}::bigint[]) order by place)
          where t.id = any (${ids}::bigint[])`.execute(ctx.db)
  }

  /** Keeps the edits and creations of a collection. @returns the token that reverts them. */
  const snapshotEdits = async (ctx: Ctx, collection: string, edits: Edits): Promise<Undo> => {
    const { id, undo } = await open(ctx, collection)
    const rows = [
      ...edits.edited.map(({ collection: table, ...row }) => ({ table, kept: 'edited', row })),
      ...edits.created.map((id) => ({ table: collection, kept: 'made', row: { id } })),
      ...edits.left.map((row) => ({ table: collection, kept: 'left', row })),
    ]
    await sql`
      insert into trash (undo, place, table_name, kept, "row")
      select ${id}, 0, r ->> 'table', r ->> 'kept', r -> 'row' from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) r`.execute(
      ctx.db,
    )
    return undo
  }

  /** @throws DomainError 'not_found' for a token that is unknown, used, expired or someone else's. */
  const redeem = async (ctx: Ctx, collection: string, token: string): Promise<RedeemedUndo> => {
    const undo = await ctx.db
      .selectFrom('undos')
      .select(['id', 'created_at'])
      .where('token_hash', '=', hashSecret(token))
      .where('collection', '=', collection)
      .where('actor', '=', labelOf(ctx.actor))
      .where('expires_at', '>', ctx.clock.now())
      .forUpdate()
      .executeTakeFirst()
    if (!undo) throw notFound('This can no longer be undone.')
    const { rows } = await sql<{
      table: string
      kept: 'edited' | 'made' | 'left'
      row: Omit<Edit, 'collection'> & Row & { id: number }
    }>`
      select table_name as table, kept, "row" from trash where undo = ${undo.id} and kept <> 'removed' order by id`.execute(
      ctx.db,
    )
    return {
      id: undo.id,
      since: undo.created_at,
      edited: rows.flatMap(({ table, kept, row }) => (kept === 'edited' ? [{ ...row, collection: table }] : [])),
      created: rows.flatMap(({ kept, row }) => (kept === 'made' ? [row.id] : [])),
      left: rows.flatMap(({ kept, row }) => (kept === 'left' ? [row] : [])),
      forget: async () => {
        await ctx.db.deleteFrom('undos').where('id', '=', undo.id).execute()
      },
    }
  }

  /**
   * Restores removed rows with their dependents and cleared references.
   * @param beforeRestore called with the tables before any row is restored.
   * @returns the restored ids, by table.
   * @throws DomainError 'conflict' when something that the rows need is gone or has taken their place.
   */
  const restore = async (
    ctx: Ctx,
    undo: Pick<RedeemedUndo, 'id'>,
    beforeRestore: (tables: readonly string[]) => Promise<void>,
  ): Promise<Map<string, number[]>> => {
    const { rows: kept } = await sql<{ table: string; column: string | null; ids: number[] }>`
      select table_name as table, cleared as column, array_agg(("row" ->> 'id')::bigint order by id) as ids from trash where undo = ${undo.id} and kept = 'removed'
      group by place, table_name, cleared order by place, table_name, cleared`.execute(ctx.db)
    await beforeRestore(kept.flatMap(({ table, column }) => (column ? [] : [table])))
    await during(ctx, 'restores', 'on')
    try {
      for (const { table, column } of kept)
        await (column
          ? restoreReferences(ctx, undo.id, { table, column, also: clearedWith(table, column) })
          : restoreRows(ctx, undo.id, table))
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      if (!code.startsWith('23')) throw error
      throw new DomainError(
        'conflict',
        'This can’t be undone. A record it needs is gone, or another record has taken its place.',
        {
          cause: error,
        },
      )
    }
    await during(ctx, 'restores', 'off')
    return new Map(kept.flatMap(({ table, column, ids }) => (column ? [] : [[table, ids] as const])))
  }

  return { linksOf, findDependents, clearLists, snapshot, snapshotEdits, redeem, restore }
}

/** Tells the triggers of the database that rows are removed or restored. */
export const during = (ctx: Ctx, what: 'removes' | 'restores', value: 'on' | 'off') =>
  sql`select set_config(${`app.${what}`}, ${value}, true)`.execute(ctx.db)

const idsOf = (link: Link, removed: RemovalEffects['removed']) => [...(removed.get(link.parent) ?? [])]

const holds = ({ column, many }: Link, ids: readonly number[]) =>
  many ? sql`${sql.ref(column)} && ${ids}::bigint[]` : sql`${sql.ref(column)} = any (${ids}::bigint[])`

const lost = (link: Link, removed: RemovalEffects['removed']) =>
  sql`(select jsonb_agg(id) from unnest(t.${sql.ref(link.column)}) as id where id = any (${idsOf(link, removed)}::bigint[]))`

async function open(ctx: Ctx, collection: string): Promise<{ id: number; undo: Undo }> {
  const token = randomBytes(24).toString('base64url')
  const now = ctx.clock.now()
  const expires = new Date(now.getTime() + UNDO_HOURS * 3_600_000)
  const { id } = await ctx.db
    .insertInto('undos')
    .values({
      token_hash: hashSecret(token),
      actor: labelOf(ctx.actor),
      collection,
      created_at: now,
      expires_at: expires,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, undo: { token, expires: expires.toISOString() } }
}

async function restoreRows(ctx: Ctx, undo: number, table: string): Promise<void> {
  const { rows } = await sql<{ column: string }>`
    select a.attname as column from pg_attribute a where a.attrelid = ${`core.${table}`}::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''`.execute(
    ctx.db,
  )
  const columns = sql.join(rows.map(({ column }) => sql.ref(column)))
  await sql`insert into ${sql.table(`core.${table}`)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(`core.${table}`)}, (
      select jsonb_agg("row" order by id) from trash where undo = ${undo} and table_name = ${table} and cleared is null))`.execute(
    ctx.db,
  )
}

/**
 * SQL: the rows `g` that another removal has kept since, among those whose reference an undo restores by its rows `k`.
 */
const inOtherTrash = (undo: number, table: string, column: string) => sql`
  k.undo = ${undo} and k.table_name = ${table} and k.cleared = ${column} and g.undo <> k.undo and g.kept = 'removed' and g.cleared is null
  and g.table_name = k.table_name and g."row" -> 'id' = k."row" -> 'id'`

/** Skips references that were set again since. @param also columns that were cleared with it */
async function restoreReferences(
  ctx: Ctx,
  undo: number,
  { table, column, also }: { table: string; column: string; also: readonly string[] },
): Promise<void> {
  const list = await isList(ctx, table, column)
  if (list)
    await sql`update trash g set "row" = jsonb_set(g."row", array[${column}::text], (g."row" -> ${column}::text) || lost.items)
      from trash k cross join lateral (
        select coalesce(jsonb_agg(item), '[]') as items from jsonb_array_elements(k."row" -> 'value') item) lost
      where ${inOtherTrash(undo, table, column)}`.execute(ctx.db)
  if (list)
    return void (await sql`update ${sql.table(`core.${table}`)} t set ${sql.ref(column)} = t.${sql.ref(column)} || array(
        select lost.item::bigint from jsonb_array_elements_text(k."row" -> 'value') as lost (item) where lost.item::bigint <> all (t.${sql.ref(column)}))
      from trash k where k.undo = ${undo} and k.table_name = ${table} and k.cleared = ${column} and t.id = (k."row" ->> 'id')::bigint`.execute(
      ctx.db,
    ))
  await sql`update trash g set "row" = g."row" || (k."row" - 'id' - 'value') || jsonb_build_object(${column}::text, k."row" -> 'value')
    from trash k where ${inOtherTrash(undo, table, column)} and g."row" -> ${column}::text = 'null'::jsonb`.execute(
    ctx.db,
  )
  const values = sql.join([
    sql`${sql.ref(column)} = (k."row" ->> 'value')::bigint`,
    ...also.map(
      (name) =>
        sql`${sql.ref(name)} = (jsonb_populate_record(null::${sql.table(`core.${table}`)}, k."row")).${sql.ref(name)}`,
    ),
  ])
  await sql`update ${sql.table(`core.${table}`)} t set ${values}
    from trash k where k.undo = ${undo} and k.table_name = ${table} and k.cleared = ${column}
      and t.id = (k."row" ->> 'id')::bigint and t.${sql.ref(column)} is null`.execute(ctx.db)
}

async function isList(ctx: Ctx, table: string, column: string): Promise<boolean> {
  const { rows } =
    await sql`select from pg_attribute where attrelid = ${`core.${table}`}::regclass and attname = ${column}
    and atttypid = 'bigint[]'::regtype`.execute(ctx.db)
  return rows.length > 0
}
