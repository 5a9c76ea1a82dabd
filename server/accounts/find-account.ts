import { sql } from 'kysely'
import type { Pool } from '#server/engine/kernel/db/pool.ts'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import type { Site } from '#server/engine/tenancy/site.ts'

export type FoundAccount = {
  id: number
  email: string
  password_hash: string | null
  /** Counts up whenever all sessions end; whatever was handed out before is then void. */
  auth_epoch: number
  /** Whether the owner of the address ever answered a mail to it. */
  proved: boolean
}

/**
 * The account that an email means at a site: the one its person there has, else the proved one. An unproved account exists only for
 * the site where it was made (docs/security.md); at the operators' console there are proved ones only.
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

/** The id of that account, for what only names it. */
export const findAccountId = async (parts: { authPool: Pool }, site: Pick<Site, 'id'>, email: string) =>
  (await findAccount(parts, site, email))?.id ?? null
