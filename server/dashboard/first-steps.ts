import { sql } from 'kysely'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'

/** Steps of a new club before its volunteers can see a roster. */
export type FirstSteps = { logo: boolean; roles: boolean; people: boolean; events: boolean }

/**
 * Returns the steps of a club that has never published a shift; else null. `people` means anyone besides the first
 * admin. Each part reads one row, so that a large club pays nothing.
 */
export async function listFirstSteps(db: SiteDb, { logo }: { logo: string | null }): Promise<FirstSteps | null> {
  const { rows } = await sql<Omit<FirstSteps, 'logo'> & { published: boolean }>`
    select exists (select 1 from shifts where draft is not null) as published,
      exists (select 1 from roles) as roles,
      exists (select 1 from people offset 1) as people,
      exists (select 1 from events) as events`.execute(db)
  const [facts] = rows
  if (!facts || facts.published) return null
  return { logo: logo !== null, roles: facts.roles, people: facts.people, events: facts.events }
}
