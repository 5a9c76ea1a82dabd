import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import { auditSite } from './audit-site.ts'

type FirstAdmin = { site: number; name: string; email: string; now: Date }

/**
 * Adds a new site's first admin, in the transaction of `db`: with the confirmed account of the email, else a new
 * unconfirmed one.
 */
export async function addFirstAdmin(db: Kysely<DB>, { site, name, email, now }: FirstAdmin): Promise<void> {
  await sql`select set_config('app.site_id', ${String(site)}, true)`.execute(db)
  const { rows } = await sql<{
    id: number
  }>`select account_id as id from identity.link_accounts(array[${email}])`.execute(db)
  const { id } = await db
    .insertInto('people')
    .values({ site_id: site, account_id: rows[0]!.id, name: name || email, email, role: 'admin', is_active: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  await auditSite(db, { site, at: now, action: 'people.create', subject: 'people', subject_id: id })
}
