import { sql } from 'kysely'
import * as z from 'zod'
import type { Actor } from '#server/engine/access/actor.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { DomainError, forbidden, type Issues, invalid } from '#server/engine/kernel/errors.ts'
import { inputMessage } from '#server/engine/kernel/input-message.ts'
import { referenceRemoved } from './constraint-messages.ts'
import { MAX_BULK } from './contract.ts'
import type { Change, Declaration, Row } from './define.ts'
import { displayNamesIn, displayNamesOf } from './display-names.ts'
import { addIssue, hasIssues } from './issues.ts'
import { leftoverCount, withChoice } from './leftovers.ts'
import { matchingIdsStatement } from './list-sql.ts'
import { type Notifications, previewRecipients, withUndoWindow } from './notifications.ts'
import { parseQuery } from './query-shape.ts'
import { clearedBy, workedOf } from './reach.ts'
import { accessOf, type Registry, writerFor } from './reading.ts'
import { refuseFields } from './record-change.ts'
import type { RecordWriter } from './records.ts'
import type { Removals } from './removals.ts'
import { requestValues, runStatement } from './run.ts'
import type { UndoCommands } from './undo.ts'
import { differences, type Item, itemOf, refuseIssues, shownDifferences } from './write-input.ts'

const SHOWN = 20

const bulkInput = z.strictObject({
  filter: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  ids: z.array(z.number().int().positive().max(Number.MAX_SAFE_INTEGER)).max(MAX_BULK).optional(),
  changes: z.record(z.string(), z.unknown()).optional(),
  add: z.record(z.string(), z.unknown()).optional(),
  remove: z.literal(true).optional(),
  preview: z.boolean().optional(),
  count: z.number().int().min(0).optional(),
  confirm: z.number().int().min(0).optional(),
})

type BulkInput = z.infer<typeof bulkInput> & { choice?: unknown }

export type ManyRecords = {
  ctx: Ctx
  registry: Registry
  writer: RecordWriter & Removals & UndoCommands
  declaration: Declaration
  notifications: Notifications
}

/**
 * Changes or removes all matches of a filter, or chosen records, together (docs/api.md, "Many records at once").
 * `preview` writes nothing. Admins only.
 * @throws DomainError 'invalid', 'forbidden', 'not_found' for an unknown id, 'too_large' above 20,000 records,
 * 'conflict' when `count` no longer matches, a record is removed concurrently, or a removal reaches other records and
 * `confirm` is not their number.
 */
export async function bulk(asked: ManyRecords, body: unknown): Promise<Row> {
  const { declaration } = asked
  const { actor } = asked.ctx
  const standing = writerFor(actor)
  const access = accessOf(declaration, standing)
  if (standing !== 'admin') throw forbidden()
  const input = read(body, declaration)
  if (input.remove ? !access.remove : !access.update) throw forbidden()
  const work = { ...asked, ctx: withChoice(asked.ctx, declaration, input.choice, input.remove) }
  const { ctx } = work
  if (input.ids) {
    const ids = [...new Set(input.ids)]
    await refuseGone(ctx, declaration, ids)
    return apply(work, input, ids)
  }
  const ids = await matches(work, input.filter ?? {})
  try {
    return await apply(work, input, ids)
  } catch (error) {
    throw error instanceof DomainError && error.code === 'not_found' ? referenceRemoved(error) : error
  }
}

