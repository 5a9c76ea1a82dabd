import { sql } from 'kysely'
import { refuseWhileImpersonating } from '#server/accounts/sessions/session-commands.ts'
import { ownActor } from '#server/engine/access/actor.ts'
import { audit } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { DomainError } from '#server/engine/kernel/errors.ts'
import type { SendingAnswer } from './contract.ts'
import { type InSite, STOP_WAIT_MS, untilNoneLeaves } from './stop.ts'
import { lockMessage, NOT_PAUSED, ofMessage, readSending, type StoredMessage } from './store.ts'

/**
 * Pauses a message that is sending, and waits for running provider calls, so that nothing is sent after the response.
 * Idempotent: the first pause counts.
 * @param inSite opens a short transaction; no lock is held while waiting.
 * @throws DomainError 'not_found'; 'conflict' for a message that is not sending.
 */
export async function pauseMessage(inSite: InSite, id: number, waitMs = STOP_WAIT_MS): Promise<SendingAnswer> {
  await inSite('write', async (ctx) => {
    if ((await lockSending(ctx, id)).paused_at) return
    const { actor, clock } = ctx
    await sql`update messages set paused_at = ${clock.now()}, paused_by = ${ownActor(actor)},
      paused_key = ${actor.kind === 'key' ? actor.id : null}, updated_at = clock_timestamp() where id = ${id}`.execute(
      ctx.db,
    )
    await hold(ctx, id)
    await audit(ctx, { action: 'messages.pause', subject: 'messages', subject_id: id })
  })
  await untilNoneLeaves(inSite, id, waitMs)
  return inSite('write', async (ctx) => {
    // Deliveries the provider refused meanwhile were requeued. Skips a message stopped or resumed since.
    if ((await lockMessage(ctx.db, id)).paused_at) await hold(ctx, id)
    return readSending(ctx.db, id)
  })
}

/**
 * Resumes a paused message; queued deliveries are due now, except those that a restore holds. Idempotent.
 * @throws DomainError 'not_found'; 'conflict' for a message that is not sending.
 */
export async function resumeMessage(ctx: Ctx, id: number): Promise<SendingAnswer> {
  refuseWhileImpersonating(ctx)
  const { paused_at } = await lockSending(ctx, id)
  if (!paused_at) return readSending(ctx.db, id)
  await sql`update messages set ${NOT_PAUSED}, updated_at = clock_timestamp() where id = ${id}`.execute(ctx.db)
  await sql`update deliveries d set lane = 'bulk', due_at = greatest(d.due_at, ${ctx.clock.now()}), updated_at = clock_timestamp()
    where ${ofMessage(id)} and d.lane = 'held' and not d.facts ? 'lane'`.execute(ctx.db)
  await audit(ctx, { action: 'messages.resume', subject: 'messages', subject_id: id })
  ctx.wake('deliveries.send')
  return readSending(ctx.db, id)
}

async function lockSending({ db }: Pick<Ctx, 'db'>, id: number): Promise<StoredMessage> {
  const message = await lockMessage(db, id)
  if (message.status !== 'sending') throw new DomainError('conflict', 'This message is not being sent.')
  return message
}

/** Moves a message's queued deliveries to the unclaimed lane; claimed ones follow at their check. */
const hold = ({ db }: Pick<Ctx, 'db'>, id: number) =>
  sql`update deliveries d set lane = 'held', updated_at = clock_timestamp()
    where ${ofMessage(id)} and d.state = 'queued' and d.lane = 'bulk'`.execute(db)
