import { requireStanding } from '#server/access/permission.ts'
import type { Ctx } from '#server/context.ts'
import { dryRun } from '#server/deliveries/dry-run.ts'
import type { Told } from '../preview/contract.ts'
import { publishEvents } from '../publication/commands.ts'

/** How many people would be told if every shift of these events were published now; nothing is done. */
export async function previewPublish(ctx: Ctx, events: readonly number[]): Promise<Told> {
  requireStanding(ctx.actor, 'admin')
  const [told] = await dryRun(ctx, events, (of) => publishEvents(of, events))
  return { people: told?.ids.length ?? 0, names: told?.names.slice(0, 6) ?? [] }
}
