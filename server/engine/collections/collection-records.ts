import type { Ctx } from '#server/engine/access/context.ts'
import type { RecordPage } from './answers.ts'
import type { CreateInput, Fields, RecordValues, UpdateInput } from './contract.ts'
import type { QueryInput } from './query-shape.ts'
import type { ReadCtx } from './reader.ts'
import type { Undo } from './trash.ts'

/**
 * The records of one collection with the types of its contract, under the same permissions and rules as the API.
 * @throws DomainError 'unauthenticated', 'forbidden', 'invalid', 'not_found', 'conflict'.
 */
export type CollectionRecords<F extends Fields> = {
  list: (ctx: ReadCtx, query?: QueryInput) => Promise<RecordPage<RecordValues<F>>>
  get: (ctx: ReadCtx, id: number) => Promise<RecordValues<F>>
  /** @returns the ids of the new records, in their order. */
  create: (ctx: Ctx, records: readonly CreateInput<F>[]) => Promise<number[]>
  /** @returns the ids of the changed records. */
  update: (ctx: Ctx, changes: readonly UpdateInput<F>[]) => Promise<number[]>
  /** @returns the token that brings the record back. */
  remove: (ctx: Ctx, id: number) => Promise<Undo>
}
