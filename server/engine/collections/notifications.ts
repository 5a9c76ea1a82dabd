import type { Ctx } from '#server/engine/access/context.ts'
import type { Declaration } from './define.ts'
import type { NotificationPreview } from './notification-preview-contract.ts'

/** What the engine needs to know of messages; the product hands it in (`server/registry.ts`). */
export type Notifications = {
  /** Does the work, asks who would be notified, and takes the work back. */
  preview: (ctx: Ctx, work: (ctx: Ctx) => Promise<unknown>) => Promise<NotificationPreview>
  /** How long messages wait about what a screen offers to undo. Milliseconds. */
  undoWindowMs: number
}

/** Who a write would notify; nothing where writes of the collection never notify anybody. */
export async function previewRecipients(
  { preview }: Notifications,
  ctx: Ctx,
  { hooks }: Declaration,
  work: (ctx: Ctx) => Promise<unknown>,
): Promise<{ notifies?: NotificationPreview }> {
  return hooks.aroundWrite ? { notifies: await preview(ctx, work) } : {}
}

/** Holds messages back for as long as a list offers to undo, so that what is undone in time notifies nobody. */
export const withUndoWindow = ({ undoWindowMs }: Notifications, ctx: Ctx): Ctx => ({
  ...ctx,
  notices: { ...ctx.notices, wait_ms: undoWindowMs },
})
