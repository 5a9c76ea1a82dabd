import { sql } from 'kysely'
import { UNDO_WINDOW_MS } from '#server/deliveries/contract.ts'
import { previewRecipients, withUndoWindow } from '#server/deliveries/preview-notifications.ts'
import { queueDeclined, withdrawDeclined } from '#server/deliveries/request-notices.ts'
import { readShown } from '#server/deliveries/shown.ts'
import { callersClock } from '#server/deliveries/texts/shift/wall-clock.ts'
import { undoable } from '#server/deliveries/undo-window.ts'
import { ownActor } from '#server/engine/access/actor.ts'
import { audit } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { requireStanding } from '#server/engine/access/permission.ts'
import { inUnitOfWork } from '#server/engine/access/unit-of-work.ts'
import type { CollectionsEngine } from '#server/engine/collections/engine.ts'
import { DomainError, notFound } from '#server/engine/kernel/errors.ts'
import { publishShift, unpublishShift } from '#server/publishing/commands.ts'
import { shifts } from '#server/shifts/contract.ts'
import { type AskedTimes, grantedTimes } from '../sign-up/rules.ts'
import { alreadyAnswered } from './answered.ts'
import type { AnswerPreview, AnswerPreviewInput, Assigned, AssignedShift, AssignInput, UndoInput } from './contract.ts'
import { declinedFacts } from './declined-facts.ts'
import { getRequest } from './queries.ts'

const conflict = (message: string) => new DomainError('conflict', message)

/**
 * Assigns a request's person to an open shift of its event. The shift's notice answers the request after the undo
 * window. Repeating it changes nothing.
 * @throws DomainError 'not_found'; 'conflict' when the shift has been taken or there is none, and with the name of the
 * person who has answered the request otherwise.
 */
export async function assignRequest(
  ctx: Ctx,
  engine: CollectionsEngine,
  id: number,
  input: AssignInput,
): Promise<Assigned> {
  const { done, notifies } = await withUndoWindow(ctx, UNDO_WINDOW_MS, (delayed) => assign(delayed, engine, id, input))
  return { ...done, notifies }
}

/** Opens no undo window. @throws as `assignRequest`. */
export async function assign(
  ctx: Ctx,
  engine: CollectionsEngine,
  id: number,
  { shift, publish, times = true }: AssignInput,
): Promise<AssignedShift> {
  requireStanding(ctx.actor, 'admin')
  const request = await lockRequest(ctx, id)
  if (request.declined_at) throw await alreadyAnswered(ctx, id, 'was declined')
  // Someone with a shift at the event may request another part of it.
  const holdsAnother = request.holds.length > 0 && !request.holds.includes(shift ?? 0)
  if (holdsAnother && !request.new) throw await alreadyAnswered(ctx, id, 'has a shift')
  const shiftId = shift ?? (await findBestShift(ctx, id))
  const { rows } = await sql<Target>`
    select id, person, draft is not null as published, start, "end", modified_start, modified_end from shifts where id = ${shiftId} and event = ${request.event} for update`.execute(
    ctx.db,
  )
  const [target] = rows
  if (!target) throw conflict('This shift no longer exists. Choose another.')
  if (target.person !== null && target.person !== request.person)
    throw conflict('Someone else has this shift now. Choose another.')
  const agreed = textsOf(target.person === null && times ? grantedTimes(target, request) : target)
  await inUnitOfWork(ctx, async (unit) => {
    if (target.person === null)
      await engine.records(shifts).update(unit, [{ id: shiftId, person: request.person, ...(times && agreed) }])
    if (publish) await publishShift(unit, shiftId)
  })
  await storeAnswer(ctx, id, { new: false })
  await audit(ctx, { action: 'request.assign', subject: 'requests', subject_id: id })
  return { shift: shiftId, published: publish === true && !target.published, ...agreed }
}

type Target = AskedTimes & { id: number; person: number | null; published: boolean; start: Date; end: Date }

const textsOf = ({ modified_start, modified_end }: AskedTimes) => ({
  modified_start: modified_start?.toISOString() ?? null,
  modified_end: modified_end?.toISOString() ?? null,
})

/**
 * Undoes an assignment: the shift is open again, unpublished if it was before, and the request is pending. Cancels an
 * unsent notification.
 * @throws DomainError 'not_found'; 'conflict' when the person is no longer on that shift.
 */
export async function undoAssign(
  ctx: Ctx,
  engine: CollectionsEngine,
  id: number,
  { shift, published }: UndoInput,
): Promise<void> {
  requireStanding(ctx.actor, 'admin')
  const request = await lockRequest(ctx, id)
  const { rows } = await sql`
    select id from shifts where id = ${shift} and event = ${request.event} and person = ${request.person} for update`.execute(
    ctx.db,
  )
  if (!rows.length) throw conflict('This cannot be undone: the shift has changed since.')
  await inUnitOfWork(ctx, async (unit) => {
    if (published) await unpublishShift(unit, shift)
    await engine.records(shifts).update(unit, [{ id: shift, person: null }])
  })
  await audit(ctx, { action: 'request.undo', subject: 'requests', subject_id: id })
}

/** Previews whom a decision would notify. Stores nothing. @throws whatever the decision itself throws. */
export async function previewAnswer(
  ctx: Ctx,
  engine: CollectionsEngine,
  id: number,
  input: AnswerPreviewInput,
): Promise<AnswerPreview> {
  requireStanding(ctx.actor, 'admin')
  const [answer] = await previewRecipients(ctx, (of) =>
    input.do === 'assign' ? assign(of, engine, id, input) : declineRequest(of, id, input.reason),
  )
  return answer
}

