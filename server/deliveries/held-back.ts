import { sql } from 'kysely'
import type { Pool } from '#server/engine/kernel/db/pool.ts'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'

/** Counts the messages that a restore holds back, by kind. @param pool of the worker or platform role. */
export const heldBack = (pool: Pool): Promise<Record<string, number>> =>
  inTransaction<DB, Record<string, number>>(pool, 'read', {}, async (db) => {
    const { rows } = await sql<{ held: Record<string, number> }>`select core.held_back() as held`.execute(db)
    return rows[0]!.held
  })