async function apply(work: ManyRecords, input: BulkInput, ids: readonly number[]): Promise<Row> {
  const { ctx, writer, declaration, notifications } = work
  const count = ids.length
  if (count > MAX_BULK) throw new DomainError('too_large', `At most ${MAX_BULK} records at a time.`)
  if (input.count !== undefined && input.count !== count) {
    const now = count === 1 ? '1 record matches' : `${count} records match`
    throw new DomainError('conflict', `${now} now, not ${input.count}. Please look at the preview again.`)
  }
  if (input.remove) {
    if (input.preview) return previewRemoval(work, ids)
    const undo = await writer.removeAll(withUndoWindow(notifications, ctx), declaration, ids, input.confirm ?? null)
    return { count, ...leftoverCount(ctx, declaration), undo }
  }
  const items = itemsOf(ctx.actor, declaration, { ...input.changes, ...input.add }, ids)
  const added = await withAdded(ctx, declaration, Object.keys(input.add ?? {}), items)
  const changes = await writer.changesOf(ctx, declaration, added)
  const refused = changes.filter(({ issues }) => hasIssues(issues))
  if (input.preview) return previewChanges(work, changes, refused)
  if (refused.length) refuseIssues([{ issues: merged(refused) }])
  const { changed, undo } = await writer.storeWithUndo(withUndoWindow(notifications, ctx), declaration, changes)
  const totals = await totalsOf(ctx, declaration, ids)
  return { count, changed, ...leftoverCount(ctx, declaration), ...totals, ...(undo && { undo }) }
}

async function totalsOf(ctx: Ctx, { totals }: Declaration, ids: readonly number[]): Promise<Record<string, number>> {
  const counted = await Promise.all(
    Object.entries(totals).map(async ([name, { count }]) => [name, await count(ctx, ids)] as const),
  )
  return Object.fromEntries(counted)
}

/** Builds the same change for each record. @throws DomainError 'invalid', 'forbidden'. */
function itemsOf(actor: Actor, declaration: Declaration, changes: Row, ids: readonly number[]): Item[] {
  const template = itemOf(declaration, declaration.admin.update?.fields ?? [], { ...changes, id: 1 }, 'update')
  refuseIssues([template])
  refuseFields(actor, declaration, Object.keys(template.forbidden))
  if (!Object.keys(template.given).length) throw invalid({ changes: ['Name at least one field to change.'] })
  return ids.map((id) => ({ ...template, id, issues: {} }))
}

/** Appends words to the lists of each record, without repeats. @throws DomainError 'invalid' for other fields. */
async function withAdded(
  ctx: Ctx,
  { contract }: Declaration,
  fields: readonly string[],
  items: readonly Item[],
): Promise<readonly Item[]> {
  for (const name of fields)
    if (contract.fields[name]?.kind !== 'words') throw invalid({ add: ['You can only add words to a list.'] })
  if (!fields.length) return items
  const { rows } = await sql<Row & { id: number }>`
    select id, ${sql.join(fields.map((name) => sql.ref(name)))} from ${sql.table(`core.${contract.name}`)}
    where id = any (${items.flatMap(({ id }) => id ?? [])}::bigint[]) order by id for update`.execute(ctx.db)
  const stored = new Map(rows.map((row) => [row.id, row]))
  return items.map((item) => {
    const issues: Issues = { ...item.issues }
    const given = { ...item.given }
    for (const name of fields) {
      const words = (stored.get(item.id ?? 0)?.[name] ?? []) as string[]
      const has = new Set(words.map((word) => word.toLowerCase()))
      const all = [...words, ...(item.given[name] as string[]).filter((word) => !has.has(word.toLowerCase()))]
      const { success, error } = contract.fields[name]!.schema.safeParse(all)
      if (!success) addIssue(issues, name, error.issues[0]?.message ?? 'Too many.')
      given[name] = all
    }
    return { ...item, given, issues }
  })
}

async function previewRemoval(
  { ctx, writer, declaration, notifications }: ManyRecords,
  ids: readonly number[],
): Promise<Row> {
  const { rows, reach, left } = await writer.previewRemoval(ctx, declaration, ids)
  const refusals = rows.filter(({ refusal }) => refusal !== null)
  const notifies = refusals.length
    ? {}
    : await previewRecipients(notifications, ctx, declaration, (previewCtx) =>
        writer.removeAll(previewCtx, declaration, ids, 'all'),
      )
  const [samples, refused] = [rows.slice(0, SHOWN), refusals.slice(0, SHOWN)]
  const labels = await displayNamesOf(
    ctx,
    declaration,
    [...samples, ...refused].map(({ row }) => row.id),
  )
  return {
    count: ids.length,
    samples: samples.map(({ row: { id } }) => ({ id, label: labels[id], changes: {} })),
    ...reach,
    ...left,
    ...notifies,
    refused: refusals.length,
    issues: refused.map(({ row: { id }, refusal }) => ({
      id,
      label: labels[id],
      messages: { non_field_errors: [refusal] },
    })),
  }
}

