import { sql } from 'kysely'
import { UNDO_WINDOW_MS } from '#server/deliveries/contract.ts'
import { difference, isNotice } from '#server/deliveries/difference.ts'
import { previewNotifications, withUndoWindow } from '#server/deliveries/preview-notifications.ts'
import { queueTimesAnswer, withdrawTimesAnswer } from '#server/deliveries/request-notices.ts'
import { shiftFacts } from '#server/deliveries/shift-facts.ts'
import { readShown } from '#server/deliveries/shown.ts'
import { readTold } from '#server/deliveries/told.ts'
import { ownActor } from '#server/engine/access/actor.ts'
import { audit } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { readsArea, requireStanding } from '#server/engine/access/permission.ts'
import { inUnitOfWork, type UnitCtx } from '#server/engine/access/unit-of-work.ts'
import type { CollectionsEngine } from '#server/engine/collections/engine.ts'
import type { NotificationPreview } from '#server/engine/collections/notification-preview-contract.ts'
import { DomainError, notFound } from '#server/engine/kernel/errors.ts'
import { shifts } from '#server/shifts/contract.ts'
import { grantedTimes } from '../sign-up/rules.ts'
import type { AgreeInput, DeclineTimesInput, TimesAnswered, TimesPreviewInput } from './contract.ts'
import { isSameTimes } from './rules.ts'
import { timesAnswerFacts } from './times-answer-facts.ts'

const conflict = (message: string) => new DomainError('conflict', message)

/**
 * Agrees to the requested times. The shift's notice answers them after the undo window. Repeating it changes nothing.
 * @throws DomainError 'not_found'; 'conflict' when the request was changed, declined or has ended, or when the shift
 * has been moved.
 */
export async function agreeToTimes(
  ctx: Ctx,
  engine: CollectionsEngine,
  id: number,
  input: AgreeInput,
): Promise<TimesAnswered> {
  const { notifies } = await withUndoWindow(ctx, UNDO_WINDOW_MS, (delayed) => agree(delayed, engine, id, input))
  return { notifies }
}

/**
 * Declines the requested times and notifies the person, with the reason if given. Repeating it changes nothing.
 * @throws DomainError 'not_found'; 'conflict' when the request was changed, agreed to or has ended.
 */
export async function declineTimes(ctx: Ctx, id: number, input: DeclineTimesInput): Promise<TimesAnswered> {
  const { notifies } = await withUndoWindow(ctx, UNDO_WINDOW_MS, (delayed) => decline(delayed, id, input))
  return { notifies }
}

/** Previews whom a decision would notify. Stores nothing. @throws whatever the decision itself throws. */
export async function previewTimesAnswer(
  ctx: Ctx,
  engine: CollectionsEngine,
  id: number,
  input: TimesPreviewInput,
): Promise<{ notifies: NotificationPreview }> {
  requireStanding(ctx.actor, 'admin')
  const [notifies] = await previewNotifications(ctx, (of) =>
    input.do === 'agree' ? agree(of, engine, id, input) : decline(of, id, input),
  )
  return { notifies }
}

async function agree(ctx: Ctx, engine: CollectionsEngine, id: number, { version }: AgreeInput): Promise<void> {
  const request = await lockTimeRequest(ctx, id)
  if (request.granted) return
  refuseUnlessWaiting(request, version)
  if (!isSameTimes(grantedTimes(request, request), request))
    throw conflict('The shift has moved since, and these times are no longer within it.')
  await inUnitOfWork(ctx, async (unit) => {
    await setTimes(unit, engine, request, request)
    await storeAnswer(unit, request, { granted: true, reason: '' })
    await answerUnlessNotified(unit, request)
  })
}

async function decline(ctx: Ctx, id: number, { version, reason = '' }: DeclineTimesInput): Promise<void> {
  const request = await lockTimeRequest(ctx, id)
  if (request.granted === false) return
  refuseUnlessWaiting(request, version)
  await storeAnswer(ctx, request, { granted: false, reason })
  await queueAnswer(ctx, request, reason)
}

/**
 * Undoes a decision: the request is pending again, and earlier agreed times are restored. Cancels an unsent
 * notification.
 * @throws DomainError 'not_found'; 'conflict' when the shift has changed or another request waits.
 */
export async function undoTimesAnswer(ctx: Ctx, engine: CollectionsEngine, id: number): Promise<void> {
  const request = await lockTimeRequest(ctx, id)
  if (request.granted === null) return
  const agreed = { modified_start: request.agreed_start, modified_end: request.agreed_end }
  const others = await ctx.db
    .selectFrom('time_requests')
    .select('id')
    .where('shift', '=', request.shift)
    .where('person', '=', request.person)
    .where('id', '>', id)
    .limit(1)
    .execute()
  if (!request.holds || !request.ahead || others.length || (request.granted && !isSameTimes(agreed, request)))
    throw conflict('This cannot be undone: the shift has changed since.')
  await inUnitOfWork(ctx, async (unit) => {
    if (request.granted)
      await setTimes(unit, engine, request, { modified_start: request.before_start, modified_end: request.before_end })
    await sql`
      update time_requests set answered_at = null, answered_by = null, granted = null, reason = '', before_start = null, before_end = null,
        updated_at = clock_timestamp() where id = ${id}`.execute(ctx.db)
    await withdrawTimesAnswer(ctx.db, id)
    await audit(unit, { action: 'request.undo_times', subject: 'shifts', subject_id: request.shift })
  })
}

