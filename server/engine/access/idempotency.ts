import { createHash } from 'node:crypto'
import { DomainError } from '#server/engine/kernel/errors.ts'
import { labelOf } from './actor.ts'
import type { Ctx } from './context.ts'

type Keyed = {
  /** Null for a call without a key. */
  key: string | null
  call: string
  input: unknown
}

/**
 * Runs work once per idempotency key of an actor. Repeating a call returns the first result, and waits for it if
 * needed. A refused call leaves its key unused.
 * @param work its result is stored as JSON.
 * @throws DomainError 'conflict' for a key of another call; whatever `work` throws.
 */
export async function answerOnce<T>(ctx: Ctx, { key, call, input }: Keyed, work: () => Promise<T>): Promise<T> {
  if (key === null) return work()
  const { db } = ctx
  const actor = labelOf(ctx.actor)
  const digest = createHash('sha256').update(JSON.stringify(input)).digest()
  const now = ctx.clock.now()
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('idempotency_keys')
    .values({ actor, key, call, digest, created_at: now })
    .onConflict((clash) => clash.columns(['site_id', 'actor', 'key']).doNothing())
    .executeTakeFirst()
  if (!numInsertedOrUpdatedRows) {
    const first = await db
      .selectFrom('idempotency_keys')
      .select(['call', 'digest', 'answer'])
      .where('actor', '=', actor)
      .where('key', '=', key)
      .executeTakeFirstOrThrow()
    if (first.call !== call || !first.digest.equals(digest))
      throw new DomainError('conflict', 'This key was used for another call.')
    return first.answer as T
  }
  const answer = await work()
  await db
    .updateTable('idempotency_keys')
    .set({ answer: JSON.stringify(answer) })
    .where('actor', '=', actor)
    .where('key', '=', key)
    .execute()
  return answer
}
