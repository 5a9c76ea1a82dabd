import { sql } from 'kysely'
import type { Pool } from '#server/engine/kernel/db/pool.ts'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import type { Site } from '#server/engine/tenancy/site.ts'

export type FoundAccount = {
  id: number
  email: string
  password_hash: string | null
  /** Counts up whenever all sessions end, which voids everything handed out before. */
  auth_epoch: number
  /** Whether the owner of the address has answered a mail to it. */
  proved: boolean
}

/**
 * Finds the account of an email at a site: the one of its person there, else the one with the confirmed address. An
 * unconfirmed account exists only at the site where it was created (docs/security.md); the operators' console accepts only
 * confirmed ones.
 */
export const findAccount = (
  { authPool }: { authPool: Pool },
  site: Pick<Site, 'id'>,
  email: string,
): Promise<FoundAccount | null> =>
  inTransaction<DB, FoundAccount | null>(authPool, 'read', {}, async (db) => {
    const { rows } = await sql<FoundAccount>`select * from identity.account_at(${site.id}, ${email})`.execute(db)
    return rows[0] ?? null
  })

/** Finds the id of that account, for callers that only name it. */
export const findAccountId = async (parts: { authPool: Pool }, site: Pick<Site, 'id'>, email: string) =>
  (await findAccount(parts, site, email))?.id ?? null
