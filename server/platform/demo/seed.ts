import { type Kysely, sql } from 'kysely'
import type { Passwords } from '#server/accounts/password.ts'
import type { Clock } from '#server/kernel/clock.ts'
import type { Pool } from '#server/kernel/db/pool.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import type { Log } from '#server/kernel/log.ts'
import type { DB } from '#server/schema.gen.ts'
import { buildClub } from './build-club.ts'
import { CLUBS, type DemoClub } from './clubs.ts'

export const DEMO_PASSWORD = 'watchbill-demo'

type Parts = { platformPool: Pool; passwords: Passwords; clock: Clock; log: Log }

/**
 * Makes the two demo sites around the current day, on the first run only (product decisions §1). Dates are relative to now;
 * everything else is the same each time.
 * @returns the slugs that were made.
 */
export async function seedDemo({ platformPool, passwords, clock, log }: Parts): Promise<string[]> {
  const hash = await passwords.hash(DEMO_PASSWORD)
  const made: string[] = []
  for (const club of CLUBS) {
    const slug = String(club.site.slug)
    const site = await inTransaction<DB, number | null>(platformPool, 'write', {}, (db) => makeSite(db, club))
    if (site === null) continue
    await inTransaction<DB, void>(platformPool, 'write', { 'app.site_id': site }, (db) =>
      buildClub(db, club, { site, hash, now: clock.now() }),
    )
    made.push(slug)
    log.info({ site, slug }, 'demo site made')
  }
  if (made.length) await inTransaction<DB, void>(platformPool, 'write', {}, (db) => makeOperator(db, hash))
  return made
}

/** The site's row, or null when it is there already. */
async function makeSite(db: Kysely<DB>, club: DemoClub): Promise<number | null> {
  const row = await db
    .insertInto('sites')
    .values(club.site as never)
    .onConflict((conflict) => conflict.constraint('sites_slug_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

async function makeOperator(db: Kysely<DB>, hash: string): Promise<void> {
  await sql`
    with account as (
      insert into identity.accounts (email, password_hash) values ('operator@watchbill.test', ${hash})
      on conflict on constraint accounts_email_key do update set password_hash = excluded.password_hash returning id)
    insert into platform.settings (name, value) select 'operators', jsonb_build_array(id) from account
    on conflict (name) do nothing`.execute(db)
}
