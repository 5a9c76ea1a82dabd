import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Ctx } from '#server/engine/access/context.ts'
import { stopwatch } from '#server/engine/kernel/clock.ts'
import { cancelMessage, cancelQueued } from './commands.ts'
import type { SendingAnswer } from './contract.ts'
import { ofMessage, readSending } from './store.ts'

/** Opens a short transaction of the site. */
export type InSite = <T>(access: 'read' | 'write', work: (ctx: Ctx) => Promise<T>) => Promise<T>

/** How long a stop or a pause waits for calls to the provider that had begun. Milliseconds. */
export const STOP_WAIT_MS = 5_000
const LOOK_AGAIN_MS = 100

/**
 * Cancels a message and waits until none of it is on its way to the provider, so that none leaves after the answer. A provider that has
 * not answered by then leaves its deliveries as `sending` in the counts: whether they arrive is known later.
 * @param inSite opens a short transaction; nothing is locked while this waits.
 * @throws DomainError as `cancelMessage`.
 */
export async function stopMessage(inSite: InSite, id: number, waitMs = STOP_WAIT_MS): Promise<SendingAnswer> {
  await inSite('write', (ctx) => cancelMessage(ctx, id))
  await untilNoneLeaves(inSite, id, waitMs)
  return inSite('write', async (ctx) => {
    // What the provider refused in the meantime was queued again.
    await cancelQueued(ctx, id)
    return readSending(ctx.db, id)
  })
}

/** Waits until the provider has answered every call of a message that had begun, for `waitMs` at most. */
export async function untilNoneLeaves(inSite: InSite, id: number, waitMs: number): Promise<void> {
  const since = stopwatch()
  while ((await inSite('read', (ctx) => isLeaving(ctx, id))) && since() < waitMs) await pause(LOOK_AGAIN_MS)
}

/** Whether a delivery was checked before the message was cancelled or paused, and its call has not been answered. */
async function isLeaving({ db }: Ctx, id: number): Promise<boolean> {
  const { rows } = await sql<{ leaving: boolean }>`
    select exists (select from deliveries d where ${ofMessage(id)} and d.state = 'sending' and d.called_at is not null) as leaving`.execute(
    db,
  )
  return rows[0]?.leaving ?? false
}
