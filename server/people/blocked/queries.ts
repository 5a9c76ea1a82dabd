import { sql } from 'kysely'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import type { AddressBlock } from './block.ts'
import { emailBlockSql, isBlockedSql, smsBlockSql } from './block-sql.ts'

/** The blocks of a person's own address and number. */
export type OwnBlocks = { email_blocked: AddressBlock | null; sms_blocked: AddressBlock | null }

export async function readOwnBlocks(db: SiteDb, person: number): Promise<OwnBlocks> {
  const { rows } = await sql<OwnBlocks>`
    select ${sql.raw(emailBlockSql('p'))} as email_blocked, ${sql.raw(smsBlockSql('p'))} as sms_blocked
    from people p where p.id = ${person}`.execute(db)
  return rows[0] ?? { email_blocked: null, sms_blocked: null }
}

/** Counts the people whose email or number is blocked. Inactive ones get nothing anyway and do not count. */
export async function countBlocked(db: SiteDb): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from people p where ${sql.raw(isBlockedSql('p'))} and p.is_active`.execute(db)
  return rows[0]?.n ?? 0
}
