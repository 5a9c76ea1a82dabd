import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'

export type PlatformAudit = {
  site: number
  at: Date
  action: string
  subject: string
  subject_id?: number
  details?: object
  /** The operator who acts as the person, instead of the product. */
  as?: { account: number; person: number }
}

export async function auditSite(
  db: Kysely<DB>,
  { site, at, action, subject, subject_id, details = {}, as }: PlatformAudit,
): Promise<void> {
  await sql`
    insert into core.audit (site_id, at, actor, person, action, subject, subject_id, details)
    values (${site}, ${at}, ${as ? `operator:${as.account}` : 'system'}, ${as?.person ?? null}::bigint, ${action}, ${subject}, ${subject_id ?? null}::bigint, ${JSON.stringify(details)}::jsonb)`.execute(
    db,
  )
}
