import { type Actor, labelOf, personOf } from '#server/access/actor.ts'
import type { Ctx } from '#server/context.ts'

type Entry = { action: string; subject?: string; subject_id?: number | null; details?: Record<string, unknown> }

/** Adds one line to the site's append-only audit log, with both names when somebody acts as another person. */
export async function audit(ctx: Pick<Ctx, 'db' | 'actor' | 'clock'>, entry: Entry): Promise<void> {
  await ctx.db
    .insertInto('audit')
    .values({
      at: ctx.clock.now(),
      actor: labelOf(ctx.actor),
      person: personOf(ctx.actor),
      impersonator: impersonatorOf(ctx.actor),
      action: entry.action,
      subject: entry.subject ?? '',
      subject_id: entry.subject_id ?? null,
      details: JSON.stringify(entry.details ?? {}),
    })
    .execute()
}

const impersonatorOf = (actor: Actor) => (actor.kind === 'person' ? (actor.impersonator?.id ?? null) : null)
