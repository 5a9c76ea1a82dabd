import type { Actor } from '#server/engine/access/actor.ts'
import { areaOf } from '#server/engine/access/areas.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { requireScopes } from '#server/engine/access/permission.ts'
import { forbidden, notFound } from '#server/engine/kernel/errors.ts'
import type { DecodedCsv } from '#server/engine/parsing/csv-file-contract.ts'
import { createAnswers, shapeOf } from './answers.ts'
import type { Run, Statement } from './bindings.ts'
import { bulk, type ManyRecords } from './bulk.ts'
import type { CollectionRecords, RecordPage } from './collection-records.ts'
import { type Contract, type Fields, type ListShape, plainContract, type RecordValues } from './contract.ts'
import { csvRows, type ExportCtx } from './csv.ts'
import { importCsv, requireImporting } from './csv-import.ts'
import type { Declaration, Row } from './define.ts'
import { displayNamesOf } from './display-names.ts'
import { idsStatement, listStatement, matchingIdsStatement } from './list-sql.ts'
import type { Notifications } from './notifications.ts'
import { type Option, type OptionsQuery, optionsStatement } from './options.ts'
import { parseQuery, type Query, type QueryInput } from './query-shape.ts'
import { accessOf, type Registry, type Standing, standingFor } from './reading.ts'
import { createRecordWriter, type WriterParts } from './records.ts'
import { createRemovals } from './removals.ts'
import { run, runOf } from './run.ts'
import { createTrash } from './trash.ts'
import { createUndoing } from './undo.ts'
import { createViews } from './views.ts'

/** What a read needs; no more, so that a loader, an export and a test give it alike. */
export type ReadCtx = Pick<Ctx, 'db' | 'site' | 'actor' | 'clock'>

export type CollectionsEngine = ReturnType<typeof createCollections>

/** Beyond this many different list shapes statements are compiled anew each time, so that callers cannot fill the memory. */
const MAX_SHAPES = 500

/**
 * The engine of all collections, made once in a composition root. It holds compiled SQL by
 * collection, standing and shape of the query, and nothing of any request.
 * @param notifications how a write is tried out to see who would be notified.
 */
