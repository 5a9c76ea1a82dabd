import pg from 'pg'
import { DEFAULT_SETTINGS } from '#server/engine/access/actor.ts'
import { createClock } from '#server/engine/kernel/clock.ts'
import { createPool } from '#server/engine/kernel/db/pool.ts'
import { createLog } from '#server/engine/kernel/log.ts'
import { createResolveSite } from '#server/engine/tenancy/resolve-site.ts'
import { mintSiteId } from '#server/engine/tenancy/site.ts'
import { createWithSite } from '#server/engine/tenancy/with-site.ts'
import type { Audience } from '#server/messages/audience/contract.ts'
import { countAudience } from '#server/messages/audience/queries.ts'
import { createProductCollections } from '#server/registry.ts'
import { median } from './figures.ts'
import { inTurns, report } from './load.ts'
import type { Bench } from './rig.ts'

/** Milliseconds, on an idle machine. */
const GOAL_MS = 300

/**
 * Counts the audience of five rules in a club of 20,000 people and 100,000 shifts, against a hand-written statement of
 * the same joins.
 */
export const audienceCount: Bench = async ({ scale, dataset }) => {
  const data = await dataset('club')
  const log = createLog({ level: 'warn' })
  const pool = createPool({ connectionString: data.url, role: 'app', max: 1, log })
  const client = new pg.Client({ connectionString: data.superuserUrl, options: '-c search_path=core -c app.site_id=1' })
  await client.connect()
  const clock = createClock()
  const day = (days: number) => new Date(clock.epochMs() + days * 86_400_000).toISOString().slice(0, 10)
  const [from, to, earlier, since] = [day(-365), day(365), day(366), day(-3650)] as const
  const audience: Audience = {
    access_role: 'user',
    roles: [1, 2, 3, 4, 5, 6],
    shifts: { from, to, at_least: 1, at_most: 40 },
    last_shift_before: earlier,
    joined_since: since,
  }
  const collections = createProductCollections()
  const withSite = createWithSite(pool)
  const site = await createResolveSite(pool, clock)('bench-1')
  if (!site) throw new Error('The data set has no site.')
  const person = {
    id: 1,
    account_id: null,
    name: '',
    email: '',
    avatar: null,
    access_role: 'admin' as const,
    settings: DEFAULT_SETTINGS,
  }
  const actor = { kind: 'person' as const, person, session: 0, viewAsUser: false, impersonator: null }
  const timed = async (work: () => Promise<number>) => {
    const begun = performance.now()
    return { receiving: await work(), ms: performance.now() - begun }
  }
  const product = () =>
    timed(async () => {
      const count = await withSite(mintSiteId(1), (db) =>
        countAudience({ db, site, actor, clock }, collections, { kind: 'email', audience }),
      )
      return count.receiving
    })
  const bare = () =>
    timed(async () => {
      const { rows } = await client.query<{ n: number }>(
        `select count(*)::int as n from people p where p.site_id = 1 and p.role = 'user' and p.is_active and p.email <> '' and p.email_newsletters
          and coalesce(p.joined, p.created_at::date) >= $3::date
          and exists (select from shifts s where s.site_id = 1 and s.person = p.id and s.role = any ('{1,2,3,4,5,6}'))
          and (select count(*) from shifts s where s.site_id = 1 and s.person = p.id and s.start >= $1::date and s.start < $2::date + 1) between 1 and 40
          and not exists (select from shifts s where s.site_id = 1 and s.person = p.id and s.start >= $4::date)`,
        [from, to, since, earlier],
      )
      return rows[0]?.n ?? 0
    })
  try {
    await product()
    await bare()
    const pairs = await inTurns(scale, product, bare)
    for (const [ours, theirs] of pairs)
      if (ours.receiving !== theirs.receiving || ours.receiving === 0)
        throw new Error(`Not the same people: ${ours.receiving} and ${theirs.receiving}.`)
    const ms = median(pairs.map(([ours]) => ours.ms))
    console.log(
      `audience-count: ${pairs[0]?.[0].receiving} of ${data.people} people counted in ${ms.toFixed(0)} ms (goal ${GOAL_MS})`,
    )
    report(
      'audience-count',
      pairs.map(([ours, theirs]) => theirs.ms / ours.ms),
    )
  } finally {
    await Promise.all([pool.end(), client.end()])
  }
}
