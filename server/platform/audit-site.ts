import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'

export type PlatformAudit = {
  site: number
  at: Date
  action: string
  subject: string
  subject_id?: number
  details?: object
}

export async function auditSite(
  db: Kysely<DB>,
  { site, at, action, subject, subject_id, details = {} }: PlatformAudit,
): Promise<void> {
  await sql`
    insert into core.audit (site_id, at, actor, action, subject, subject_id, details)
    values (${site}, ${at}, 'system', ${action}, ${subject}, ${subject_id ?? null}::bigint, ${JSON.stringify(details)}::jsonb)`.execute(
    db,
  )
}
