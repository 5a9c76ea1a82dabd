import { sql } from 'kysely'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import type { AddressBlock } from './block.ts'
import { emailBlockSql, smsBlockSql } from './block-sql.ts'

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
