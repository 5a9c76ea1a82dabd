import { undoable } from '#server/deliveries/undo-window.ts'
import { audit } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { answerOnce } from '#server/engine/access/idempotency.ts'
import { requireStanding } from '#server/engine/access/permission.ts'
import { inUnitOfWork, type UnitCtx } from '#server/engine/access/unit-of-work.ts'
import {
  applyChangeset,
  checkChangeset,
  rekeyIssues,
  type StoredRecords,
} from '#server/engine/collections/changeset.ts'
import type { Row } from '#server/engine/collections/define.ts'
import type { CollectionsEngine } from '#server/engine/collections/engine.ts'
import { addIssue, hasIssues } from '#server/engine/collections/issues.ts'
import { DomainError, type Issues, invalid, notFound } from '#server/engine/kernel/errors.ts'
import { events } from '#server/events/contract.ts'
import { publishAll } from '#server/publishing/commands.ts'
import { countOutside } from '#server/shift-facts/times/queries.ts'
import type { EventFields, RosterConflict, RosterEdit, RosterSaved } from './contract.ts'
import { type GivenTimes, instantOf, readAgreed, readSpan } from './times.ts'

/**
 * Saves one event's staged changes, all or nothing: shifts, own fields, then publication. Its messages wait for the undo
 * window.
 * @param key an idempotency key: repeating it changes nothing.
 * @throws DomainError 'conflict' with `conflicts` in its body; 'invalid' with messages under `${key or id}.${field}`
 * and `event.${field}`; 'not_found'.
 */
export async function saveRoster(
  ctx: Ctx,
  engine: CollectionsEngine,
  event: number,
  { publish, token, ...staged }: RosterEdit,
  key: string | null = token ?? null,
): Promise<RosterSaved> {
  requireStanding(ctx.actor, 'admin')
  return inUnitOfWork(undoable(ctx), async (unit) => {
    const saved = await answerOnce(unit, { key, call: `events/${event}/roster`, input: staged }, () =>
      storeRoster(unit, engine, event, staged),
    )
    if (!publish) return saved
    return { ...saved, published: await publishAll(unit, { events: [event], shifts: [] }) }
  })
}

async function storeRoster(
  ctx: UnitCtx,
  engine: CollectionsEngine,
  event: number,
  staged: Omit<RosterEdit, 'publish' | 'token'>,
): Promise<RosterSaved> {
  const own = { changed: staged.event ? [{ id: event, ...staged.event }] : [], removed: [] }
  const storedEvents = await engine.lock(ctx, 'events', [event])
  if (!storedEvents.has(event)) throw notFound('This event does not exist.')
  const ofEvent = await checkChangeset(ctx, engine, 'events', own)
  const ofShifts = await checkChangeset(ctx, engine, 'shifts', staged, (shift) => shift.event === event)
  refuse([...named('events', ofEvent.conflicts), ...named('shifts', ofShifts.conflicts)])

  const zone = ctx.site.timezone
  const issues: Issues = {}
  const fields = staged.event && eventInstants(staged.event.fields, zone, issues, timesOf(storedEvents, event))
  const moved =
    fields && staged.event?.shifts === 'move' && !hasIssues(issues)
      ? await moveEvent(ctx, engine, { ...fields, id: event, shifts: 'move' })
      : null
  const shiftsNow = moved ? await engine.lock(ctx, 'shifts', [...ofShifts.stored.keys()]) : ofShifts.stored
  const added = staged.added.map(({ key, fields }) => ({
    key,
    fields: { ...fields, ...readSpan(fields, zone, issues, { key }), ...readAgreed(fields, zone, issues, key), event },
  }))
  const changed = staged.changed.map((change) => {
    const span = readSpan(change.fields, zone, issues, {
      key: String(change.id),
      stored: timesOf(shiftsNow, change.id),
    })
    const agreed = readAgreed(change.fields, zone, issues, String(change.id))
    return { ...change, fields: { ...change.fields, ...span, ...agreed } }
  })
  if (hasIssues(issues)) throw invalid(issues)

  const shifts = { added, changed, removed: staged.removed }
  const { undo } = await applyChangeset(ctx, engine, 'shifts', shifts, shiftsNow)
  const extended = staged.extend
    ? extension(
        added,
        fields?.end ?? timesOf(moved ? await engine.lock(ctx, 'events', [event]) : storedEvents, event)?.end,
      )
    : null
  const change = { ...(!moved && fields), ...extended }
  if (Object.keys(change).length)
    await rekeyIssues(['event'], () => engine.records(events).update(ctx, [{ ...change, id: event }]))
  await audit(ctx, { action: 'roster.save', subject: 'events', subject_id: event })
  return {
    saved: true,
    undo,
    outside: await countOutside(ctx.db, [event]),
    ...(extended && { extended: extended.end }),
    ...(moved?.undo && moved.carried > 0 && { moved: { shifts: moved.carried, undo: moved.undo } }),
  }
}

function extension(added: readonly { fields: { end?: string } }[], end = ''): { end: string } | null {
  const [last] = added.flatMap(({ fields }) => fields.end ?? []).sort((a, b) => Date.parse(b) - Date.parse(a))
  return last !== undefined && Date.parse(last) > Date.parse(end) ? { end: new Date(last).toISOString() } : null
}

const moveEvent = (ctx: UnitCtx, engine: CollectionsEngine, change: Row) =>
  rekeyIssues(['event'], () => engine.updateWithUndo(ctx, 'events', [change]))

/** Times are on the site's wall clock. @throws DomainError 'invalid' under `event.${field}`. */
export async function addEvent(ctx: Ctx, engine: CollectionsEngine, fields: EventFields): Promise<number> {
  requireStanding(ctx.actor, 'admin')
  const issues: Issues = {}
  const event = eventInstants(fields, ctx.site.timezone, issues)
  if (hasIssues(issues)) throw invalid(issues)
  const [id = 0] = await rekeyIssues(['event'], () => engine.records(events).create(ctx, [event]))
  return id
}

const named = (
  collection: RosterConflict['collection'],
  conflicts: readonly Omit<RosterConflict, 'collection'>[],
): RosterConflict[] => conflicts.map((conflict) => ({ collection, ...conflict }))

function refuse(conflicts: readonly RosterConflict[]): void {
  if (!conflicts.length) return
  throw new DomainError('conflict', 'Someone else has changed this roster.', { body: { conflicts } })
}

type Times = { start: string; end: string }

function timesOf(records: StoredRecords, id: number): Times | undefined {
  const record: Row | undefined = records.get(id)
  return record && { start: String(record.start), end: String(record.end) }
}

type GivenEvent = GivenTimes & { decide_at?: string | null | undefined }

const eventInstants = <F extends GivenEvent>(fields: F, zone: string, issues: Issues, stored?: Times) => {
  const decide = readDecideAt(fields.decide_at, zone, issues)
  return { ...fields, ...readSpan(fields, zone, issues, { key: 'event', stored, moment: true }), ...decide }
}

function readDecideAt(wall: string | null | undefined, zone: string, issues: Issues): { decide_at?: string | null } {
  if (wall === undefined) return {}
  if (!wall) return { decide_at: null }
  const read = instantOf(wall, zone)
  if ('instant' in read) return { decide_at: read.instant }
  addIssue(issues, 'event.decide_at', read.problem)
  return {}
}
