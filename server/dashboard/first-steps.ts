import { sql } from 'kysely'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { type PhoneToVerify, phoneToVerify } from '#server/people/phone/to-verify.ts'

/** Steps of a new club before its volunteers can see a roster. */
export type FirstSteps = { logo: boolean; assignments: boolean; people: boolean; events: boolean }

export type Setup = { steps: FirstSteps | null; verify: PhoneToVerify | null }

type SetupArgs = { site: { logo: string | null; sms_enabled: boolean }; person: number }

/**
 * Reads what is still to be set up. `steps` is null for a club that has ever published a shift; its `people` means
 * anyone besides the first admin. `verify` is the reader's phone. Each part reads one row, so that a large club pays
 * nothing.
 */
export async function readSetup(db: SiteDb, { site, person }: SetupArgs): Promise<Setup> {
  const { rows } = await sql<Omit<FirstSteps, 'logo'> & { published: boolean; verify: PhoneToVerify | null }>`
    select exists (select 1 from shifts where draft is not null) as published,
      exists (select 1 from assignments) as assignments,
      exists (select 1 from people offset 1) as people,
      exists (select 1 from events) as events,
      case when ${site.sms_enabled}::boolean then ${phoneToVerify(person)} end as verify`.execute(db)
  const { published, verify, ...steps } = rows[0]!
  return { steps: published ? null : { logo: site.logo !== null, ...steps }, verify }
}
