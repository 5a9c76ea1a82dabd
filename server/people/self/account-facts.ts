import type { SiteDb } from '#server/engine/tenancy/with-site.ts'

/** Days are YYYY-MM-DD, instants ISO. */
export type AccountFacts = {
  consent: { version: string; at: string } | null
  closing: string | null
}

export async function readAccountFacts(db: SiteDb, person: number): Promise<AccountFacts> {
  const row = await db
    .selectFrom('people as p')
    .leftJoin('closures as c', (join) => join.onRef('c.site_id', '=', 'p.site_id').onRef('c.person', '=', 'p.id'))
    .select(['p.consent_version', 'p.consent_at', 'c.due_at'])
    .where('p.id', '=', person)
    .executeTakeFirstOrThrow()
  const { consent_version: version, consent_at, due_at } = row
  return {
    consent: version && consent_at ? { version, at: consent_at.toISOString() } : null,
    closing: due_at?.toISOString() ?? null,
  }
}
