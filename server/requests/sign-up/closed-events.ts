import { standingOf } from '#server/engine/access/actor.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { signUpRefusal } from './rules.ts'

/**
 * Finds events that a member can no longer request, with the reason: over, archived or called off. Admins and programs
 * still can. Ignores unknown ids.
 */
export async function listClosedEvents(
  ctx: Pick<Ctx, 'db' | 'clock' | 'actor'>,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const closed = new Map<number, string>()
  if (!ids.length || standingOf(ctx.actor) !== 'user') return closed
  const events = await ctx.db
    .selectFrom('events')
    .select(['id', 'end', 'archived', 'decision'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  for (const event of events) {
    const refusal = signUpRefusal(event, ctx.clock.now())
    if (refusal) closed.set(event.id, refusal)
  }
  return closed
}
