import type { Ctx } from '#server/engine/access/context.ts'
import { answerOnce } from '#server/engine/access/idempotency.ts'
import { requireStanding } from '#server/engine/access/permission.ts'
import { rekeyIssues, saveChangeset, storedVersions } from '#server/engine/collections/changeset.ts'
import type { CollectionsEngine } from '#server/engine/collections/engine.ts'
import type { DraftInput, DraftSaved } from './contract.ts'

/**
 * Saves a draft as it is written: creates it, or changes it if nobody else has since it was read.
 * @param key an idempotency key: a draft that arrives twice is created once.
 * @throws DomainError 'conflict' with `conflicts` in its body; 'invalid' with messages under `new.${field}` or `${id}.${field}`.
 */
export async function saveDraft(
  ctx: Ctx,
  engine: CollectionsEngine,
  draft: DraftInput,
  key: string | null,
): Promise<DraftSaved> {
  requireStanding(ctx.actor, 'admin')
  return answerOnce(ctx, { key, call: 'messages/draft', input: draft }, async () => {
    const id = await store(ctx, engine, draft)
    const { [id]: version = '' } = await storedVersions(ctx, engine, 'messages', [id])
    return { id, version }
  })
}

async function store(ctx: Ctx, engine: CollectionsEngine, { id, version, fields }: DraftInput): Promise<number> {
  if (id === undefined || version === undefined) {
    const [created] = await rekeyIssues(['new'], () => engine.recordsOf('messages').create(ctx, [fields]))
    if (created === undefined) throw new Error('A created draft has no id.')
    return created
  }
  await saveChangeset(ctx, engine, 'messages', { added: [], changed: [{ id, version, fields }], removed: [] })
  return id
}
