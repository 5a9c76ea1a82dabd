import { sql } from 'kysely'
import { UNDO_WINDOW_MS } from '#server/deliveries/contract.ts'
import { forgetActs, readTold, tellByAct } from '#server/deliveries/told.ts'
import { undoable } from '#server/deliveries/undo-window.ts'
import { audit } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { requireOwnAct, requirePerson } from '#server/engine/access/permission.ts'
import { inUnitOfWork } from '#server/engine/access/unit-of-work.ts'
import { DomainError, forbidden, notFound } from '#server/engine/kernel/errors.ts'
import { askedOf } from '#server/requests/sign-up/asked-of.ts'
import type { TakeInput } from '#server/requests/sign-up/contract.ts'
import { EVENT_OFF } from '#server/requests/sign-up/rules.ts'
import { requireAsShown } from '#server/shift-facts/as-shown.ts'
import { isOffSql } from '#server/shift-facts/event-sql.ts'
import { personTimes } from '#server/shift-facts/times/rules.ts'
import { freeShifts, giveShifts } from '#server/shifts/holder.ts'
import type { Obstacle } from '#server/suitability/contract.ts'
import { listNextBest } from './next-best.ts'
import { readOwnObstacles } from './own-obstacles.ts'

type Locked = {
  id: number
  event: number
  person: number | null
  assigned_at: Date | null
  assignment: number | null
  start: Date
  end: Date
  draft: Date | null
  archived: boolean
  called_off: boolean
}

/**
 * Takes an open published shift for the acting person and confirms it, where the site allows it (self_assign). Locks
 * the person before the shift, so that only one person gets it and no one gets two shifts at the same time. Admins may
 * lack competencies. Idempotent.
 * @param options.offered it was offered to them, regardless of self_assign.
 * @throws DomainError 'conflict' with `obstacles` and, in `instead`, the ids of other shifts they could take, or where
 * the shift is not as it was `shown`;
 * 'forbidden', 'not_found', 'invalid' for times outside the shift.
 */
export async function takeShift(
  ctx: Ctx,
  id: number,
  asked: TakeInput = {},
  { offered = false }: { offered?: boolean } = {},
): Promise<{ event: number }> {
  const me = requireOwnAct(ctx.actor)
  const shift = await lockForPerson(ctx, id, me)
  if (!shift?.draft || shift.archived) throw notFound('This shift does not exist.')
  if (shift.person === null || shift.person === me) await requireAsShown(ctx.db, new Map([[id, asked.shown]]))
  if (shift.person === me) {
    await tellByAct(ctx, [{ shift: id, person: me, state: 'theirs' }], 'answer')
    return { event: shift.event }
  }
  if (shift.called_off) throw new DomainError('conflict', EVENT_OFF)
  if (!ctx.site.self_assign && !offered) throw forbidden('This club assigns people to shifts. Sign up instead.')
  const times = askedOf(shift, asked, 'Must be within the shift.')
  const obstacles = await obstaclesFor(ctx, shift, personTimes({ ...shift, ...times }))
  if (obstacles.length) throw await refusal(ctx, shift, obstacles)
  await inUnitOfWork(undoable(ctx), async () => {
    await giveShifts(ctx, [{ shift: id, person: me, ...times }])
    await tellByAct(ctx, [{ shift: id, person: me, state: 'theirs' }])
    await audit(ctx, { action: 'shift.take', subject: 'shifts', subject_id: id })
  })
  ctx.wake('reminders.plan')
  return { event: shift.event }
}

/**
 * Gives back a shift that the acting person took within the undo window; notifies no one. Idempotent.
 * @throws DomainError 'conflict' after the window or when someone else assigned it; 'not_found'.
 */
export async function giveBack(ctx: Ctx, id: number): Promise<void> {
  const me = requireOwnAct(ctx.actor)
  const shift = await lockForPerson(ctx, id, me)
  if (!shift?.draft || shift.archived) throw notFound('This shift does not exist.')
  if (shift.person === null) {
    // The page shows them that the shift is open.
    const told = await readTold(ctx.db, [id])
    if (told({ shift: id, person: me }))
      await tellByAct(ctx, [{ shift: id, person: me, state: 'not_theirs' }], 'answer')
    return
  }
  const { assigned_at: since } = shift
  if (shift.person !== me || !since || !(await wasJustTaken(ctx, id)))
    throw new DomainError('conflict', 'This can no longer be undone. Contact the club if you can’t come.')
  await inUnitOfWork(ctx, async () => {
    await freeShifts(ctx, [id])
    // What they were told before, or asked, is as it was.
    await forgetActs(ctx.db, { shifts: [id] }, { person: me, since })
    await audit(ctx, { action: 'shift.give_back', subject: 'shifts', subject_id: id })
  })
  ctx.wake('reminders.plan')
}

/** Locks the person, then the shift, in the order that avoids deadlocks. */
async function lockForPerson({ db }: Ctx, id: number, person: number): Promise<Locked | undefined> {
  await db.selectFrom('people').select('id').where('id', '=', person).forNoKeyUpdate().executeTakeFirstOrThrow()
  const { rows } = await sql<Locked>`
    select s.id, s.event, s.person, s.assigned_at, s.assignment, s.start, s."end", s.draft, e.archived, ${sql.raw(isOffSql('e'))} as called_off
    from shifts s join events e on e.site_id = s.site_id and e.id = s.event where s.id = ${id} for update of s`.execute(
    db,
  )
  return rows[0]
}

/** Whether the person took the open shift within the undo window (from the audit log). Covers and swaps do not count. */
async function wasJustTaken({ db, clock }: Ctx, id: number): Promise<boolean> {
  const since = new Date(clock.now().getTime() - UNDO_WINDOW_MS)
  const { rows } = await sql`
    select from shift_facts s where s.id = ${id} and s.assigned_at >= ${since} and s.answered_at = s.assigned_at and s.answered_by = s.person
      and s.actual_start is null and exists (select from audit a
        where a.subject = 'shifts' and a.subject_id = s.id and a.action = 'shift.take' and a.person = s.person and a.at >= s.assigned_at)`.execute(
    db,
  )
  return rows.length > 0
}

async function obstaclesFor(ctx: Ctx, shift: Locked, { start, end }: { start: Date; end: Date }) {
  const times = new Map([[shift.id, { start: start.toISOString(), end: end.toISOString() }]])
  return (await readOwnObstacles(ctx, [shift.id], times)).get(shift.id) ?? []
}

async function refusal(ctx: Ctx, shift: Locked, obstacles: Obstacle[]): Promise<DomainError> {
  const isTaken = obstacles.some(({ code }) => code === 'taken')
  return new DomainError(
    'conflict',
    isTaken ? 'Someone else has just taken this shift. Thank you for offering.' : (obstacles[0]?.words ?? ''),
    { body: { obstacles, instead: await listNextBest(ctx, requirePerson(ctx.actor), shift.id) } },
  )
}
