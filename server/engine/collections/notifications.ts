import type { Ctx } from '#server/engine/access/context.ts'
import type { Declaration } from './define.ts'
import type { NotificationPreview } from './notification-preview-contract.ts'
import type { CountHeld, CountWorked } from './reach.ts'

/** The notification functions of the product, which `server/registry.ts` passes to the engine. */
export type Notifications = {
  /** Does the work, finds who would be notified, and rolls it back. */
  preview: (ctx: Ctx, work: (ctx: Ctx) => Promise<unknown>) => Promise<NotificationPreview>
  /** How long messages wait about changes that a screen offers to undo. Milliseconds. */
  undoWindowMs: number
  /** See `WriterParts`. */
  uncollected?: Readonly<Record<string, string>>
  countHeld?: CountHeld
  countWorked?: CountWorked
}

/** Previews who a write would notify; nobody for collections whose writes never notify anybody. */
export async function previewRecipients(
  { preview }: Notifications,
  ctx: Ctx,
  { hooks }: Declaration,
  work: (ctx: Ctx) => Promise<unknown>,
): Promise<{ notifies?: NotificationPreview }> {
  return hooks.notifies ? { notifies: await preview(ctx, work) } : {}
}

/** Holds messages back while a list offers to undo, so that an undo in time notifies nobody. */
export const withUndoWindow = ({ undoWindowMs }: Notifications, ctx: Ctx): Ctx => ({
  ...ctx,
  notices: { ...ctx.notices, wait_ms: undoWindowMs },
})