/**
 * Declines a request and notifies the person, with the reason if given, unless reopened before sending. Repeating it
 * changes and notifies nothing.
 * @throws DomainError 'not_found'; 'conflict' when the person is already on the event, with the name of the person who
 * has answered.
 */
export const declineRequest = (ctx: Ctx, id: number, reason = ''): Promise<void> => declineRequests(ctx, [id], reason)

/** Declines one person's requests with a single message. @throws as `declineRequest`. */
export async function declineRequests(ctx: Ctx, ids: readonly number[], reason = ''): Promise<void> {
  requireStanding(ctx.actor, 'admin')
  const declined_at = ctx.clock.now()
  const declined: Declined[] = []
  for (const id of [...new Set(ids)]) {
    const request = await lockRequest(ctx, id)
    if (request.declined_at) continue
    if (request.holds.length) throw await alreadyAnswered(ctx, id, 'has a shift')
    await storeAnswer(ctx, id, { new: false, declined_at, declined_by: ownActor(ctx.actor), declined_reason: reason })
    await audit(ctx, { action: 'request.decline', subject: 'requests', subject_id: id })
    declined.push({ ...request, id })
  }
  const useful = declined.filter(({ end, person }) => end > declined_at && person !== ownActor(ctx.actor))
  if (useful.some(({ person }) => person !== useful[0]?.person))
    throw conflict('These requests are not all from one person.')
  await queueDecline(undoable(ctx), useful, { declined_at, reason })
}

type Declined = LockedRequest & { id: number }

/** Queues one message for requests declined together. */
async function queueDecline(
  ctx: Ctx,
  requests: readonly Declined[],
  { declined_at, reason, due_at }: { declined_at: Date; reason: string; due_at?: Date },
): Promise<void> {
  const [first] = requests
  if (!first) return
  const [events = []] = await readShown(ctx.db, [requests])
  await queueDeclined(ctx, {
    request: first.id,
    requests: requests.map(({ id }) => id),
    event: first.event,
    person: first.person,
    declined_at,
    useful_until: new Date(Math.max(...requests.map(({ end }) => end.getTime()))),
    facts: declinedFacts(events, reason),
    ...(due_at && { due_at }),
  })
}

/**
 * Withdraws the unsent message about a request that is no longer declined. Requests declined with it get a replacement
 * at the same time.
 */
async function withdrawDecline(ctx: Ctx, id: number): Promise<void> {
  const withdrawn = await withdrawDeclined(ctx.db, id)
  if (!withdrawn) return
  const left: Declined[] = []
  for (const other of withdrawn.others) {
    const request = await findRequest(ctx, other)
    if (request?.declined_at) left.push({ ...request, id: other })
  }
  const [first] = left
  if (!first?.declined_at) return
  await queueDecline(ctx, left, {
    declined_at: first.declined_at,
    reason: first.declined_reason,
    due_at: withdrawn.due_at,
  })
}

/**
 * Makes declined requests pending again. Replaces an unsent message about them with one about those that stay declined.
 */
export async function reopenRequests(ctx: Ctx, ids: readonly number[]): Promise<void> {
  requireStanding(ctx.actor, 'admin')
  const reopened: number[] = []
  for (const id of [...new Set(ids)]) {
    if (!(await lockRequest(ctx, id)).declined_at) continue
    await storeAnswer(ctx, id, {})
    await audit(ctx, { action: 'request.reopen', subject: 'requests', subject_id: id })
    reopened.push(id)
  }
  for (const id of reopened) await withdrawDecline(ctx, id)
}

export const reopenRequest = (ctx: Ctx, id: number): Promise<void> => reopenRequests(ctx, [id])

type Answer = { new?: false; declined_at?: Date | null; declined_by?: number | null; declined_reason?: string }

const storeAnswer = (ctx: Ctx, id: number, answer: Answer) =>
  ctx.db
    .updateTable('requests')
    .set({ declined_at: null, declined_by: null, declined_reason: '', ...answer })
    .where('id', '=', id)
    .execute()

async function findBestShift(ctx: Ctx, id: number): Promise<number> {
  const { places } = await getRequest(ctx.db, { request: id, clock: callersClock(ctx) })
  const [best] = places
  if (!best) throw conflict('This event has no open shift. Add one first.')
  if (!best.fits) throw conflict('This person isn’t suitable for any open shift at this event. Choose one.')
  return best.shift
}

type LockedRequest = {
  event: number
  person: number
  declined_at: Date | null
  declined_reason: string
  modified_start: Date | null
  modified_end: Date | null
  new: boolean
  holds: number[]
  event_name: string
  start: Date
  end: Date
}

async function lockRequest(ctx: Ctx, id: number): Promise<LockedRequest> {
  const request = await findRequest(ctx, id)
  if (!request) throw notFound('This request does not exist.')
  return request
}

/**
 * Locks a request; undefined when removed. Reads it in a second statement: the one that waits for the lock sees the
 * shifts from before.
 */
async function findRequest(ctx: Ctx, id: number): Promise<LockedRequest | undefined> {
  await sql`select from requests where id = ${id} for update`.execute(ctx.db)
  const { rows } = await sql<LockedRequest>`
    select r.event, r.person, r.new, r.declined_at, r.declined_reason, r.modified_start, r.modified_end, e.name as event_name, e.start, e."end",
      (select coalesce(json_agg(s.id), '[]') from shifts s where s.site_id = r.site_id and s.event = r.event and s.person = r.person) as holds
    from requests r join events e on e.site_id = r.site_id and e.id = r.event where r.id = ${id}`.execute(ctx.db)
  return rows[0]
}
