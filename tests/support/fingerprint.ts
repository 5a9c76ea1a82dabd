import type { SiteId } from '#server/engine/tenancy/site.ts'
import type { World } from './world.ts'

/** What a site's tables hold, each by its name: equal before and after means that nothing was written there. */
export async function fingerprintOf({ superuser }: World, site: { id: SiteId }, except: readonly string[] = []) {
  const { rows: tables } = await superuser.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'core' and tablename <> 'sites' and tablename <> all ($1) order by 1`,
    [except],
  )
  const prints: Record<string, unknown> = {}
  for (const { name } of tables) {
    const { rows } = await superuser.query(
      `select count(*)::int as n, md5(string_agg(t::text, '|' order by t::text)) as rows from core."${name}" t where site_id = $1`,
      [site.id],
    )
    prints[name] = rows[0]
  }
  return prints
}
