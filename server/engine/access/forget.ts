import { type Kysely, sql } from 'kysely'
import { declared, type Kept } from '#server/engine/features.ts'
import { createFailures } from '#server/engine/kernel/failures.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import { mintSiteId } from '#server/engine/tenancy/site.ts'
import { createWithSite } from '#server/engine/tenancy/with-site.ts'
import { type SweepDeps, siteIds } from './sweep.ts'

const OWN: readonly Kept[] = [
  { table: 'undos', days: 0, over: (before) => sql`r.expires_at < ${before}` },
  { table: 'idempotency_keys', days: 60, over: (before) => sql`r.created_at < ${before}` },
]

export const listKept = (): Kept[] => [...OWN, ...declared().keeps]

const PORTION = 1_000
const WORK = 'rows.forget'

/** Deletes the rows of all sites that have been kept long enough, in portions, one site at a time. */
export async function forgetRows(deps: SweepDeps): Promise<void> {
  const { pool, clock, stopping = () => false } = deps
  const failures = deps.failures ?? createFailures(deps)
  const withSite = createWithSite(pool, clock)
  const kept = listKept()
  const portion = async (db: Kysely<DB>): Promise<boolean> => {
    const before = ({ days }: Kept) => sql<Date>`${new Date(clock.epochMs() - days * 86_400_000)}::timestamptz`
    let isMore = false
    for (const one of kept) if ((await one.first?.(before(one)).execute(db))?.rows[0]?.done) isMore = true
    const parts = kept.map((one, n) => {
      const { table, over, locks } = one
      const from = sql.table(`core.${table}`)
      return sql`${sql.ref(`k${n}`)} as (delete from ${from} where id in (
        select r.id from ${from} r where ${over(before(one))} limit ${sql.lit(PORTION)} ${locks === false ? sql`` : sql`for update skip locked`}) returning id)`
    })
    const counts = kept.map((_, n) => sql`(select count(*) from ${sql.table(`k${n}`)})`)
    const { rows } = await sql<{ most: number }>`
      with ${sql.join(parts)} select greatest(${sql.join(counts)})::integer as most`.execute(db)
    return isMore || rows[0]!.most === PORTION
  }
  const inSite = async ({ site }: { site: number }) => {
    let isMore = true
    while (isMore && !stopping()) isMore = await withSite(mintSiteId(site), portion, { access: 'write' })
  }
  const sites = (await siteIds(pool)).map((site) => ({ site }))
  await failures.each(WORK, sites, inSite, { stopping, patience: 1 })
}
