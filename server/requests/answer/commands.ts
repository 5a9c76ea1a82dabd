import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { UNDO_WINDOW_MS } from '#server/deliveries/contract.ts'
import { previewNotifications, withUndoWindow } from '#server/deliveries/preview-notifications.ts'
import { queueDeclined, withdrawDeclined } from '#server/deliveries/request-notices.ts'
import { personOf } from '#server/engine/access/actor.ts'
import { audit } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { requireStanding } from '#server/engine/access/permission.ts'
import { inUnitOfWork } from '#server/engine/access/unit-of-work.ts'
import type { CollectionsEngine } from '#server/engine/collections/engine.ts'
import type { NotificationPreview } from '#server/engine/collections/notification-preview-contract.ts'
import { DomainError, notFound } from '#server/engine/kernel/errors.ts'
import { shifts } from '#server/shifts/contract.ts'
import { publishShift, unpublishShift } from '#server/shifts/publication/commands.ts'
import type { AnswerPreviewInput, Assigned, AssignInput, UndoInput } from './contract.ts'
import { getRequest } from './queries.ts'

const conflict = (message: string) => new DomainError('conflict', message)

/**
 * Puts the person of a request on an open place of its event; the notice of the shift is the answer to the request, and waits
 * so long that undoing it in time tells nobody. Repeating it changes nothing.
 * @throws DomainError 'not_found'; 'conflict' when the place was taken meanwhile or there is none.
 */
export async function assignRequest(
  ctx: Ctx,
  engine: CollectionsEngine,
  id: number,
  ask: AssignInput,
): Promise<Assigned> {
  const { done, notifies } = await withUndoWindow(ctx, UNDO_WINDOW_MS, (held) => assign(held, engine, id, ask))
  return { ...done, notifies }
}

async function assign(
  ctx: Ctx,
  engine: CollectionsEngine,
  id: number,
  { shift, publish }: AssignInput,
): Promise<UndoInput> {
  requireStanding(ctx.actor, 'admin')
  const request = await lockedRequest(ctx, id)
  const wanted = shift ?? (await bestPlace(ctx, id))
  const { rows } = await sql<{ id: number; person: number | null; published: boolean }>`
    select id, person, draft is not null as published from shifts where id = ${wanted} and event = ${request.event} for update`.execute(
    ctx.db,
  )
  const [place] = rows
  if (!place) throw conflict('This place is gone. Choose another.')
  if (place.person !== null && place.person !== request.person)
    throw conflict('Somebody else has this place now. Choose another.')
  await inUnitOfWork(ctx, async (unit) => {
    if (place.person === null) await engine.records(shifts).update(unit, [{ id: wanted, person: request.person }])
    if (publish) await publishShift(unit, wanted)
  })
  await answered(ctx, id, { new: false })
  await withdrawDeclined(ctx.db, id)
  await audit(ctx, { action: 'request.assign', subject: 'requests', subject_id: id })
  return { shift: wanted, published: publish === true && !place.published }
}

/**
 * Takes an assignment back: the place is open again, unpublished if it was before, and the request waits as before. Who was
 * not told yet is not told at all.
 * @throws DomainError 'not_found'; 'conflict' when the person is not on that place any more.
 */
export async function undoAssign(
  ctx: Ctx,
  engine: CollectionsEngine,
  id: number,
  { shift, published }: UndoInput,
): Promise<void> {
  requireStanding(ctx.actor, 'admin')
  const request = await lockedRequest(ctx, id)
  const { rows } = await sql`
    select id from shifts where id = ${shift} and event = ${request.event} and person = ${request.person} for update`.execute(
    ctx.db,
  )
  if (!rows.length) throw conflict('This cannot be undone: the place has changed since.')
  await inUnitOfWork(ctx, async (unit) => {
    if (published) await unpublishShift(unit, shift)
    await engine.records(shifts).update(unit, [{ id: shift, person: null }])
  })
  await audit(ctx, { action: 'request.undo', subject: 'requests', subject_id: id })
}

