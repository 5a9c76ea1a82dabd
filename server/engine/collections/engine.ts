import type { Actor } from '#server/engine/access/actor.ts'
import { areaOf } from '#server/engine/access/areas.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { requireScopes } from '#server/engine/access/permission.ts'
import { forbidden, notFound } from '#server/engine/kernel/errors.ts'
import type { DecodedCsv } from '#server/engine/parsing/csv-file-contract.ts'
import { createAnswers } from './answers.ts'
import { bulk, type ManyRecords } from './bulk.ts'
import type { CollectionRecords } from './collection-records.ts'
import { type Contract, type Fields, plainContract, type RecordValues } from './contract.ts'
import { importCsv, requireImporting } from './csv-import.ts'
import type { Declaration } from './define.ts'
import { choiceInQuery } from './leftovers.ts'
import { createMerging } from './merging.ts'
import { type Notifications, withUndoWindow } from './notifications.ts'
import type { Confirmed } from './reach.ts'
import { createReader } from './reader.ts'
import { type Registry, standingFor } from './reading.ts'
import { createRecordWriter, type WriterParts } from './records.ts'
import { createRemovals } from './removals.ts'
import { createTrash } from './trash.ts'
import { createUndoCommands } from './undo.ts'
import { createViews } from './views.ts'

export type CollectionsEngine = ReturnType<typeof createCollections>

/**
 * The engine of all collections, created once; holds no state of requests.
 * @param notifications previews the recipients of a write.
 */
export function createCollections(declarations: readonly Declaration[], notifications: Notifications) {
  const registry: Registry = new Map(declarations.map((declaration) => [declaration.contract.name, declaration]))

  /** @throws DomainError 'not_found'. */
  const find = (name: string): Declaration => {
    const declaration = registry.get(name)
    if (!declaration) throw notFound()
    return declaration
  }
  const viewOf = createViews(registry)
  const { byIds, ...reader } = createReader(find, viewOf)

  /** Keys cannot write collections with secrets. @throws DomainError 'not_found', 'forbidden'. */
  const writing = (actor: Actor, name: string): Declaration => {
    const whole = find(name)
    if (actor.kind !== 'key') return whole
    requireScopes(actor, [`${areaOf(name)}:write`])
    if (whole.reveals.length) throw forbidden(`API keys cannot change ${whole.contract.title}.`)
    return viewOf(actor).registry.get(name) ?? whole
  }
  const parts: WriterParts = {
    registry,
    find: writing,
    seen: (actor) => viewOf(actor).registry,
    trash: createTrash(registry),
    uncollected: notifications.uncollected ?? {},
    countHeld: notifications.countHeld ?? (async () => ({})),
    countWorked: notifications.countWorked ?? (async () => ({ shifts: 0, signed_in: 0, hours: 0 })),
  }
  const records = { ...createRecordWriter(parts), ...createRemovals(parts) }
  const writer = { ...records, ...createUndoCommands(parts, records) }
  const answers = createAnswers(
    writer,
    async (ctx, name, ids) => (await byIds(ctx, writing(ctx.actor, name), standingFor(ctx.actor), ids)).body,
  )

  const recordsOf = <F extends Fields>(name: string): CollectionRecords<F> => ({
    list: (ctx, query) => reader.readPage<RecordValues<F>>(ctx, name, query),
    get: (ctx, id) => reader.readOne<RecordValues<F>>(ctx, name, id),
    create: async (ctx, values) => (await records.create(ctx, name, values)).ids,
    update: (ctx, changes) => records.update(ctx, name, changes),
    remove: (ctx, id) => records.remove(ctx, name, id, { confirmed: 'all' }),
  })

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
    /** @throws DomainError 'not_found'. */
    plain: (name: string) => {
      const { contract, reveals } = find(name)
      return plainContract(contract, reveals.length > 0, (to) => registry.get(to)?.contract.label ?? null)
    },
    ...reader,
    records: <F extends Fields>({ name }: Contract<F>) => recordsOf<F>(name),
    /** As `records`, for a collection that is known only by name; values are checked on writing. */
    recordsOf: (name: string) => recordsOf<Fields>(name),
    create: answers.create,
    update: answers.update,
    updateWithUndo: writer.updateWithUndo,
    /**
     * Removes one record.
     * @param confirmed how many others it may reach; default: all. @param choice for its leftovers.
     */
    remove: (ctx: Ctx, name: string, id: number, confirmed: Confirmed = 'all', choice?: string) =>
      records.remove(withUndoWindow(notifications, ctx), name, id, { confirmed, choice }),
    choiceInQuery: (name: string, url: URL) => choiceInQuery(find(name), url),
    /** Locks the visible records of these ids, lowest id first. @returns whole rows by id. */
    lock: (ctx: Ctx, name: string, ids: readonly number[]) => records.lockById(ctx, writing(ctx.actor, name), ids),
    merge: createMerging(parts, records),
    undo: answers.undo,
    /** Checks the right to import before the file is read. @throws DomainError as `importCsv`. */
    requireImporting: (ctx: Pick<Ctx, 'actor'>, name: string) => requireImporting(ctx, writing(ctx.actor, name)),
    importCsv: (ctx: Ctx, name: string, file: DecodedCsv, options: { preview: boolean }) =>
      importCsv(workOf(ctx, name), file, options),
    bulk: (ctx: Ctx, name: string, body: unknown) => bulk(workOf(ctx, name), body),
  }
}
