import { randomBytes } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { labelOf } from '#server/engine/access/actor.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { UNDO_WINDOW_MS } from './contract.ts'

/** Context of an undoable call: its messages and searches wait for the undo window. */
export const undoable = <C extends Ctx>(ctx: C): C => ({
  ...ctx,
  notices: { ...ctx.notices, wait_ms: UNDO_WINDOW_MS },
})

export const nextDueTime = ({ clock, notices }: Pick<Ctx, 'clock' | 'notices'>): Date =>
  new Date(clock.epochMs() + (notices?.wait_ms ?? 0))

/**
 * Keeps rows for the undo window, for an undo that finds them by actor and key instead of a token.
 * @param rows a select of `place`, the order in which to restore them, `name` of the table and `value`, the row as JSON.
 */
export async function keepRows({ db, actor, clock }: Ctx, key: string, rows: RawBuilder<unknown>): Promise<void> {
  const now = clock.now()
  await sql`
    with kept as (
      insert into undos (token_hash, actor, collection, created_at, expires_at)
      values (${randomBytes(32)}, ${labelOf(actor)}, ${key}, ${now}, ${new Date(now.getTime() + UNDO_WINDOW_MS)}) returning id)
    insert into trash (undo, place, table_name, "row")
    select kept.id, r.place, r.name, r.value from kept cross join (${rows}) r`.execute(db)
}
