import { previewNotifications, previewRecipients } from '#server/deliveries/preview-notifications.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { requireStanding } from '#server/engine/access/permission.ts'
import type { CollectionsEngine } from '#server/engine/collections/engine.ts'
import { notFound } from '#server/engine/kernel/errors.ts'
import { events } from '#server/events/contract.ts'
import { publishEvent, unpublishEvent } from '#server/publishing/commands.ts'
import { saveRoster } from '#server/shifts/roster-editor/commands.ts'
import type { Preview, PreviewInput } from './contract.ts'

/**
 * Previews how many people a change to the event would notify. Stores nothing.
 * @throws whatever the change itself throws: DomainError 'invalid', 'not_found', 'forbidden'.
 */
export async function previewRoster(
  ctx: Ctx,
  engine: CollectionsEngine,
  event: number,
  ask: PreviewInput,
): Promise<Preview> {
  requireStanding(ctx.actor, 'admin')
  await lockEvent(ctx, event)
  if (ask.do === 'save') {
    const [saved, published] = await previewRecipients(
      ctx,
      (of) => saveRoster(of, engine, event, { ...ask.staged, publish: false }),
      (of) => publishEvent(of, event),
    )
    return { notifies: saved.notifies, published: published.notifies, recipients: published.recipients }
  }
  const [notifies] = await previewNotifications(ctx, (of) =>
    ask.do === 'publish'
      ? publishEvent(of, event, ask.shifts)
      : ask.do === 'unpublish'
        ? unpublishEvent(of, event, ask.shifts)
        : engine.records(events).remove(of, event),
  )
  return { notifies }
}

/** Locks an event while a change to it is tried out. @throws DomainError 'not_found'. */
export async function lockEvent(ctx: Ctx, event: number): Promise<void> {
  const locked = await ctx.db.selectFrom('events').select('id').where('id', '=', event).forUpdate().executeTakeFirst()
  if (!locked) throw notFound('This event does not exist.')
}
