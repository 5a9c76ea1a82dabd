import { sql } from 'kysely'
import type { Pool } from './pool.ts'
import { inTransaction } from './transaction.ts'

/**
 * Reads a row by each pool, as readiness asks.
 * @returns `ok`; `unreachable`; or as whom a connection acts, where that is not the role of its pool, as behind a pooler
 * whose login has no role of its own.
 */
export async function databaseState(...pools: readonly Pool[]): Promise<string> {
  try {
    const names = await Promise.all(pools.map(currentUser))
    const wrong = pools.findIndex(({ role }, n) => names[n] !== `watchbill_${role}`)
    return wrong < 0 ? 'ok' : `${pools[wrong]!.role} acts as ${names[wrong]}`
  } catch {
    return 'unreachable'
  }
}

const currentUser = (pool: Pool) =>
  inTransaction<unknown, string>(pool, 'read', { 'app.site_id': 0 }, async (db) => {
    const table = sql.raw(pool.role === 'auth' ? 'identity.accounts' : 'core.sites')
    const { rows } = await sql<{ name: string }>`
      select current_user::text as name, exists (select from ${table} where id = 0) as reads`.execute(db)
    return rows[0]!.name
  })
