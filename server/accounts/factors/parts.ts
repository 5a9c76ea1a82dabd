import type { Kysely } from 'kysely'
import type { Clock } from '#server/engine/kernel/clock.ts'
import type { Pool } from '#server/engine/kernel/db/pool.ts'
import { type Access, inTransaction } from '#server/engine/kernel/db/transaction.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'

/** Only the auth role reads the identity schema, so factors need transactions of their own. */
export type FactorParts = { authPool: Pool; clock: Clock; secret: string }

export const inIdentity = <T>(
  { authPool }: Pick<FactorParts, 'authPool'>,
  access: Access,
  work: (db: Kysely<DB>) => Promise<T>,
): Promise<T> => inTransaction<DB, T>(authPool, access, {}, work)
