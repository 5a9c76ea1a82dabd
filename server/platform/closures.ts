import { sql } from 'kysely'
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
const EVERY_MS = 3_600_000
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

/**
 * Runs immediately and then every hour, together with the removal and the measuring of files and pictures, and the check of
 * clubs' own domains and senders. Only the web process has the rights across sites and the pictures.
 */
export function startHourlyErasure({
  senders,
  domains,
  ...given
}: Parts & { senders?: SenderRules; domains?: DomainSettings }): {
  stop(): Promise<void>
} {
  const parts = { failures: createFailures(given), ...given }
  let running = Promise.resolve()
  const logged = (work: Promise<unknown>, failed = 'due erasures or unused files not removed, or files not measured') =>
    work.then(
      () => {},
      (error: Error) => parts.log.error({ err: error.message }, failed),
    )
  const eraseNow = () => {
    running = running
      .then(() => logged(eraseClosedAccounts(parts)))
      .then(() => logged(removeUnusedFiles({ ...parts, now: parts.clock.now() })))
      .then(() => logged(removeUnusedPictures({ ...parts, now: parts.clock.now() })))
      .then(() => logged(measureFiles(parts)))
      .then(() =>
        logged(senders ? checkSenders({ ...parts, rules: senders }) : Promise.resolve(), 'own senders not checked'),
      )
      .then(() =>
        logged(domains ? checkDomains({ ...parts, ...domains }) : Promise.resolve(), 'own domains not checked'),
      )
  }
  eraseNow()
  const timer = setInterval(eraseNow, EVERY_MS)
  timer.unref()
  return {
    stop: () => {
      clearInterval(timer)
      return running
    },
  }
}
