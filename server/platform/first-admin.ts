import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/schema.gen.ts'
import { auditSite } from './audit-site.ts'

type FirstAdmin = { site: number; name: string; email: string; now: Date }

/** Makes the first admin of a new site, within the transaction of `db`. An account that the server knows already is shared. */
export async function addFirstAdmin(db: Kysely<DB>, { site, name, email, now }: FirstAdmin): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    insert into identity.accounts (email) values (${email})
    on conflict on constraint accounts_email_key do update set email = excluded.email returning id`.execute(db)
  const { id } = await db
    .insertInto('people')
    .values({ site_id: site, account_id: rows[0]!.id, name: name || email, email, role: 'admin', is_active: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  await auditSite(db, { site, at: now, action: 'people.create', subject: 'people', subject_id: id })
}
