import * as z from 'zod'
import type { Ctx } from '#server/context.ts'
import { UNDO_WAIT_MS } from '#server/deliveries/contract.ts'
import { dryRun } from '#server/deliveries/dry-run.ts'
import type { Told } from '#server/deliveries/told-contract.ts'
import { DomainError, forbidden, type Issues, invalid } from '#server/kernel/errors.ts'
import { calledIn, calledOf } from './called.ts'
import { MAX_BULK } from './contract.ts'
import type { Change, Declaration, Row } from './define.ts'
import { addIssue, hasIssues } from './issues.ts'
import { matchingIdsStatement } from './list-sql.ts'
import { parseQuery } from './query-shape.ts'
import { accessOf, type Registry, writerFor } from './reading.ts'
import { run, runOf } from './run.ts'
import type { Writer } from './write.ts'
import { differences, itemOf, refuseIssues } from './write-input.ts'

const SHOWN = 20

const bulkInput = z.strictObject({
  filter: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  ids: z.array(z.number().int().positive().max(Number.MAX_SAFE_INTEGER)).max(MAX_BULK).optional(),
  changes: z.record(z.string(), z.unknown()).optional(),
  remove: z.literal(true).optional(),
  preview: z.boolean().optional(),
  count: z.number().int().min(0).optional(),
})

type BulkInput = z.infer<typeof bulkInput>

/**
 * Changes or removes every match of a filter, or chosen records, at once (docs/api.md, "Many records at once"). With
 * `preview` nothing is written. Admins only.
 * @throws DomainError 'invalid', 'forbidden', 'not_found' for an unknown id, 'too_large' above 20,000 records, 'conflict'
 * when `count` is no longer the number of matches.
 */
export async function bulk(
  ctx: Ctx,
  registry: Registry,
  writer: Writer,
  declaration: Declaration,
  body: unknown,
): Promise<Row> {
  const standing = writerFor(ctx.actor)
  const access = accessOf(declaration, standing)
  if (standing !== 'admin') throw forbidden()
  const input = read(body)
  if (input.remove ? !access.remove : !access.update) throw forbidden()
  const ids = input.ids ? [...new Set(input.ids)] : await matches(ctx, registry, declaration, input.filter ?? {})
  if (ids.length > MAX_BULK) throw new DomainError('too_large', `At most ${MAX_BULK} records at once.`)
  if (input.count !== undefined && input.count !== ids.length)
    throw new DomainError('conflict', `${ids.length} records match now, not ${input.count}. Look at the preview again.`)
  const held = tellingLater(ctx)
  if (input.remove) {
    if (!input.preview) return { count: ids.length, undo: await writer.removeAll(held, declaration, ids) }
    const { rows, along } = await writer.lookBeforeRemoving(ctx, declaration, ids)
    const stands = rows.some(({ refusal }) => refusal)
    const told = stands ? {} : await toldBy(ctx, declaration, (of) => writer.removeAll(of, declaration, ids))
    const refusals = rows.filter(({ refusal }) => refusal !== null)
    const shown = [rows.slice(0, SHOWN), refusals.slice(0, SHOWN)].flat().map(({ row }) => row.id)
    const called = await calledOf(ctx, declaration, shown)
    return {
      count: ids.length,
      samples: rows.slice(0, SHOWN).map(({ row: { id } }) => ({ id, label: called[id], changes: {} })),
      along,
      ...told,
      refused: refusals.length,
      issues: refusals
        .slice(0, SHOWN)
        .map(({ row: { id }, refusal }) => ({ id, label: called[id], messages: { non_field_errors: [refusal] } })),
    }
  }
  const template = itemOf(declaration, access.update?.fields ?? [], { ...input.changes, id: 1 }, 'update')
  refuseIssues([template])
  if (Object.keys(template.forbidden).length) throw forbidden()
  if (!Object.keys(template.given).length) throw invalid({ changes: ['Name at least one field to change.'] })
  const items = ids.map((id) => ({ ...template, id, issues: {} }))
  const changes = await writer.changesOf(ctx, declaration, items)
  const refused = changes.filter(({ issues }) => hasIssues(issues))
  if (input.preview) {
    const real = changes.filter((change) => Object.keys(differences(declaration, change)).length)
    const samples = real
      .slice(0, SHOWN)
      .map((change) => ({ id: change.before?.id ?? 0, changes: differences(declaration, change) }))
    const issues = refused.slice(0, SHOWN).map(({ before, issues: messages }) => ({ id: before?.id ?? 0, messages }))
    const told = refused.length
      ? {}
      : await toldBy(ctx, declaration, (of) => writer.storeWithUndo(of, declaration, changes))
    const called = await calledOf(
      ctx,
      declaration,
      [...samples, ...issues].map(({ id }) => id),
    )
    return {
      count: ids.length,
      changed: real.length,
      ...told,
      samples: samples.map((sample) => ({ ...sample, label: called[sample.id] })),
      names: await calledIn(
        ctx,
        registry,
        declaration,
        samples.map((sample) => sample.changes),
      ),
      refused: refused.length,
      issues: issues.map((issue) => ({ ...issue, label: called[issue.id] })),
    }
  }
  if (refused.length) refuseIssues([{ issues: merged(refused) }])
  const { changed, undo } = await writer.storeWithUndo(held, declaration, changes)
  return { count: ids.length, changed, ...(undo && { undo }) }
}

/** A list offers to undo what it did to many: what is undone in time tells nobody. */
export const tellingLater = (ctx: Ctx): Ctx => ({ ...ctx, notices: { ...ctx.notices, wait_ms: UNDO_WAIT_MS } })

/** Whom a write would tell, tried out; nothing where writes of the collection tell nobody ever. */
export async function toldBy(
  ctx: Ctx,
  { hooks }: Declaration,
  work: (ctx: Ctx) => Promise<unknown>,
): Promise<{ told?: Told }> {
  if (!hooks.watch) return {}
  const [told] = await dryRun(ctx, work)
  return { told }
}

function read(body: unknown): BulkInput {
  const parsed = bulkInput.safeParse(body)
  if (!parsed.success) {
    const issues: Issues = {}
    for (const { path, message } of parsed.error.issues.slice(0, 20))
      addIssue(issues, String(path[0] ?? 'non_field_errors'), message)
    throw invalid(issues)
  }
  const { changes, remove, filter, ids } = parsed.data
  if (!changes === !remove) throw invalid({ non_field_errors: ['Send either changes or remove.'] })
  if (filter && ids) throw invalid({ non_field_errors: ['Send either a filter or ids.'] })
  return parsed.data
}

async function matches(
  ctx: Ctx,
  registry: Registry,
  declaration: Declaration,
  filter: NonNullable<BulkInput['filter']>,
): Promise<number[]> {
  const strings = Object.fromEntries(Object.entries(filter).map(([key, value]) => [key, String(value)]))
  const query = parseQuery(registry, declaration, 'admin', ctx.site.timezone, strings)
  const [found] = await run<{ ids: number[] }>(ctx.db, matchingIdsStatement(declaration, 'admin', query), {
    ...runOf(ctx),
    search: query.pattern ?? undefined,
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
