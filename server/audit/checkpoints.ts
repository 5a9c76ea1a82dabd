import { type Kysely, sql } from 'kysely'
import { type SweepDeps, siteIds } from '#server/engine/access/sweep.ts'
import { isSignature, sign } from '#server/engine/kernel/derive.ts'
import { createFailures } from '#server/engine/kernel/failures.ts'
import type { Storage } from '#server/engine/kernel/storage/file-store.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import { mintSiteId } from '#server/engine/tenancy/site.ts'
import { createWithSite } from '#server/engine/tenancy/with-site.ts'

/** Seven years: most claims can be made for six, and need time to be answered. */
export const AUDIT_DAYS = 2_555

const WORK = 'audit.close'
const PORTION = 1_000
/** No transaction lasts that long: every line with a lower id than one of this age is there. */
const SETTLED_MS = 86_400_000

/** SQL: the hash of the lines `a` of a group. */
export const LINES_HASH = sql`sha256(coalesce(string_agg(sha256(convert_to(jsonb_build_array(
  a.id, extract(epoch from a.at), a.person, a.impersonator, a.actor, a.action, a.subject, a.subject_id, a.details)::text, 'UTF8')), ''::bytea order by a.id), ''))`

/** SQL: the hash of checkpoint `c`. */
export const CHECKPOINT_HASH = sql`sha256(convert_to(jsonb_build_array(
  c.site_id, c.id, extract(epoch from c.made_at), encode(c.before_hash, 'hex'), encode(c.lines_hash, 'hex'))::text, 'UTF8'))`

/** SQL: the lowest id. The first checkpoint closes all lines up to it. */
export const LOWEST_ID = sql`(-9223372036854775808)::bigint`

export type Checkpoint = { id: number; hash: string; signature: string }

/**
 * A fault of the newest checkpoint of a log. `other_secret`: this secret and its predecessors did not sign it.
 * The others show a change in the database itself: only the newest one has a signature, and the storage knows of
 * each log that has one.
 */
export type ChainFault = 'other_secret' | 'newest_removed' | 'all_removed'

/**
 * @param isBegun whether the storage says that the log has checkpoints.
 * @returns null for a log that may be closed further.
 */
export function chainFault(
  secret: string,
  site: number,
  newest: Checkpoint | undefined,
  isBegun: boolean,
): ChainFault | null {
  if (!newest) return isBegun ? 'all_removed' : null
  if (newest.signature === '') return 'newest_removed'
  return isSignature(secret, signedText(site, newest), newest.signature) ? null : 'other_secret'
}

const signedText = (site: number, { id, hash }: Checkpoint) => `audit checkpoint:${site}:${id}:${hash}`

export async function newestCheckpoint(db: Kysely<DB>, site: number): Promise<Checkpoint | undefined> {
  const { rows } = await sql<Checkpoint>`
    select c.id, encode(${CHECKPOINT_HASH}, 'hex') as hash, c.signature from core.audit_checkpoints c
    where c.site_id = ${site} order by c.id desc limit 1`.execute(db)
  return rows[0]
}

/**
 * Signs the newest checkpoint with the newest secret. It vouches for those before it, which lose their signature: so a
 * newest one that was removed shows.
 */
export async function signNewest(db: Kysely<DB>, site: number, secret: string): Promise<void> {
  const newest = await newestCheckpoint(db, site)
  if (!newest) return
  const signature = sign(secret, signedText(site, newest)).toString('base64url')
  if (signature === newest.signature) return
  await sql`update core.audit_checkpoints set signature = case when id = ${newest.id} then ${signature} else '' end
    where site_id = ${site} and (id = ${newest.id} or signature <> '')`.execute(db)
}

/** Waits until no one else closes, signs or replaces the log, and lets no one do so until the transaction ends. */
export async function lockAuditLog(db: Kysely<DB>, site: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('audit'), ${site % 2_147_483_647}::int)`.execute(db)
}

const BEGUN = 'audit/'

/**
 * A file that says that the log of a site has checkpoints. It is kept outside the database, so that someone with write
 * access there cannot remove all of them unseen.
 */
export const begunFile = (site: number) => `${BEGUN}${site}.json`

/** The sites whose logs have checkpoints. */
export async function listBegun(storage: Storage): Promise<Set<number>> {
  const ids = (await storage.list(BEGUN)).map((key) => Number(/^audit\/(\d{1,15})\.json$/.exec(key)?.[1]))
  return new Set(ids.filter(Number.isSafeInteger))
}

type CloseDeps = SweepDeps & { storage: Storage; secret: string }

/**
 * Closes the lines of all sites' audit logs that are older than a day, in portions, one site at a time. A log whose
 * newest checkpoint is wrong stays as it is.
 */
export async function closeAuditLogs(deps: CloseDeps): Promise<void> {
  const { pool, clock, storage, secret, stopping = () => false } = deps
  const failures = deps.failures ?? createFailures(deps)
  const withSite = createWithSite(pool, clock)
  // A failure counts for each site: none of their logs is closed.
  let begun: Promise<Set<number>> | undefined
  const inSite = async ({ site }: { site: number }) => {
    begun ??= listBegun(storage)
    const parts = { site, secret, now: clock.now(), isBegun: (await begun).has(site) }
    let [closed, hasBegun] = [PORTION, false]
    while (closed === PORTION && !stopping())
      ({ closed, hasBegun } = await withSite(mintSiteId(site), (db) => closeLines(db, parts), { access: 'write' }))
    if (!hasBegun || parts.isBegun) return
    const bytes = Buffer.from(JSON.stringify({ site, at: clock.now() }))
    await storage.put(begunFile(site), { bytes, content_type: 'application/json' })
  }
  const sites = (await siteIds(pool)).map((site) => ({ site }))
  await failures.each(WORK, sites, inSite, { stopping, patience: 1 })
}

type Parts = { site: number; secret: string; now: Date; isBegun: boolean }

async function closeLines(db: Kysely<DB>, { site, secret, now, isBegun }: Parts) {
  await lockAuditLog(db, site)
  const before = await newestCheckpoint(db, site)
  const fault = chainFault(secret, site, before, isBegun)
  if (fault) throw new Error(`The audit log was not closed: ${fault}. See "watchbill audit check".`)
  const settled = new Date(now.getTime() - SETTLED_MS)
  const { rows } = await sql<{ closed: number }>`
    with newest as (select c.id, ${CHECKPOINT_HASH} as hash from audit_checkpoints c order by c.id desc limit 1),
    portion as (select a.* from audit a where ${before ? sql`a.id > (select id from newest)` : sql`true`}
      and a.id <= (select l.id from audit l where l.at < ${settled} order by l.id desc limit 1) order by a.id limit ${PORTION}),
    summed as (select count(*) as closed, max(a.id) as id, ${LINES_HASH} as hash from portion a),
    added as (insert into audit_checkpoints (id, before_hash, lines_hash)
      select s.id, (select hash from newest), s.hash from summed s where s.closed > 0)
    select closed::integer as closed from summed`.execute(db)
  await signNewest(db, site, secret)
  const closed = rows[0]!.closed
  return { closed, hasBegun: before !== undefined || closed > 0 }
}
