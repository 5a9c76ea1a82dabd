import { sql } from 'kysely'
import { withdrawRosterNotices } from '#server/deliveries/roster-notices.ts'
import { forgetActs } from '#server/deliveries/told.ts'
import { keepRows } from '#server/deliveries/undo-window.ts'
import { labelOf, ownActor } from '#server/engine/access/actor.ts'
import { audit } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { requireStanding } from '#server/engine/access/permission.ts'
import { DomainError } from '#server/engine/kernel/errors.ts'
import type { SwapAnswer } from './contract.ts'
import { findObstruction, lockParts } from './moves.ts'
import { notifyApprovers } from './notices.ts'
import { lockSwap, type StoredCircle, shiftsOf } from './store.ts'

/** Undo key of a decision. Not redeemed by token: `undoSwapDecision` finds it by the circle. */
const KEPT_AS = 'swaps'

/** Keeps a circle and its shifts as they are before the acting admin approves or declines it. */
export const keepCircle = (ctx: Ctx, circle: StoredCircle): Promise<void> =>
  keepRows(
    ctx,
    KEPT_AS,
    sql`select 0 as place, 'swap_circles' as name, to_jsonb(c) as value from swap_circles c where c.id = ${circle.id}
      union all select 1, 'shifts', to_jsonb(s) from shifts s where s.id = any (${shiftsOf(circle.parts)}::bigint[])`,
  )

const gone = () => new DomainError('conflict', 'This can no longer be undone.')

/**
 * Undoes the acting admin's approval or decline of a swap within the undo window, before its messages are sent: its
 * shifts move back, and it waits again. Idempotent.
 * @throws DomainError 'not_found', 'forbidden'; 'conflict' after the window, or when a shift or an offer has changed
 * since.
 */
export async function undoSwapDecision(ctx: Ctx, id: number, { together }: SwapAnswer = {}): Promise<void> {
  requireStanding(ctx.actor, 'admin')
  const { circle } = await lockSwap(ctx, id)
  if (!circle || (together !== undefined && circle.id !== together)) throw gone()
  if (circle.state === 'proposed') return
  const kept = await findKept(ctx, circle)
  if (!kept || (await isOfferedAgain(ctx, circle))) throw gone()
  await lockParts(ctx, circle.parts)
  const isMoved = circle.state === 'done'
  if (isMoved) await moveBack(ctx, circle, kept)
  await reopen(ctx, circle)
  if (await findObstruction(ctx, circle.parts, circle.id)) throw gone()
  await withdrawRosterNotices(ctx.db, isMoved ? 'swap.done' : 'swap.declined', circle.id)
  // The decision withdrew those that were not sent yet.
  if (circle.agreed_at) await notifyApprovers(ctx, circle)
  await ctx.db.deleteFrom('undos').where('id', '=', kept.id).execute()
  await audit(
    ctx,
    { action: 'swaps.undo', subject: 'swaps', subject_id: id },
    ...(isMoved ? shiftsOf(circle.parts) : []).map((shift) => ({
      action: 'swaps.undo',
      subject: 'shifts',
      subject_id: shift,
      details: { circle: circle.id },
    })),
  )
  ctx.wake('reminders.plan')
}

type Kept = { id: number; created_at: Date }

async function findKept(ctx: Ctx, { id }: StoredCircle): Promise<Kept | undefined> {
  const { rows } = await sql<Kept>`
    select u.id, u.created_at from undos u
    where u.collection = ${KEPT_AS} and u.actor = ${labelOf(ctx.actor)} and u.expires_at > ${ctx.clock.now()}
      and exists (select from trash t where t.undo = u.id and t.table_name = 'swap_circles' and (t."row" ->> 'id')::bigint = ${id})
    order by u.id desc limit 1 for update`.execute(ctx.db)
  return rows[0]
}

async function isOfferedAgain({ db }: Ctx, { id }: StoredCircle): Promise<boolean> {
  const { rows } = await sql`
    select from swaps w join swaps o on o.shift = w.shift and o.state in ('proposed', 'offered') where w.circle = ${id} limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/** Gives the shifts back as they were, with the answers of those who had them. @throws if one has changed since. */
async function moveBack(ctx: Ctx, { id, parts }: StoredCircle, kept: Kept): Promise<void> {
  await sql`
    delete from answers a using swap_parts p
    where p.circle = ${id} and a.shift = p.gets and a.person = p.person and a.at >= ${kept.created_at}`.execute(ctx.db)
  // What the admin knows of shifts of their own.
  await forgetActs(ctx.db, { shifts: shiftsOf(parts) }, { person: ownActor(ctx.actor), since: kept.created_at })
  const { rows } = await sql`
    update shifts s set person = r.person, modified_start = r.modified_start, modified_end = r.modified_end, assigned_at = r.assigned_at,
      sequence = s.sequence + 1, updated_at = clock_timestamp()
    from jsonb_populate_recordset(null::core.shifts, (
      select jsonb_agg("row") from trash where undo = ${kept.id} and table_name = 'shifts')) r
    join swap_parts p on p.circle = ${id} and p.gets = r.id
    where s.id = r.id and s.person = p.person and s.sequence = r.sequence + 1 returning s.id`.execute(ctx.db)
  if (rows.length !== shiftsOf(parts).length) throw gone()
}

async function reopen({ db }: Ctx, { id, state }: StoredCircle): Promise<void> {
  await sql`update swap_circles set state = 'proposed', ended_by = null, ended_at = null where id = ${id}`.execute(db)
  await sql`update swaps set state = 'proposed', ended_at = null where circle = ${id} and state = ${state}`.execute(db)
}
