import { sql } from 'kysely'
import type { Pool } from '#server/engine/kernel/db/pool.ts'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import type { Site } from '#server/engine/tenancy/site.ts'

export type FoundAccount = {
  id: number
  email: string
  password_hash: string | null
  /** Incremented whenever all sessions end; voids everything issued before. */
  auth_epoch: number
  proved: boolean
}

/**
 * Finds the account of an email at a site: its person's there, else the confirmed one. An unconfirmed account exists
 * only at the site that created it (docs/security.md); the operators' console accepts only confirmed accounts.
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

export const findAccountId = async (parts: { authPool: Pool }, site: Pick<Site, 'id'>, email: string) =>
  (await findAccount(parts, site, email))?.id ?? null
