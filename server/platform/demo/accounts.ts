import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'

/** Creates demo accounts with confirmed addresses; existing ones keep their passwords. @returns their ids by email. */
export async function demoAccounts(
  db: Kysely<DB>,
  accounts: readonly { email: string; password_hash: string | null }[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ email: string; id: number }>`
    insert into identity.accounts as a (email, password_hash, proved_at)
    select r.email, r.password_hash, now() from jsonb_to_recordset(${JSON.stringify(accounts)}::jsonb) as r (email text, password_hash text)
    on conflict (email) where proved_at is not null do update set password_hash = coalesce(a.password_hash, excluded.password_hash)
    returning email, id`.execute(db)
  return new Map(rows.map(({ email, id }) => [email, id]))
}
