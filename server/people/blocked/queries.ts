import { sql } from 'kysely'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import type { AddressBlock } from './block.ts'
import { emailBlockSql, isBlockedSql, smsBlockSql } from './block-sql.ts'

export type OwnBlocks = { email_blocked: AddressBlock | null; sms_blocked: AddressBlock | null }

export async function readOwnBlocks(db: SiteDb, person: number): Promise<OwnBlocks> {
  const { rows } = await sql<OwnBlocks>`
    select ${sql.raw(emailBlockSql('p'))} as email_blocked, ${sql.raw(smsBlockSql('p'))} as sms_blocked
    from people p where p.id = ${person}`.execute(db)
  return rows[0] ?? { email_blocked: null, sms_blocked: null }
}

export async function isEmailConfirmed(db: SiteDb, person: number): Promise<boolean> {
  const { rows } = await sql<{ confirmed: boolean }>`
    select identity.is_proved(p.account_id) as confirmed from people p where p.id = ${person}`.execute(db)
  return rows[0]?.confirmed ?? false
}

/** The number of active people who cannot be reached by email or SMS, and the first by name. */
export type BlockedPeople = { count: number; rows: (OwnBlocks & { id: number; name: string })[] }

export async function listBlocked(db: SiteDb, limit: number): Promise<BlockedPeople> {
  const { rows } = await sql<BlockedPeople['rows'][number] & { count: number }>`
    select p.id, coalesce(nullif(p.name, ''), p.email) as name, count(*) over ()::integer as count,
      ${sql.raw(emailBlockSql('p'))} as email_blocked, ${sql.raw(smsBlockSql('p'))} as sms_blocked
    from people p where ${sql.raw(isBlockedSql('p'))} and p.is_active order by p.name_lower, p.id limit ${limit}`.execute(
    db,
  )
  return { count: rows[0]?.count ?? 0, rows: rows.map(({ count: _, ...row }) => row) }
}
