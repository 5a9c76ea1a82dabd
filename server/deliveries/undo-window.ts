import type { Ctx } from '#server/engine/access/context.ts'
import { UNDO_WINDOW_MS } from './contract.ts'

/** The context of a call that a screen undoes: its messages, and the searches that it starts, wait until the undo window is over. */
export const undoable = <C extends Ctx>(ctx: C): C => ({
  ...ctx,
  notices: { ...ctx.notices, wait_ms: UNDO_WINDOW_MS },
})

/** Returns when a message that is queued now may be sent. */
export const nextDueTime = ({ clock, notices }: Pick<Ctx, 'clock' | 'notices'>): Date =>
  new Date(clock.epochMs() + (notices?.wait_ms ?? 0))
