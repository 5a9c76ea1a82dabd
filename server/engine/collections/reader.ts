import { areaOf } from '#server/engine/access/areas.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { requireScopes } from '#server/engine/access/permission.ts'
import { forbidden, invalid, notFound } from '#server/engine/kernel/errors.ts'
import { cutText } from '../kernel/cut-text.pure.ts'
import { type RecordPage, shapeOf } from './answers.ts'
import type { Run, Statement } from './bindings.ts'
import type { ListShape } from './contract.ts'
import { csvRows, type ExportCtx } from './csv.ts'
import type { Declaration, Row } from './define.ts'
import { displayNamesOf } from './display-names.ts'
import { idsStatement, listStatement, matchingIdsStatement } from './list-sql.ts'
import { type Option, type OptionsQuery, optionsStatement } from './options.ts'
import { parseQuery, type Query, type QueryInput } from './query-shape.ts'
import { accessOf, type Standing, standingFor } from './reading.ts'
import { requestValues, runStatement } from './run.ts'
import type { createViews } from './views.ts'

export type ReadCtx = Pick<Ctx, 'db' | 'site' | 'actor' | 'clock'>

/**
 * Maximum number of cached statements; further ones are compiled for each call, so that callers cannot fill the memory.
 */
const MAX_SHAPES = 500

/**
 * Creates the reading half of the engine. Holds compiled SQL by collection, standing and shape of the query; no state
 * of requests.
 * @param find returns the declaration of a collection.
 * @throws DomainError 'not_found'.
 */