type Times = { modified_start: Date | null; modified_end: Date | null }

const setTimes = (unit: UnitCtx, engine: CollectionsEngine, { shift }: LockedTimes, times: Times) =>
  engine.records(shifts).update(unit, [
    {
      id: shift,
      modified_start: times.modified_start?.toISOString() ?? null,
      modified_end: times.modified_end?.toISOString() ?? null,
    },
  ])

async function storeAnswer(
  ctx: Ctx,
  { id, shift, agreed_start, agreed_end, modified_start, modified_end }: LockedTimes,
  { granted, reason }: { granted: boolean; reason: string },
): Promise<void> {
  await sql`
    update time_requests set answered_at = ${ctx.clock.now()}, answered_by = ${ownActor(ctx.actor)}::bigint, granted = ${granted}, reason = ${reason},
      before_start = ${agreed_start}, before_end = ${agreed_end}, updated_at = clock_timestamp() where id = ${id}`.execute(
    ctx.db,
  )
  await audit(ctx, {
    action: granted ? 'request.agree_times' : 'request.decline_times',
    subject: 'shifts',
    subject_id: shift,
    details: { modified_start, modified_end },
  })
}

/** Sends a separate message unless one about the shift covers the times. */
async function answerUnlessNotified(ctx: Ctx, request: LockedTimes): Promise<void> {
  const { shift, person } = request
  const told = await readTold(ctx.db, [shift])
  const is = (await shiftFacts(ctx.db, { shifts: [shift] })).get(shift) ?? null
  if (!isNotice(difference(person, told({ shift, person }), is, ctx.clock.now()))) await queueAnswer(ctx, request, null)
}

/** @param reason why it was declined, empty without one; null for an agreement. */
async function queueAnswer(ctx: Ctx, request: LockedTimes, reason: string | null): Promise<void> {
  const { id, shift, event, person, start, modified_start } = request
  if (person === ownActor(ctx.actor)) return
  const [shifts = []] = await readShown(ctx.db, [[{ shift }]])
  await queueTimesAnswer(ctx, {
    request: id,
    event,
    person,
    answered_at: ctx.clock.now(),
    useful_until: modified_start ?? start,
    facts: timesAnswerFacts(request, reason, shifts),
  })
}

function refuseUnlessWaiting({ granted, answerer, ahead, holds, version }: LockedTimes, read: number): void {
  if (granted !== null)
    throw new DomainError(
      'conflict',
      answerer ? `${answerer} has already answered this request.` : 'This has already been answered.',
      { body: { answered_by: answerer } },
    )
  if (!ahead || !holds) throw conflict('This shift has started.')
  if (version !== read) throw conflict('They have changed what they’re asking for. Please look at it again.')
}

type LockedTimes = Times & {
  id: number
  shift: number
  person: number
  version: number
  granted: boolean | null
  /** Null for a program, and for an actor who may not read people. */
  answerer: string | null
  before_start: Date | null
  before_end: Date | null
  event: number
  event_name: string
  start: Date
  end: Date
  agreed_start: Date | null
  agreed_end: Date | null
  holds: boolean
  ahead: boolean
}

/** Locks the shift before the request, in the same order as asking does. */
async function lockTimeRequest(ctx: Ctx, id: number): Promise<LockedTimes> {
  requireStanding(ctx.actor, 'admin')
  await sql`select from shifts where id = (select shift from time_requests where id = ${id}) for update`.execute(ctx.db)
  const { rows } = await sql<LockedTimes>`
    select t.id, t.shift, t.person, t.version, t.granted, case when ${readsArea(ctx.actor, 'people')} then p.name end as answerer, t.modified_start, t.modified_end, t.before_start, t.before_end, s.event, e.name as event_name,
      s.start, s."end", s.modified_start as agreed_start, s.modified_end as agreed_end, s.person is not distinct from t.person as holds,
      s.start > ${ctx.clock.now()} and s.actual_start is null as ahead
    from time_requests t join shifts s on s.site_id = t.site_id and s.id = t.shift
    join events e on e.site_id = s.site_id and e.id = s.event
    left join people p on p.site_id = t.site_id and p.id = t.answered_by where t.id = ${id} for update of t`.execute(
    ctx.db,
  )
  if (!rows[0]) throw notFound('This request does not exist.')
  return rows[0]
}
