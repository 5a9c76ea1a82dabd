import { previewNotifications } from '#server/deliveries/preview-notifications.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { requireStanding } from '#server/engine/access/permission.ts'
import type { NotificationPreview } from '#server/engine/collections/notification-preview-contract.ts'
import { publishEvents } from '../publication/commands.ts'

/** Previews how many people would be notified if every shift of these events were published now; nothing is stored. */
export async function previewPublish(ctx: Ctx, events: readonly number[]): Promise<NotificationPreview> {
  requireStanding(ctx.actor, 'admin')
  const [notifies] = await previewNotifications(ctx, (of) => publishEvents(of, events))
  return notifies
}
