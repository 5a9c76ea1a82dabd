import { sql } from 'kysely'
import type { Pool } from '#server/engine/kernel/db/pool.ts'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import { DEMO_PASSWORD } from './demo/seed.ts'

export type HostSite = { slug: string; name: string; logo: string | null; demo: boolean }

/** The active sites of this host, at most 50, and the demo password if there are demo people. */
export type HostSites = { sites: HostSite[]; demoPassword: string | null }

/** For the page of the bare host, in development only. */
export const hostSites = (platform: Pool): Promise<HostSites> =>
  inTransaction<DB, HostSites>(platform, 'read', {}, async (db) => {
    const { rows: sites } = await sql<HostSite>`
      select slug, name, logo, exists (select from core.people p where p.site_id = s.id and p.email = 'admin@' || s.slug || '.test') as demo
      from core.sites s where status = 'active' order by slug limit 50`.execute(db)
    return { sites, demoPassword: sites.some(({ demo }) => demo) ? DEMO_PASSWORD : null }
  })
