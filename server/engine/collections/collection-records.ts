import type { Ctx } from '#server/engine/access/context.ts'
import type { RecordPage } from './answers.ts'
import type { CreateInput, Fields, RecordValues, UpdateInput } from './contract.ts'
import type { QueryInput } from './query-shape.ts'
import type { ReadCtx } from './reader.ts'
import type { Undo } from './trash.ts'

/**
 * Typed records of one collection, under the permissions and rules of the API.
 * @throws DomainError 'unauthenticated', 'forbidden', 'invalid', 'not_found', 'conflict'.
 */
export type CollectionRecords<F extends Fields> = {
  list: (ctx: ReadCtx, query?: QueryInput) => Promise<RecordPage<RecordValues<F>>>
  get: (ctx: ReadCtx, id: number) => Promise<RecordValues<F>>
  /** @returns the new ids, in order. */
  create: (ctx: Ctx, records: readonly CreateInput<F>[]) => Promise<number[]>
  /** @returns the changed ids. */
  update: (ctx: Ctx, changes: readonly UpdateInput<F>[]) => Promise<number[]>
  /** @returns the token that restores the record. */
  remove: (ctx: Ctx, id: number) => Promise<Undo>
}