async function previewChanges(
  { ctx, registry, writer, declaration, notifications }: ManyRecords,
  changes: readonly Change[],
  refused: readonly Change[],
): Promise<Row> {
  const real = changes.filter((change) => Object.keys(differences(declaration, change)).length)
  const samples = real
    .slice(0, SHOWN)
    .map((change) => ({ id: change.before?.id ?? 0, changes: shownDifferences(declaration, change) }))
  const issues = refused.slice(0, SHOWN).map(({ before, issues: messages }) => ({ id: before?.id ?? 0, messages }))
  const notifies = refused.length
    ? {}
    : await previewRecipients(notifications, ctx, declaration, (previewCtx) =>
        writer.storeWithUndo(previewCtx, declaration, changes),
      )
  const worked = await notifications.countWorked?.(ctx, { removed: new Map(), cleared: clearedBy(declaration, real) })
  const labels = await displayNamesOf(
    ctx,
    declaration,
    [...samples, ...issues].map(({ id }) => id),
  )
  const names = await displayNamesIn(
    ctx,
    registry,
    declaration,
    samples.map((sample) => sample.changes),
  )
  return {
    count: changes.length,
    changed: real.length,
    ...notifies,
    ...leftoverCount(ctx, declaration),
    ...(worked && workedOf(worked)),
    samples: samples.map((sample) => ({ ...sample, label: labels[sample.id] })),
    names,
    refused: refused.length,
    issues: issues.map((issue) => ({ ...issue, label: labels[issue.id] })),
  }
}

/** Names the chosen records that no longer exist, so that the caller can repeat the call without them. */
async function refuseGone(ctx: Ctx, { contract: { name } }: Declaration, ids: readonly number[]): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select chosen.id from unnest(${ids}::bigint[]) chosen (id) where not exists (select from ${sql.table(`core.${name}`)} t where t.id = chosen.id)
    order by id`.execute(ctx.db)
  if (rows.length) throw new DomainError('not_found', 'Not found.', { body: { gone: rows.map(({ id }) => id) } })
}

function read(body: unknown, { leftovers }: Declaration): BulkInput {
  const shape = leftovers ? bulkInput.extend({ [leftovers.name]: z.unknown().optional() }) : bulkInput
  const parsed = shape.safeParse(body, { error: inputMessage })
  if (!parsed.success) {
    const issues: Issues = {}
    for (const { path, message } of parsed.error.issues.slice(0, 20))
      addIssue(issues, String(path[0] ?? 'non_field_errors'), message)
    throw invalid(issues)
  }
  const { changes, add, remove, filter, ids } = parsed.data
  if (!(changes || add) === !remove) throw invalid({ non_field_errors: ['Send either changes or remove.'] })
  if (filter && ids) throw invalid({ non_field_errors: ['Send either a filter or ids.'] })
  return leftovers ? { ...parsed.data, choice: (parsed.data as Row)[leftovers.name] } : parsed.data
}

async function matches(
  { ctx, registry, declaration }: ManyRecords,
  filter: NonNullable<BulkInput['filter']>,
): Promise<number[]> {
  for (const name of ['limit', 'offset'])
    if (name in filter) throw invalid({ [name]: ['Cannot be combined with a filter.'] })
  const strings = Object.fromEntries(Object.entries(filter).map(([key, value]) => [key, String(value)]))
  const query = parseQuery(registry, declaration, 'admin', ctx.site.timezone, strings)
  const [found] = await runStatement<{ ids: number[] }>(ctx.db, matchingIdsStatement(declaration, 'admin', query), {
    ...requestValues(ctx),
    search: query.pattern,
    filters: query.filters.map(({ values }) => values),
  })
  return found?.ids ?? []
}

function merged(changes: readonly Change[]): Issues {
  const all: Issues = {}
  for (const { issues } of changes)
    for (const [name, messages] of Object.entries(issues)) for (const message of messages) addIssue(all, name, message)
  return all
}
