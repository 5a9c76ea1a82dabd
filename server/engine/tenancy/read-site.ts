import { sql } from 'kysely'
import type { Site } from './site.ts'
import type { SiteDb } from './with-site.ts'

export async function readSite(db: SiteDb): Promise<Site> {
  const { rows } = await sql<{
    site: Site
  }>`select to_jsonb(s) - 'created_at' - 'deleted_at' as site from sites s`.execute(db)
  return rows[0]!.site
}
