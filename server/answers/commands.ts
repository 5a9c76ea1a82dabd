import { type Selectable, sql } from 'kysely'
import { openCover, startCover, stopCover } from '#server/cover/commands.ts'
import { markPromises } from '#server/deliveries/promises/end.ts'
import { tellByAct } from '#server/deliveries/told.ts'
import { undoable } from '#server/deliveries/undo-window.ts'
import { standingOf } from '#server/engine/access/actor.ts'
import { audit } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { requireOwnAct } from '#server/engine/access/permission.ts'
import { inUnitOfWork } from '#server/engine/access/unit-of-work.ts'
import { DomainError, forbidden, notFound } from '#server/engine/kernel/errors.ts'
import type { ShiftFacts } from '#server/engine/tenancy/schema.gen.ts'
import { EVENT_ARCHIVED, EVENT_OFF } from '#server/requests/sign-up/rules.ts'
import { requireAsShown } from '#server/shift-facts/as-shown.ts'
import { freeShifts } from '#server/shifts/holder.ts'
import type { AnswerInput } from './contract.ts'
import { noteDeclined, noteReason } from './notices.ts'
import { type AnsweredShift, type AnswerRefusal, answerVerdict, tellsCoordinators } from './rules.ts'

const REFUSALS: Record<AnswerRefusal, () => DomainError> = {
  missing: () => notFound('This shift does not exist.'),
  not_yours: () => forbidden('This is not your shift.'),
  open: () => new DomainError('conflict', 'No one is on this shift now.'),
  unpublished: () => new DomainError('conflict', 'This shift is not published yet.'),
  begun: () => new DomainError('conflict', 'This shift has started.'),
  called_off: () => new DomainError('conflict', EVENT_OFF),
  archived: () => new DomainError('conflict', EVENT_ARCHIVED),
  release_not_allowed: () =>
    forbidden('It’s too late to drop this shift straight away. It stays yours until someone takes it.'),
}

type LockedShift = AnsweredShift & Pick<Selectable<ShiftFacts>, 'id' | 'answer_reason'>

/**
 * Records an answer for a published shift that has not begun: the person's own, or anyone's by an admin, whose name is
 * stored with it. An operator records none. Idempotent.
 * @throws DomainError 'not_found', 'forbidden', 'conflict', also for an own shift that is not as it was `shown`.
 */
export const answerShift = (ctx: Ctx, id: number, input: AnswerInput): Promise<void> =>
  answerShifts(ctx, [{ ...input, id }])

export async function answerShifts(ctx: Ctx, answers: readonly (AnswerInput & { id: number })[]): Promise<void> {
  const me = requireOwnAct(ctx.actor)
  const admin = standingOf(ctx.actor) === 'admin'
  const locked = await lockShifts(
    ctx,
    answers.map(({ id }) => id),
  )
  const own = answers.filter(({ id }) => locked.get(id)?.person === me)
  await requireAsShown(ctx.db, new Map(own.map(({ id, shown }) => [id, shown])))
  await inUnitOfWork(ctx, async (unit) => {
    for (const { id, shown: _, ...input } of answers) {
      await giveAnswer(unit, locked.get(id), input, { me, admin, given_by: me, via: 'screen' })
    }
  })
}

export type Giver = { me: number | null; admin: boolean; given_by: number | null; via: 'screen' | 'link' | 'rule' }

/**
 * Stores one answer for a locked shift.
 * @throws DomainError as `answerShift`.
 */
export const giveAnswer = (ctx: Ctx, shift: LockedShift | undefined, input: AnswerInput, giver: Giver): Promise<void> =>
  inUnitOfWork(giver.via === 'rule' ? ctx : undoable(ctx), (unit) => storeGiven(unit, shift, input, giver))

async function storeGiven(
  ctx: Ctx,
  shift: LockedShift | undefined,
  { answer, reason, cover, release }: AnswerInput,
  { given_by, via, ...who }: Giver,
): Promise<void> {
  const now = ctx.clock.now()
  const verdict = answerVerdict(shift, { answer, release }, { ...who, now, site: ctx.site })
  if (!verdict.ok) throw REFUSALS[verdict.reason]()
  if (!shift) throw REFUSALS.missing()
  const { state } = verdict
  const released = state === 'released'
  const isOwn = via === 'link' || given_by === shift.person
  const known = {
    shift: shift.id,
    person: shift.person!,
    state: released ? ('not_theirs' as const) : ('theirs' as const),
  }
  if (state === shift.answer) {
    if (isOwn && via !== 'rule') await tellByAct(ctx, [known], 'answer')
    if (state === 'seeking_cover') await declineAgain(ctx, shift, { reason, cover, given_by })
    return
  }
  const seeks = cover ?? true
  await markPromises(ctx.db, shift.id)
  if (state === 'released') await openCover(ctx, shift.id)
  else if (state !== 'seeking_cover') await stopCover(ctx, shift.id)
  else if (seeks) await startCover(ctx, { ...shift, start: shift.person_start })
  if (state === 'released') await freeShifts(ctx, [shift.id])
  else await sql`update shifts set sequence = sequence + 1 where id = ${shift.id}`.execute(ctx.db)
  const { id: given } = await ctx.db
    .insertInto('answers')
    .values({
      shift: shift.id,
      person: shift.person!,
      answer: state,
      reason: answer === 'declined' ? reason : '',
      given_by,
      via,
      at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const by = isOwn ? (released ? 'act' : 'answer') : 'hand'
  // A coordinator's release notifies the person elsewhere.
  if (via !== 'rule' && !(released && by === 'hand')) await tellByAct(ctx, [known], by)
  if (answer === 'declined' && tellsCoordinators({ start: shift.person_start, now }, { cover: seeks, released })) {
    const decline = { id: given, shift: shift.id, person: shift.person!, reason, released, sought: seeks && !released }
    await noteDeclined(ctx, decline, given_by)
  }
  await audit(ctx, {
    action: 'shift.answer',
    subject: 'shifts',
    subject_id: shift.id,
    details: { answer: state, person: shift.person, via },
  })
  ctx.wake('reminders.plan')
}

type Repeated = { reason: string; cover: boolean | undefined; given_by: number | null }

/**
 * Handles a repeated decline: replaces the reason or starts the search for cover. Notifies no one again; queued
 * messages get the new reason.
 */
async function declineAgain(ctx: Ctx, shift: LockedShift, { reason, cover, given_by }: Repeated): Promise<void> {
  if (cover) await startCover(ctx, { ...shift, start: shift.person_start })
  if (!reason || reason === shift.answer_reason) return
  const last = await ctx.db
    .selectFrom('answers')
    .select('id')
    .where('shift', '=', shift.id)
    .where('person', '=', shift.person!)
    .where('answer', '=', 'seeking_cover')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last) return
  await ctx.db.updateTable('answers').set({ reason }).where('id', '=', last.id).execute()
  await noteReason(ctx, { id: last.id, shift: shift.id, person: shift.person!, reason, released: false }, given_by)
}

export async function lockShifts({ db }: Pick<Ctx, 'db'>, ids: readonly number[]): Promise<Map<number, LockedShift>> {
  await sql`select from shifts where id = any (${ids}::bigint[]) order by id for update`.execute(db)
  const rows = await db
    .selectFrom('shift_facts')
    .select([
      'id',
      'person',
      'person_start',
      'answer',
      'answer_reason',
      'has_begun',
      'is_published',
      'is_off',
      'is_live',
    ])
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
