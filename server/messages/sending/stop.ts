import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Ctx } from '#server/engine/access/context.ts'
import { stopwatch } from '#server/engine/kernel/clock.ts'
import { cancelMessage, cancelQueued } from './commands.ts'
import type { SendingAnswer } from './contract.ts'
import { ofMessage, readSending } from './store.ts'

export type InSite = <T>(access: 'read' | 'write', work: (ctx: Ctx) => Promise<T>) => Promise<T>

/** Maximum wait of a stop or pause for running provider calls. Milliseconds. */
export const STOP_WAIT_MS = 5_000
const LOOK_AGAIN_MS = 100

/**
 * Cancels a message and waits for running provider calls, so that nothing is sent after the response. After the wait,
 * unanswered deliveries count as `sending`; their outcome follows later.
 * @param inSite opens a short transaction; no lock is held while waiting.
 * @throws DomainError as `cancelMessage`.
 */
export async function stopMessage(inSite: InSite, id: number, waitMs = STOP_WAIT_MS): Promise<SendingAnswer> {
  await inSite('write', (ctx) => cancelMessage(ctx, id))
  await untilNoneLeaves(inSite, id, waitMs)
  return inSite('write', async (ctx) => {
    // Deliveries the provider refused meanwhile were requeued.
    await cancelQueued(ctx, id)
    return readSending(ctx.db, id)
  })
}

/** Waits for running provider calls of a message, for at most `waitMs`. */
export async function untilNoneLeaves(inSite: InSite, id: number, waitMs: number): Promise<void> {
  const since = stopwatch()
  while ((await inSite('read', (ctx) => isLeaving(ctx, id))) && since() < waitMs) await pause(LOOK_AGAIN_MS)
}

/** Whether a delivery passed its check before the pause or cancellation and its call is unanswered. */
async function isLeaving({ db }: Ctx, id: number): Promise<boolean> {
  const { rows } = await sql<{ leaving: boolean }>`
    select exists (select from deliveries d where ${ofMessage(id)} and d.state = 'sending' and d.called_at is not null) as leaving`.execute(
    db,
  )
  return rows[0]?.leaving ?? false
}
