import type { Ctx } from '#server/engine/access/context.ts'
import { answerOnce } from '#server/engine/access/idempotency.ts'
import { requireStanding } from '#server/engine/access/permission.ts'
import { rekeyIssues, saveChangeset, storedVersions } from '#server/engine/collections/changeset.ts'
import type { CollectionsEngine } from '#server/engine/collections/engine.ts'
import type { DraftInput, DraftSaved } from './contract.ts'

type Collection = 'messages' | 'messagetemplates'

/**
 * Saves a draft or template: creates it, or updates it unless it has changed since it was read.
 * @param key idempotency key for creation.
 * @throws DomainError 'conflict' with `conflicts` in its body; 'invalid' with messages under `new.${field}` or
 * `${id}.${field}`.
 */
export async function saveDraft(
  ctx: Ctx,
  engine: CollectionsEngine,
  draft: DraftInput,
  key: string | null,
  collection: Collection = 'messages',
): Promise<DraftSaved> {
  requireStanding(ctx.actor, 'admin')
  return answerOnce(ctx, { key, call: `${collection}/draft`, input: draft }, async () => {
    const id = await store(ctx, engine, collection, draft)
    const { [id]: version = '' } = await storedVersions(ctx, engine, collection, [id])
    return { id, version }
  })
}

async function store(
  ctx: Ctx,
  engine: CollectionsEngine,
  collection: Collection,
  { id, version, fields }: DraftInput,
): Promise<number> {
  if (id === undefined || version === undefined) {
    const [created] = await rekeyIssues(['new'], () => engine.recordsOf(collection).create(ctx, [fields]))
    if (created === undefined) throw new Error('A created draft has no id.')
    return created
  }
  await saveChangeset(ctx, engine, collection, { added: [], changed: [{ id, version, fields }], removed: [] })
  return id
}
