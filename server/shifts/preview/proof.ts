import type { Ctx } from '#server/engine/access/context.ts'
import { requireStanding } from '#server/engine/access/permission.ts'
import type { CollectionsEngine } from '#server/engine/collections/engine.ts'
import { publishAll, publishEvent } from '#server/publishing/commands.ts'
import type { PublishInput } from '#server/publishing/contract.ts'
import type { Proof } from '#server/publishing/proof/contract.ts'
import { type ProofQuery, readProof } from '#server/publishing/proof/queries.ts'
import { saveRoster } from '../roster-editor/commands.ts'
import type { RosterEdit } from '../roster-editor/contract.ts'
import { lockEvent } from './commands.ts'

/**
 * Renders the messages that publishing these shifts now would send. Stores nothing. @throws DomainError 'forbidden' for
 * anyone but an admin.
 */
export const proofOfPublishing = (ctx: Ctx, what: PublishInput, query: Omit<ProofQuery, 'crews'>): Promise<Proof> =>
  readProof(ctx, async (of) => (await publishAll(of, what)).shifts.length, { ...query, crews: what })

/**
 * The same for one event's staged changes, saved and then published. @throws as saving them does; DomainError
 * 'not_found'.
 */
export async function proofOfSaving(
  ctx: Ctx,
  engine: CollectionsEngine,
  event: number,
  staged: RosterEdit,
  query: Omit<ProofQuery, 'crews'>,
): Promise<Proof> {
  requireStanding(ctx.actor, 'admin')
  await lockEvent(ctx, event)
  const publish = async (of: Ctx) => {
    await saveRoster(of, engine, event, { ...staged, publish: false })
    return (await publishEvent(of, event)).published
  }
  return readProof(ctx, publish, { ...query, crews: { events: [event], shifts: [] } })
}
