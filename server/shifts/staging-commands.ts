import { sql } from 'kysely'
import { requireStanding } from '#server/access/permission.ts'
import type { CollectionsEngine } from '#server/collections/engine.ts'
import { addIssue, hasIssues } from '#server/collections/issues.ts'
import type { Ctx } from '#server/context.ts'
import { DomainError, type Issues, invalid, notFound } from '#server/kernel/errors.ts'
import { publishEvent } from './publication/commands.ts'
import type { EventFields, RosterSave, RosterSaved, Stale } from './staging-contract.ts'
import { readSpan } from './staging-times.ts'

type Versioned = { id: number; version: string; start: Date; end: Date }

/**
 * Saves what was staged on one event, whole or not at all: removals, new places, changes, the event's own fields, then
 * publication if asked for (specification §4, staged objects).
 * @returns without having stored anything what somebody else changed since it was staged.
 * @throws DomainError 'invalid' with messages under `${key or id}.${field}` and `event.${field}`; 'not_found'.
 */
export async function saveRoster(
  ctx: Ctx,
  engine: CollectionsEngine,
  event: number,
  input: RosterSave,
): Promise<RosterSaved> {
  requireStanding(ctx.actor, 'admin')
  const [stored] = await locked(ctx, 'events', sql`id = ${event}`)
  if (!stored) throw notFound('This event does not exist.')
  const ids = [...input.changed, ...input.removed].map(({ id }) => id)
  const rows = new Map(
    (await locked(ctx, 'shifts', sql`event = ${event} and id = any (${ids}::bigint[])`)).map((row) => [row.id, row]),
  )
  const stale = staleOf(input, stored, rows)
  if (stale.length) return { saved: false, stale }

  const zone = ctx.site.timezone
  const issues: Issues = {}
  const added = input.added.map(({ key, fields }) => ({ ...fields, ...readSpan(fields, zone, issues, { key }), event }))
  const changed = input.changed.map(({ id, fields }) => ({
    ...fields,
    ...readSpan(fields, zone, issues, { key: String(id), stored: rows.get(id) }),
    id,
  }))
  const own = input.event && eventOf(input.event.fields, zone, issues, stored)
  if (hasIssues(issues)) throw invalid(issues)

  for (const { id } of input.removed) if (rows.has(id)) await engine.remove(ctx, 'shifts', id)
  if (added.length)
    await keyed(
      input.added.map(({ key }) => key),
      () => engine.create(ctx, 'shifts', added),
    )
  if (changed.length)
    await keyed(
      input.changed.map(({ id }) => String(id)),
      () => engine.update(ctx, 'shifts', changed),
    )
  if (own) await keyed(['event'], () => engine.update(ctx, 'events', { ...own, id: event }))
  if (input.publish) await publishEvent(ctx, event)
  return { saved: true }
}

/** Creates an event from a form; times are on the site's wall clock. @throws DomainError 'invalid' under `event.${field}`. */
export async function addEvent(ctx: Ctx, engine: CollectionsEngine, fields: EventFields): Promise<number> {
  requireStanding(ctx.actor, 'admin')
  const issues: Issues = {}
  const event = eventOf(fields, ctx.site.timezone, issues)
  if (hasIssues(issues)) throw invalid(issues)
  const made: { order: number[] } = JSON.parse(await keyed(['event'], () => engine.create(ctx, 'events', event)))
  return made.order[0] ?? 0
}

/** Locks rows, lowest id first, so that two coordinators wait for each other and never deadlock. */
async function locked(ctx: Ctx, table: 'events' | 'shifts', where: ReturnType<typeof sql>): Promise<Versioned[]> {
  const { rows } = await sql<Versioned>`
    select id, to_json(updated_at) #>> '{}' as version, start, "end" from ${sql.table(table)} where ${where} order by id for update`.execute(
    ctx.db,
  )
  return rows
}

function staleOf(input: RosterSave, event: Versioned, rows: ReadonlyMap<number, Versioned>): Stale[] {
  const stale: Stale[] = []
  if (input.event && input.event.version !== event.version) stale.push({ key: 'event', gone: false })
  for (const { id, version } of input.changed)
    if (rows.get(id)?.version !== version) stale.push({ key: id, gone: !rows.has(id) })
  // A removal that somebody else did already is done.
  for (const { id, version } of input.removed)
    if (rows.has(id) && rows.get(id)?.version !== version) stale.push({ key: id, gone: false })
  return stale
}

const eventOf = (fields: Partial<EventFields>, zone: string, issues: Issues, stored?: Versioned) => {
  if (fields.name !== undefined && !fields.name.trim()) addIssue(issues, 'event.name', 'Required.')
  return { ...fields, ...readSpan(fields, zone, issues, { key: 'event', stored, moment: true }) }
}

/** Puts the messages of a refused list under the keys by which the caller knows its items. */
async function keyed<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'invalid') throw error
    const { issues = {}, items } = error.extras
    const renamed: Issues = {}
    const lists = items ?? (keys.length === 1 ? [issues] : [])
    lists.forEach((of, i) => {
      for (const [field, messages] of Object.entries(of ?? {}))
        for (const message of messages) addIssue(renamed, `${keys[i]}.${field}`, message)
    })
    throw invalid(hasIssues(renamed) ? renamed : issues)
  }
}