/** Whom an answer would tell; nothing is done. @throws what the answer itself throws. */
export async function previewAnswer(
  ctx: Ctx,
  engine: CollectionsEngine,
  id: number,
  ask: AnswerPreviewInput,
): Promise<{ notifies: NotificationPreview }> {
  requireStanding(ctx.actor, 'admin')
  const [notifies] = await previewNotifications(ctx, (of) =>
    ask.do === 'assign' ? assign(of, engine, id, ask) : declineRequest(of, id, ask.reason),
  )
  return { notifies }
}

/**
 * Declines a request and tells the person, with the reason if one is given, unless it is taken up again before the message
 * leaves. Repeating it changes and tells nothing.
 * @throws DomainError 'not_found'; 'conflict' when the person is on the event already.
 */
export async function declineRequest(ctx: Ctx, id: number, reason = ''): Promise<void> {
  requireStanding(ctx.actor, 'admin')
  const request = await lockedRequest(ctx, id)
  if (request.declined_at) return
  if (request.holds) throw conflict('This person is on the event already. Take them off the place first.')
  const declined_at = ctx.clock.now()
  await answered(ctx, id, { new: false, declined_at, declined_by: personOf(ctx.actor), declined_reason: reason })
  await audit(ctx, { action: 'request.decline', subject: 'requests', subject_id: id })
  if (request.end <= declined_at || request.person === personOf(ctx.actor)) return
  const day = Temporal.Instant.from(request.start.toISOString())
    .toZonedDateTimeISO(ctx.site.timezone)
    .toLocaleString('en-GB', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
  const name = request.event_name || 'Untitled Event'
  const held: Ctx = { ...ctx, notices: { ...ctx.notices, wait_ms: UNDO_WINDOW_MS } }
  await queueDeclined(held, {
    request: id,
    event: request.event,
    person: request.person,
    declined_at,
    useful_until: request.end,
    facts: {
      title: `About your request for ${name}`,
      paragraphs: [
        `Thank you for offering to help at ${name} on ${day}. There is no shift for you at this event.`,
        ...(reason ? [reason] : []),
      ],
      action: { label: 'See what else is on', path: '/events/calendar' },
    },
  })
}

/** Takes a declined request up again, so that it waits for an answer as before; a message that was not sent yet is withdrawn. */
export async function reopenRequest(ctx: Ctx, id: number): Promise<void> {
  requireStanding(ctx.actor, 'admin')
  const request = await lockedRequest(ctx, id)
  if (!request.declined_at) return
  await answered(ctx, id, {})
  await withdrawDeclined(ctx.db, id)
  await audit(ctx, { action: 'request.reopen', subject: 'requests', subject_id: id })
}

type Answer = { new?: false; declined_at?: Date | null; declined_by?: number | null; declined_reason?: string }

/** What a request was answered with; without a decline it is none. */
const answered = (ctx: Ctx, id: number, answer: Answer) =>
  ctx.db
    .updateTable('requests')
    .set({ declined_at: null, declined_by: null, declined_reason: '', ...answer })
    .where('id', '=', id)
    .execute()

async function bestPlace(ctx: Ctx, id: number): Promise<number> {
  const { places } = await getRequest(ctx.db, { request: id, zone: ctx.site.timezone, now: ctx.clock.now() })
  const [best] = places
  if (!best) throw conflict('This event has no open shift. Add one first.')
  return best.shift
}

type Locked = {
  event: number
  person: number
  declined_at: Date | null
  holds: boolean
  event_name: string
  start: Date
  end: Date
}

async function lockedRequest(ctx: Ctx, id: number): Promise<Locked> {
  const { rows } = await sql<Locked>`
    select r.event, r.person, r.declined_at, e.name as event_name, e.start, e."end",
      exists (select from shifts s where s.site_id = r.site_id and s.event = r.event and s.person = r.person) as holds
    from requests r join events e on e.site_id = r.site_id and e.id = r.event where r.id = ${id} for update of r`.execute(
    ctx.db,
  )
  if (!rows[0]) throw notFound('This request does not exist.')
  return rows[0]
}
