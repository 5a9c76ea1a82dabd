import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import { demoAccounts } from './accounts.ts'

export async function makeDemoOperator(db: Kysely<DB>, email: string, hash: string): Promise<void> {
  const accounts = await demoAccounts(db, [{ email, password_hash: hash }])
  await sql`insert into platform.operators (account_id) values (${accounts.get(email)}) on conflict do nothing`.execute(
    db,
  )
}
