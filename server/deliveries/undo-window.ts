import type { Ctx } from '#server/engine/access/context.ts'
import { UNDO_WINDOW_MS } from './contract.ts'

/** Context of an undoable call: its messages and searches wait for the undo window. */
export const undoable = <C extends Ctx>(ctx: C): C => ({
  ...ctx,
  notices: { ...ctx.notices, wait_ms: UNDO_WINDOW_MS },
})

export const nextDueTime = ({ clock, notices }: Pick<Ctx, 'clock' | 'notices'>): Date =>
  new Date(clock.epochMs() + (notices?.wait_ms ?? 0))
