import { sql } from 'kysely'
import { runHourly } from '#server/engine/access/ended-jobs.ts'
import { overSites } from '#server/engine/access/sweep.ts'
import type { Clock } from '#server/engine/kernel/clock.ts'
import type { Pool } from '#server/engine/kernel/db/pool.ts'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import { createFailures, type Failures } from '#server/engine/kernel/failures.ts'
import type { Log } from '#server/engine/kernel/log.ts'
import type { Storage } from '#server/engine/kernel/storage/file-store.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import { checkDomains, type DomainSettings } from './domains.ts'
import { erasePerson } from './erase.ts'
import { clearFarewells } from './farewell.ts'
import { measureFiles } from './measure-files.ts'
import { checkSenders, type SenderRules } from './senders.ts'
import { removeUnusedFiles } from './unused-files.ts'
import { removeUnusedPictures } from './unused-pictures.ts'

type Parts = { pool: Pool; clock: Clock; log: Log; storage: Storage; failures?: Failures }
type Due = { site: number; slug: string; person: number; only_admin: boolean }

const BATCH = 100
const ERASURES = 'erasures'

/**
 * Erases the people whose grace period is over, one transaction each. Idempotent, also concurrently. Each gets a last
 * mail; its address is deleted afterwards. A site's last admin stays until there is another.
 * @returns how many were erased.
 */
export async function eraseClosedAccounts(parts: Parts): Promise<number> {
  const { pool, clock, log, storage, failures = createFailures(parts) } = parts
  const now = clock.now()
  const due = await inTransaction<DB, Due[]>(pool, 'read', {}, async (db) => {
    const { rows } = await sql<Due>`
      select c.site_id as site, s.slug, c.person, p.role = 'admin' and p.is_active and not exists (select from core.people o
        where o.site_id = p.site_id and o.id <> p.id and o.role = 'admin' and o.is_active) as only_admin from core.closures c join core.sites s on s.id = c.site_id
      join core.people p on p.site_id = c.site_id and p.id = c.person where c.due_at <= ${now}
      order by only_admin, row_number() over (partition by c.site_id order by c.due_at), c.due_at limit ${failures.limit(ERASURES, BATCH)}`.execute(
      db,
    )
    return rows
  })
  await overSites({ pool, failures }, 'farewells', (only) =>
    inTransaction<DB, void>(pool, 'write', {}, (db) => clearFarewells(db, only)),
  )
  const { done } = await failures.each(ERASURES, due, async ({ site, slug, person, only_admin }) => {
    if (only_admin) {
      log.error({ site, person }, 'the last admin of a site is due to leave; another has to be made first')
      return false
    }
    await erasePerson({ pool, storage, now, farewell: true }, slug, String(person))
    await inTransaction<DB, unknown>(pool, 'write', {}, (db) =>
      sql`delete from core.closures where site_id = ${site} and person = ${person}`.execute(db),
    )
    return true
  })
  return done
}

/** How often a process looks whether an hour is over. */
const LOOK_MS = 300_000

/**
 * Does the hourly work that only web has the rights for, once an hour over all web processes: it erases people, removes and
 * measures files and pictures, and checks clubs' own senders and domains. Looks immediately, and then every five minutes. A
 * failed step is counted, and holds up no other.
 */
export function startHourlyWork({
  senders,
  domains,
  ...given
}: Parts & { senders?: SenderRules; domains?: DomainSettings }): {
  stop(): Promise<void>
} {
  const parts = { failures: createFailures(given), ...given }
  const timed = () => ({ ...parts, now: parts.clock.now() })
  const steps: Record<string, () => Promise<unknown>> = {
    'closures.erase': () => eraseClosedAccounts(parts),
    'files.remove': () => removeUnusedFiles(timed()),
    'pictures.remove': () => removeUnusedPictures(timed()),
    'files.measure': () => measureFiles(parts),
    ...(senders && { 'senders.check': () => checkSenders({ ...parts, rules: senders }) }),
    ...(domains && { 'domains.check': () => checkDomains({ ...parts, ...domains }) }),
  }
  const work = async () => {
    for (const [step, run] of Object.entries(steps)) await parts.failures.job(step, () => runHourly(parts, step, run))
  }
  let running = work()
  const timer = setInterval(() => {
    running = running.then(work)
  }, LOOK_MS)
  timer.unref()
  return {
    stop: () => {
      clearInterval(timer)
      return running
    },
  }
}
