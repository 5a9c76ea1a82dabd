import { type Kysely, sql } from 'kysely'
import type { Passwords } from '#server/accounts/sign-in/password.ts'
import type { Clock } from '#server/engine/kernel/clock.ts'
import type { Pool } from '#server/engine/kernel/db/pool.ts'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import type { Log } from '#server/engine/kernel/log.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import { buildClub } from './build-club.ts'
import type { DemoClub } from './club.ts'
import { CLUBS } from './clubs.ts'
import { makeDemoOperator } from './operator.ts'

export const DEMO_PASSWORD = 'watchbill-demo'
export const DEMO_OPERATOR = 'operator@watchbill.test'

type Parts = { platformPool: Pool; passwords: Pick<Passwords, 'hash'>; clock: Clock; log: Log }

/**
 * Creates missing demo sites and their operator. Dates are relative to now; the rest is reproducible. Each site is
 * created in one transaction.
 * @returns the slugs of the new sites.
 */
export async function seedDemo({ platformPool, passwords, clock, log }: Parts): Promise<string[]> {
  const hash = await passwords.hash(DEMO_PASSWORD)
  const made: string[] = []
  for (const club of CLUBS) {
    const { slug } = club.site
    const site = await inTransaction<DB, number | null>(platformPool, 'write', {}, async (db) => {
      const id = await makeSite(db, club)
      if (id === null) return null
      await buildClub(db, club, { site: id, hash, now: clock.now() })
      return id
    })
    if (site === null) continue
    made.push(slug)
    log.info({ site, slug }, 'demo site made')
  }
  if (made.length)
    await inTransaction<DB, unknown>(platformPool, 'write', {}, (db) => makeDemoOperator(db, DEMO_OPERATOR, hash))
  return made
}

/** Creates the site's row and binds this transaction to it; null when the site exists. */
async function makeSite(db: Kysely<DB>, club: DemoClub): Promise<number | null> {
  const row = await db
    .insertInto('sites')
    .values(club.site)
    .onConflict((conflict) => conflict.constraint('sites_slug_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return null
  await sql`select set_config('app.site_id', ${String(row.id)}, true)`.execute(db)
  return row.id
}
