import type { Ctx } from '#server/engine/access/context.ts'
import type { Declaration } from './define.ts'
import type { NotificationPreview } from './notification-preview-contract.ts'
import type { CountHeld, CountWorked } from './reach.ts'

/** Notification functions that `server/registry.ts` passes to the engine. */
export type Notifications = {
  preview: (ctx: Ctx, work: (ctx: Ctx) => Promise<unknown>) => Promise<NotificationPreview>
  /** Delay of messages about changes that a screen offers to undo. Milliseconds. */
  undoWindowMs: number
  uncollected?: Readonly<Record<string, string>>
  countHeld?: CountHeld
  countWorked?: CountWorked
}

export async function previewRecipients(
  { preview }: Notifications,
  ctx: Ctx,
  { hooks }: Declaration,
  work: (ctx: Ctx) => Promise<unknown>,
): Promise<{ notifies?: NotificationPreview }> {
  return hooks.notifies ? { notifies: await preview(ctx, work) } : {}
}

/** Delays messages while a list offers to undo, so that an undo in time notifies no one. */
export const withUndoWindow = ({ undoWindowMs }: Notifications, ctx: Ctx): Ctx => ({
  ...ctx,
  notices: { ...ctx.notices, wait_ms: undoWindowMs },
})
