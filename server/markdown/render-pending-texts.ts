import { type Kysely, sql } from 'kysely'
import type { Pool } from '#server/engine/kernel/db/pool.ts'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import { mintSiteId } from '#server/engine/tenancy/site.ts'
import { RENDERER_VERSION } from './contract.ts'
import type { Renderings } from './renderings.ts'

/** Sites per pass, and milliseconds to wait for each; the rest follows in the next pass. */
const MAX_SITES = 50
const WAIT_MS = 5_000

/**
 * Renders texts left over from an update, a restored backup, an older renderer or a stopped process. Safe in concurrent
 * workers.
 * @param pool of the worker role.
 */
export async function renderPendingTexts(pool: Pool, renderings: Pick<Renderings, 'settle'>): Promise<void> {
  const sites = await inTransaction(pool, 'read', {}, async (db: Kysely<DB>) => {
    const { rows } = await sql<{
      sites: number[]
    }>`select core.sites_to_render(${RENDERER_VERSION}::smallint, ${MAX_SITES}) as sites`.execute(db)
    return rows[0]?.sites ?? []
  })
  for (const site of sites) await renderings.settle(mintSiteId(Number(site)), WAIT_MS)
}
