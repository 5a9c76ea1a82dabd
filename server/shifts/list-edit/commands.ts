import { undoable } from '#server/deliveries/undo-window.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { answerOnce } from '#server/engine/access/idempotency.ts'
import { requireStanding } from '#server/engine/access/permission.ts'
import { inUnitOfWork } from '#server/engine/access/unit-of-work.ts'
import { saveChangeset, versionsFromValues } from '#server/engine/collections/changeset.ts'
import type { ChangesetSaved } from '#server/engine/collections/changeset-contract.ts'
import type { CollectionsEngine } from '#server/engine/collections/engine.ts'
import type { StagedShifts } from './contract.ts'

/**
 * Saves staged changes to shifts of any events, all or nothing.
 * @param key an idempotency key.
 * @throws as `saveChangeset`.
 */
export async function saveStagedShifts(
  ctx: Ctx,
  engine: CollectionsEngine,
  input: StagedShifts,
  key: string | null = null,
): Promise<ChangesetSaved> {
  requireStanding(ctx.actor, 'admin')
  const { changes = [], ...staged } = input
  return answerOnce(ctx, { key, call: 'shifts/staged', input }, async () => {
    const changed = [...staged.changed, ...(await versionsFromValues(ctx, engine, 'shifts', changes))]
    return inUnitOfWork(undoable(ctx), (unit) => saveChangeset(unit, engine, 'shifts', { ...staged, changed }))
  })
}