export function createReader(find: (name: string) => Declaration, viewOf: ReturnType<typeof createViews>) {
  const compiled = new Map<string, Statement>()

  /** @throws DomainError 'not_found', 'unauthenticated', 'forbidden'. */
  const reading = ({ actor }: Pick<Ctx, 'actor'>, name: string) => {
    const whole = find(name)
    const standing = standingFor(actor)
    if (!accessOf(whole, standing).read) throw forbidden()
    requireScopes(actor, [`${areaOf(name)}:read`])
    const { registry: readable, mark } = viewOf(actor)
    return { declaration: readable.get(name) ?? whole, standing, readable, mark }
  }
  const statementOf = (key: string, compile: () => Statement): Statement => {
    const known = compiled.get(key)
    if (known) return known
    const statement = compile()
    if (compiled.size < MAX_SHAPES) compiled.set(key, statement)
    return statement
  }

  const byIds = async (
    ctx: ReadCtx,
    declaration: Declaration,
    standing: Standing,
    ids: readonly number[],
    expand: readonly string[] = [],
    withVersions = false,
  ) => {
    const { registry: readable, mark } = viewOf(ctx.actor)
    const key = `${declaration.contract.name} ${standing}${mark} ids ${expand}${withVersions ? ' versions' : ''}`
    const statement = statementOf(key, () => idsStatement(readable, declaration, standing, expand, withVersions))
    const [row] = await runStatement<{ found: number; body: string }>(ctx.db, statement, { ...requestValues(ctx), ids })
    return row ?? { found: 0, body: '' }
  }

  /**
   * Reads a page of records as JSON text in list shape.
   * @param options.withVersions adds the `version` for staged changes.
   * @throws DomainError 'unauthenticated', 'forbidden', 'invalid' (unknown or unreadable parameters).
   */
  const list = async (
    ctx: ReadCtx,
    name: string,
    query: QueryInput = {},
    { withVersions = false } = {},
  ): Promise<string> => {
    const { declaration, standing, readable, mark } = reading(ctx, name)
    const parsed = parseQuery(readable, declaration, standing, ctx.site.timezone, query)
    const statement = statementOf(
      `${name} ${standing}${mark} list ${parsed.key}${withVersions ? ' versions' : ''}`,
      () => listStatement(readable, declaration, standing, parsed, withVersions),
    )
    const [row] = await runStatement<{ body: string }>(ctx.db, statement, {
      ...requestValues(ctx),
      ...valuesOf(parsed),
    })
    return row?.body ?? ''
  }

  /**
   * Reads one record in list shape; the query may only have `expand`.
   * @throws DomainError 'not_found' for an unknown or invisible id.
   */
  const get = async (
    ctx: ReadCtx,
    name: string,
    id: number,
    query: QueryInput = {},
    { withVersions = false } = {},
  ): Promise<string> => {
    const { declaration, standing, readable } = reading(ctx, name)
    const { expand } = parseQuery(readable, declaration, standing, ctx.site.timezone, query)
    const { found, body } = await byIds(ctx, declaration, standing, [id], expand, withVersions)
    if (!found) throw notFound()
    return body
  }

  /**
   * Lists labels for a searchable select: selectable records and the chosen ones.
   * @throws DomainError 'invalid' under `kind` for an unknown kind or a collection without kinds.
   */
  const options = async (ctx: ReadCtx, name: string, query: OptionsQuery = {}): Promise<Option[]> => {
    const { declaration, standing, mark } = reading(ctx, name)
    const { kind } = query
    if (kind !== undefined && !declaration.contract.fields.kind?.choices?.includes(kind))
      throw invalid({ kind: ['There’s no such kind.'] })
    const shape = `${query.all ? ' all' : ''}${kind === undefined ? '' : ' kind'}${query.type === undefined ? '' : ' type'}`
    const statement = statementOf(`${name} ${standing}${mark} options${shape}`, () =>
      optionsStatement(declaration, standing, query),
    )
    return runStatement<Option>(ctx.db, statement, {
      ...requestValues(ctx),
      search: cutText(query.search ?? '', 200),
      limit: query.limit ?? 50,
      ids: query.selected ?? [],
      ...(kind !== undefined && { kind }),
      ...(query.type !== undefined && { type: query.type }),
    })
  }

  /**
   * Exports all matches of a list as CSV text, in chunks with a short transaction each (`withDb`), so that a slow
   * client holds no connection. Members export their own rows.
   * @param admitted is called once the export is permitted, before anything is read.
   */
  const exportCsv = async (
    ctx: ExportCtx,
    name: string,
    query: QueryInput = {},
    admitted: () => Promise<void> = async () => {},
  ): Promise<AsyncIterable<string>> => {
    const { declaration: whole, standing, readable, mark } = reading(ctx, name)
    if (ctx.actor.kind === 'person' && ctx.actor.impersonator)
      throw forbidden('This is not possible while acting as someone else.')
    const declaration = standing === 'admin' ? whole : ownRowsOf(whole)
    const parsed = parseQuery(readable, declaration, standing, ctx.site.timezone, query)
    const matching = statementOf(`${name} ${standing}${mark} export ${parsed.key}`, () =>
      matchingIdsStatement(declaration, standing, parsed),
    )
    await admitted()
    return csvRows(ctx, readable, declaration, standing, async (db) => {
      const [found] = await runStatement<{ ids: number[] }>(db, matching, {
        ...requestValues(ctx),
        ...valuesOf(parsed),
      })
      return found?.ids ?? []
    })
  }

  /** Lists the ids of all matches, in order. @throws DomainError as `list`. */
  const matchingIds = async (ctx: ReadCtx, name: string, query: QueryInput = {}): Promise<number[]> => {
    const { declaration, standing, readable, mark } = reading(ctx, name)
    const parsed = parseQuery(readable, declaration, standing, ctx.site.timezone, query)
    const matching = statementOf(`${name} ${standing}${mark} ids ${parsed.key}`, () =>
      matchingIdsStatement(declaration, standing, parsed),
    )
    const [found] = await runStatement<{ ids: number[] }>(ctx.db, matching, {
      ...requestValues(ctx),
      ...valuesOf(parsed),
    })
    return found?.ids ?? []
  }

  const read = async (ctx: ReadCtx, name: string, query: QueryInput = {}): Promise<ListShape> =>
    shapeOf(await list(ctx, name, query))

  /** @throws DomainError as `get`. */
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

  const displayNames = (ctx: ReadCtx, name: string, ids: readonly number[]) =>
    displayNamesOf(ctx, reading(ctx, name).declaration, ids)

  return { byIds, list, get, options, exportCsv, matchingIds, read, readOne, readPage, displayNames }
}

/**
 * A member's export: their own rows, with all fields that they may read of them.
 * @throws DomainError 'forbidden' where no rows belong to a member.
 */
function ownRowsOf(declaration: Declaration): Declaration {
  const { read } = declaration.user
  const isOwn = read?.own?.rows ?? ('person' in declaration.contract.fields ? read?.rows : undefined)
  if (!read || !isOwn) throw forbidden()
  const { rows = isOwn } = read
  return {
    ...declaration,
    user: {
      ...declaration.user,
      read: { rows: (q) => `(${rows(q)}) and (${isOwn(q)})`, fields: read.own?.fields ?? read.fields },
    },
  }
}

const valuesOf = (query: Query): Partial<Run> => ({
  limit: query.limit,
  offset: query.offset,
  search: query.pattern,
  filters: query.filters.map((filter) => filter.values),
})
