import { previewRecipients, type RecipientsPreview } from '#server/deliveries/preview-notifications.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { requireStanding } from '#server/engine/access/permission.ts'
import { publishAll } from '#server/publishing/commands.ts'
import type { PublishInput } from '#server/publishing/contract.ts'

/** Previews who would be notified if these shifts were published now. Stores nothing. */
export async function previewPublish(ctx: Ctx, what: PublishInput): Promise<RecipientsPreview> {
  requireStanding(ctx.actor, 'admin')
  const [preview] = await previewRecipients(ctx, (of) => publishAll(of, what))
  return preview
}
