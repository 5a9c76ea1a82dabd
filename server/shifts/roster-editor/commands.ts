import { sql } from 'kysely'
import { watchShifts } from '#server/deliveries/notices.ts'
import { audit } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { requireStanding } from '#server/engine/access/permission.ts'
import { inUnitOfWork } from '#server/engine/access/unit-of-work.ts'
import type { CollectionsEngine } from '#server/engine/collections/engine.ts'
import { addIssue, hasIssues } from '#server/engine/collections/issues.ts'
import { DomainError, type Issues, invalid, notFound } from '#server/engine/kernel/errors.ts'
import { events } from '#server/events/contract.ts'
import { shifts } from '#server/shifts/contract.ts'
import { publishEvent } from '#server/shifts/publication/commands.ts'
import type { EventFields, RosterSave, RosterSaved, Stale } from './contract.ts'
import { readSpan } from './times.ts'

type Versioned = { id: number; version: string; start: Date; end: Date }

/**
 * Saves what was staged on one event, whole or not at all: removals, new places, changes, the event's own fields, then
 * publication if asked for.
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
  if (input.token && (await isSaved(ctx, event, input.token))) {
    if (input.publish) await publishEvent(ctx, event)
    return { saved: true }
  }
  const ids = [...input.changed, ...input.removed].map(({ id }) => id)
  const rows = new Map(
    (await locked(ctx, 'shifts', sql`event = ${event} and id = any (${ids}::bigint[])`)).map((row) => [row.id, row]),
  )
  const stale = staleOf(input, stored, rows)
  if (stale.length) return { saved: false, stale: await withNames(ctx, event, stale) }

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

  const records = { shifts: engine.records(shifts), events: engine.records(events) }
  await inUnitOfWork(ctx, async (unit) => {
    await watchShifts(unit, { events: [event] })
    for (const { id } of input.removed) if (rows.has(id)) await records.shifts.remove(unit, id)
    if (added.length)
      await rekeyIssues(
        input.added.map(({ key }) => key),
        () => records.shifts.create(unit, added),
      )
    if (changed.length)
      await rekeyIssues(
        input.changed.map(({ id }) => String(id)),
        () => records.shifts.update(unit, changed),
      )
    if (own) await rekeyIssues(['event'], () => records.events.update(unit, [{ ...own, id: event }]))
    if (input.publish) await publishEvent(unit, event)
  })
  await audit(ctx, {
    action: 'roster.save',
    subject: 'events',
    subject_id: event,
    details: { token: input.token ?? null },
  })
  return { saved: true }
}

/** Whether this very save was stored already: a double click, or a repeat after the answer was lost. */
async function isSaved({ db }: Ctx, event: number, token: string): Promise<boolean> {
  const { rows } = await sql`
    select from audit where subject = 'events' and subject_id = ${event} and action = 'roster.save' and details ->> 'token' = ${token}`.execute(
    db,
  )
  return rows.length > 0
}

/** Adds who wrote each row last, from the audit log; an API key and the system have no name. */
async function withNames({ db }: Ctx, event: number, stale: readonly Omit<Stale, 'by'>[]): Promise<Stale[]> {
  const ids = stale.map(({ key }) => (key === 'event' ? event : key))
  const { rows } = await sql<{ subject: string; id: number; name: string }>`
    select distinct on (a.subject, a.subject_id) a.subject, a.subject_id as id, p.name
    from audit a left join people p on p.site_id = a.site_id and p.id = a.person
    where a.subject in ('shifts', 'events') and a.subject_id = any (${ids}::bigint[]) order by a.subject, a.subject_id, a.id desc`.execute(
    db,
  )
  return stale.map((one) => {
    const [subject, id] = one.key === 'event' ? ['events', event] : ['shifts', one.key]
    return { ...one, by: rows.find((row) => row.subject === subject && row.id === id)?.name ?? null }
  })
}

/** Creates an event from a form; times are on the site's wall clock. @throws DomainError 'invalid' under `event.${field}`. */
export async function addEvent(ctx: Ctx, engine: CollectionsEngine, fields: EventFields): Promise<number> {
  requireStanding(ctx.actor, 'admin')
  const issues: Issues = {}
  const event = eventOf(fields, ctx.site.timezone, issues)
  if (hasIssues(issues)) throw invalid(issues)
  const [id = 0] = await rekeyIssues(['event'], () => engine.records(events).create(ctx, [event]))
  return id
}

/** Locks rows, lowest id first, so that two coordinators wait for each other and never deadlock. */
async function locked(ctx: Ctx, table: 'events' | 'shifts', where: ReturnType<typeof sql>): Promise<Versioned[]> {
  const { rows } = await sql<Versioned>`
    select id, to_json(updated_at) #>> '{}' as version, start, "end" from ${sql.table(table)} where ${where} order by id for update`.execute(
    ctx.db,
  )
  return rows
}

function staleOf(input: RosterSave, event: Versioned, rows: ReadonlyMap<number, Versioned>): Omit<Stale, 'by'>[] {
  const stale: Omit<Stale, 'by'>[] = []
  if (input.event && input.event.version !== event.version) stale.push({ key: 'event', gone: false })
  for (const { id, version } of input.changed)
    if (rows.get(id)?.version !== version) stale.push({ key: id, gone: !rows.has(id) })
  // A removal that somebody else did already is done.
  for (const { id, version } of input.removed)
    if (rows.has(id) && rows.get(id)?.version !== version) stale.push({ key: id, gone: false })
  return stale
}

const eventOf = <F extends Partial<EventFields>>(fields: F, zone: string, issues: Issues, stored?: Versioned) => {
  if (fields.name !== undefined && !fields.name.trim()) addIssue(issues, 'event.name', 'Required.')
  return { ...fields, ...readSpan(fields, zone, issues, { key: 'event', stored, moment: true }) }
}

/** Puts the messages of a refused list under the keys by which the caller knows its items. */
export async function rekeyIssues<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
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