export function createCollections(declarations: readonly Declaration[], notifications: Notifications) {
  const registry: Registry = new Map(declarations.map((declaration) => [declaration.contract.name, declaration]))
  const compiled = new Map<string, Statement>()

  /** @throws DomainError 'not_found' for a word that is no collection. */
  const find = (name: string): Declaration => {
    const declaration = registry.get(name)
    if (!declaration) throw notFound()
    return declaration
  }
  const viewOf = createViews(registry)
  /** A collection as the actor reads it. @throws DomainError 'not_found', 'unauthenticated', 'forbidden'. */
  const reading = ({ actor }: Pick<Ctx, 'actor'>, name: string) => {
    const whole = find(name)
    const standing = standingFor(actor)
    if (!accessOf(whole, standing).read) throw forbidden()
    requireScopes(actor, [`${areaOf(name)}:read`])
    const { registry: seen, mark } = viewOf(actor)
    return { declaration: seen.get(name) ?? whole, standing, seen, mark }
  }
  /** A collection as the actor writes it: to a key, what holds secrets is closed. @throws as `reading`. */
  const writing = (actor: Actor, name: string): Declaration => {
    const whole = find(name)
    if (actor.kind !== 'key') return whole
    requireScopes(actor, [`${areaOf(name)}:write`])
    if (whole.reveals.length) throw forbidden(`API keys cannot change ${whole.contract.title}.`)
    return viewOf(actor).registry.get(name) ?? whole
  }
  const statementOf = (key: string, compile: () => Statement): Statement => {
    const known = compiled.get(key)
    if (known) return known
    const statement = compile()
    if (compiled.size < MAX_SHAPES) compiled.set(key, statement)
    return statement
  }

  /** The records of known ids in list shape, in the order of the ids. */
  const byIds = async (
    ctx: ReadCtx,
    declaration: Declaration,
    standing: Standing,
    ids: readonly number[],
    expand: readonly string[] = [],
    withVersions = false,
  ) => {
    const { registry: seen, mark } = viewOf(ctx.actor)
    const key = `${declaration.contract.name} ${standing}${mark} ids ${expand}${withVersions ? ' versions' : ''}`
    const statement = statementOf(key, () => idsStatement(seen, declaration, standing, expand, withVersions))
    const [row] = await run<{ found: number; body: string }>(ctx.db, statement, { ...runOf(ctx), ids })
    return row ?? { found: 0, body: '' }
  }

  /**
   * A page of records as finished JSON text in list shape.
   * @param options.withVersions adds the `version` that a staged change of each record gives back.
   * @throws DomainError 'unauthenticated', 'forbidden', 'invalid' (unknown or unreadable parameters).
   */
  const list = async (
    ctx: ReadCtx,
    name: string,
    query: QueryInput = {},
    { withVersions = false } = {},
  ): Promise<string> => {
    const { declaration, standing, seen, mark } = reading(ctx, name)
    const parsed = parseQuery(seen, declaration, standing, ctx.site.timezone, query)
    const statement = statementOf(
      `${name} ${standing}${mark} list ${parsed.key}${withVersions ? ' versions' : ''}`,
      () => listStatement(seen, declaration, standing, parsed, withVersions),
    )
    const [row] = await run<{ body: string }>(ctx.db, statement, { ...runOf(ctx), ...valuesOf(parsed) })
    return row?.body ?? ''
  }

  /**
   * One record in list shape. Of the query only `expand` is understood.
   * @throws DomainError 'not_found' for an id that does not exist here, or not for this actor: the two are the same.
   */
  const get = async (
    ctx: ReadCtx,
    name: string,
    id: number,
    query: QueryInput = {},
    { withVersions = false } = {},
  ): Promise<string> => {
    const { declaration, standing, seen } = reading(ctx, name)
    const { expand } = parseQuery(seen, declaration, standing, ctx.site.timezone, query)
    const { found, body } = await byIds(ctx, declaration, standing, [id], expand, withVersions)
    if (!found) throw notFound()
    return body
  }

  /** Labels for a searchable select: what a member may pick, and the chosen ones whatever they are. */
  const options = async (ctx: ReadCtx, name: string, query: OptionsQuery = {}): Promise<Option[]> => {
    const { declaration, standing, mark } = reading(ctx, name)
    const statement = statementOf(`${name} ${standing}${mark} options${query.all ? ' all' : ''}`, () =>
      optionsStatement(declaration, standing, query.all),
    )
    return run<Option>(ctx.db, statement, {
      ...runOf(ctx),
      search: query.search?.slice(0, 200) ?? '',
      limit: query.limit ?? 50,
      ids: query.selected ?? [],
    })
  }

  /**
   * All matches of a list as CSV text, piece by piece. The pieces open short transactions of their own through `withDb`, so a
   * slow reader holds no connection. Admins only.
   */
  const exportCsv = async (ctx: ExportCtx, name: string, query: QueryInput = {}): Promise<AsyncIterable<string>> => {
    const { declaration, standing, seen, mark } = reading(ctx, name)
    if (standing !== 'admin') throw forbidden()
    const parsed = parseQuery(seen, declaration, standing, ctx.site.timezone, query)
    const matching = statementOf(`${name} ${standing}${mark} matching ${parsed.key}`, () =>
      matchingIdsStatement(declaration, standing, parsed),
    )
    return csvRows(ctx, seen, declaration, standing, async (db) => {
      const [found] = await run<{ ids: number[] }>(db, matching, { ...runOf(ctx), ...valuesOf(parsed) })
      return found?.ids ?? []
    })
  }

  /** A page of records. @throws DomainError as `list`. */
  const read = async (ctx: ReadCtx, name: string, query: QueryInput = {}): Promise<ListShape> =>
    shapeOf(await list(ctx, name, query))

  /** One record. @throws DomainError as `get`. */
  const readOne = async <R = Row & { id: number }>(
    ctx: ReadCtx,
    name: string,
    id: number,
    options = { withVersions: false },
  ): Promise<R> => {
    const record = shapeOf<R>(await get(ctx, name, id, {}, options)).results[name]?.[String(id)]
    if (!record) throw notFound()
    return record
  }

  const readPage = async <R = Row & { id: number }>(
    ctx: ReadCtx,
    name: string,
    query: QueryInput = {},
    options = { withVersions: false },
  ): Promise<RecordPage<R>> => {
    const { count, order, results } = shapeOf<R>(await list(ctx, name, query, options))
    const { [name]: own = {}, ...related } = results
    return { count, rows: order.flatMap((id) => own[id] ?? []), related: related as RecordPage<R>['related'] }
  }

  const parts: WriterParts = {
    registry,
    find: writing,
    seen: (actor) => viewOf(actor).registry,
    trash: createTrash(),
  }
  const records = { ...createRecordWriter(parts), ...createRemovals(parts) }
  const writer = { ...records, ...createUndoing(parts, records) }
  const answers = createAnswers(
    writer,
    async (ctx, name, ids) => (await byIds(ctx, writing(ctx.actor, name), standingFor(ctx.actor), ids)).body,
  )

  const workOf = (ctx: Ctx, name: string): ManyRecords => ({
    ctx,
    registry: viewOf(ctx.actor).registry,
    writer,
    declaration: writing(ctx.actor, name),
    notifications,
  })

  return {
    declarations,
    has: (name: string) => registry.has(name),
    /** What the browser may know of a collection. @throws DomainError 'not_found'. */
    plain: (name: string) => {
      const { contract, reveals } = find(name)
      return plainContract(contract, reveals.length > 0, (to) => registry.get(to)?.contract.label ?? null)
    },
    list,
    get,
    options,
    /** Display names by id. @throws DomainError as `list`. */
    displayNames: (ctx: ReadCtx, name: string, ids: readonly number[]) => {
      return displayNamesOf(ctx, reading(ctx, name).declaration, ids)
    },
    exportCsv,
    read,
    readOne,
    readPage,
    /** Reads and writes the records of a collection with the types of its contract. */
    records: <F extends Fields>({ name }: Contract<F>): CollectionRecords<F> => ({
      list: (ctx, query) => readPage<RecordValues<F>>(ctx, name, query),
      get: (ctx, id) => readOne<RecordValues<F>>(ctx, name, id),
      create: async (ctx, values) => (await records.create(ctx, name, values)).ids,
      update: (ctx, changes) => records.update(ctx, name, changes),
      remove: (ctx, id) => records.remove(ctx, name, id),
    }),
    create: answers.create,
    update: answers.update,
    remove: records.remove,
    /** Locks the records of ids that the actor sees, lowest id first. @returns whole rows by id. */
    lock: (ctx: Ctx, name: string, ids: readonly number[]) => records.lockById(ctx, writing(ctx.actor, name), ids),
    undo: answers.undo,
    /** Before the file is read. @throws DomainError as `importCsv` for who may not import. */
    requireImporting: (ctx: Pick<Ctx, 'actor'>, name: string) => requireImporting(ctx, writing(ctx.actor, name)),
    importCsv: (ctx: Ctx, name: string, file: DecodedCsv, options: { preview: boolean }) =>
      importCsv(workOf(ctx, name), file, options),
    bulk: (ctx: Ctx, name: string, body: unknown) => bulk(workOf(ctx, name), body),
  }
}

const valuesOf = (query: Query): Partial<Run> => ({
  limit: query.limit ?? undefined,
  offset: query.offset,
  search: query.pattern ?? undefined,
  filters: query.filters.map((filter) => filter.values),
})
