import { type Kysely, sql } from 'kysely'
import {
  AUDIT_DAYS,
  begunFile,
  CHECKPOINT_HASH,
  type ChainFault,
  chainFault,
  LINES_HASH,
  LOWEST_ID,
  listBegun,
  lockAuditLog,
  newestCheckpoint,
  signNewest,
} from '#server/audit/checkpoints.ts'
import { instantText } from '#server/engine/kernel/db/instant-sql.ts'
import type { Pool } from '#server/engine/kernel/db/pool.ts'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import { reasonOf } from '#server/engine/kernel/start-failure.ts'
import type { Storage } from '#server/engine/kernel/storage/file-store.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import { auditSite } from './audit-site.ts'
import { siteNamed } from './sites.ts'

type Parts = { pool: Pool; storage: Storage; secret: string; now: Date }

/** Lines with ids in a range, or the checkpoint that closes them, are not as they were. `after` null: from the first. */
type ChangedLines = { after: number | null; id: number; made_at: string }

/** After this, a line has been closed: a job does so each night with those that are older than a day. */
const MOST_OPEN_MS = 2 * 86_400_000

/** A fault of the audit log of a site. `unread`: it could not be compared, because of `error`. */
export type AuditFault = {
  site: number
  slug: string
  chain: ChainFault | 'not_closed' | 'unread' | null
  changed: ChangedLines[]
  error?: string
}

type Which = {
  /** Default: all sites. */
  site?: string | undefined
  /** Reads only the lines that were closed since then, and those that the newest checkpoint closes; default: all. */
  since?: Date
}

/**
 * Compares audit logs with their checkpoints, but not the lines that a checkpoint closed so long ago that they are no
 * longer kept: they go in portions.
 * @returns the logs with a fault.
 * @throws DomainError 'not_found' when there is no such site.
 */
export async function checkAuditLogs(
  { pool, storage, secret, now }: Parts,
  { site, since = new Date(0) }: Which = {},
): Promise<AuditFault[]> {
  const kept = new Date(now.getTime() - AUDIT_DAYS * 86_400_000)
  const begun = await listBegun(storage)
  const open = new Date(now.getTime() - MOST_OPEN_MS)
  const faults: AuditFault[] = []
  for (const { id, slug } of await chosen(pool, site)) {
    const compare = inTransaction<DB, AuditFault | null>(pool, 'read', {}, async (db) => {
      const newest = await newestCheckpoint(db, id)
      const { rows: unclosed } = await sql`
        select from core.audit a where a.site_id = ${id} and a.at < ${open} and ${newest ? sql`a.id > ${newest.id}` : sql`true`} limit 1`.execute(
        db,
      )
      const chain = chainFault(secret, id, newest, begun.has(id)) ?? (unclosed.length ? 'not_closed' : null)
      const { rows: changed } = await sql<ChangedLines>`
        with chain as (select c.*, ${CHECKPOINT_HASH} as hash, lag(c.id) over in_order as after, lead(c.id) over in_order is null as is_newest,
            lead(c.before_hash) over in_order as stated_hash, c.made_at < ${kept} as is_over,
            coalesce(lead(c.made_at) over in_order < ${kept}, false) as is_next_over
          from core.audit_checkpoints c where c.site_id = ${id} window in_order as (order by c.id)),
        compared as (select c.*, case when not c.is_over and (c.is_newest or c.made_at >= ${since}) then (select ${LINES_HASH} from core.audit a
            where a.site_id = c.site_id and a.id >= coalesce(c.after + 1, ${LOWEST_ID}) and a.id <= c.id) else c.lines_hash end as found from chain c)
        select c.after, c.id, ${instantText('c.made_at')} as made_at from compared c
        where (not c.is_newest and not c.is_next_over and c.stated_hash is distinct from c.hash) or (c.after is null and c.before_hash is not null and not c.is_over)
          or c.found <> c.lines_hash order by c.id`.execute(db)
      if (!chain && !changed.length) return null
      return { site: id, slug, chain, changed }
    })
    const fault = await compare.catch(
      (error): AuditFault => ({ site: id, slug, chain: 'unread', changed: [], error: reasonOf(error) }),
    )
    if (fault) faults.push(fault)
  }
  return faults
}

/**
 * Signs the audit logs that another secret signed, and says so in each. Refuses those that have lost their newest
 * checkpoint, or all of them: that comes from no change of the secret.
 * @returns the names of their sites, of those refused, and of those that failed with the reason.
 * @throws DomainError 'not_found' when there is no such site.
 */
export async function acceptAuditLogs({ pool, storage, secret, now }: Parts, site?: string) {
  const begun = await listBegun(storage)
  const accepted: string[] = []
  const refused: string[] = []
  const failed: string[] = []
  for (const { id, slug } of await chosen(pool, site)) {
    const signing = inTransaction<DB, ChainFault | null>(pool, 'write', {}, async (db) => {
      await lockAuditLog(db, id)
      const fault = chainFault(secret, id, await newestCheckpoint(db, id), begun.has(id))
      if (fault !== 'other_secret') return fault
      await signNewest(db, id, secret)
      await auditSite(db, { site: id, at: now, action: 'audit.accept', subject: 'sites', subject_id: id })
      return fault
    })
    await signing.then(
      (fault) => fault && (fault === 'other_secret' ? accepted : refused).push(slug),
      (error) => failed.push(`${slug} (${reasonOf(error)})`),
    )
  }
  return { accepted, refused, failed }
}

/**
 * Lets logs begin again that have no checkpoint since the database, or only a site, was put back to the state of `made_at`,
 * in that transaction. Those that had begun before it stay: their checkpoints were removed. If the transaction fails,
 * the next night makes the files again.
 * @param begun sites whose log may have begun.
 */
export async function beginAfterRestore(
  db: Kysely<DB>,
  storage: Storage,
  { begun, made_at }: { begun: Iterable<number>; made_at: string },
): Promise<void> {
  for (const site of begun) {
    if (await newestCheckpoint(db, site)) continue
    const file = await storage.get(begunFile(site))
    const [, at = ''] = /"at":"([^"]{1,40})"/.exec(Buffer.from(file?.bytes ?? '').toString()) ?? []
    if (new Date(at) > new Date(made_at)) await storage.remove(begunFile(site))
  }
}

const chosen = async (pool: Pool, site: string | undefined): Promise<{ id: number; slug: string }[]> =>
  site === undefined
    ? inTransaction(pool, 'read', {}, (db: Kysely<DB>) =>
        db.selectFrom('sites').select(['id', 'slug']).orderBy('id').execute(),
      )
    : [await siteNamed({ pool }, site)]

const LINES_ADVICE =
  'Someone changed the database itself: see docs/security.md. Compare these lines with those of a backup.'
const REMOVED_ADVICE =
  'Someone changed the database itself: see docs/security.md. Compare the log with that of a backup, and put the rows of this site in core.audit_checkpoints back from it. Until then nothing is closed.'

/** One line per fault, with what to do. */
export const faultLines = ({ site, slug, chain, changed, error }: AuditFault): { what: string; advice: string }[] => {
  const log = `the audit log of ${slug}`
  const chainLines: Record<NonNullable<AuditFault['chain']>, { what: string; advice: string }> = {
    other_secret: {
      what: `Another SESSION_SECRET signed ${log}, or someone changed its newest checkpoint.`,
      advice:
        'If SESSION_SECRET changed, add the one that signed it behind yours; if that one is lost or leaked, run "watchbill audit accept". If it did not change, someone changed the database itself: compare the log with that of a backup.',
    },
    newest_removed: { what: `The newest checkpoint of ${log} was removed.`, advice: REMOVED_ADVICE },
    all_removed: {
      what: `All checkpoints of ${log} were removed.`,
      advice: `${REMOVED_ADVICE} If the provider of the database put it back to a time before the first of them, delete the file ${begunFile(site)} from the storage of files.`,
    },
    not_closed: {
      what: `Lines of ${log} that are older than two days are not closed.`,
      advice:
        'A job of the worker closes them at 03:30 UTC, after an upgrade or a restore in the next night. If they stay open, look for "audit.close" in its log: it needs to list, read and add files in audit/ of the storage.',
    },
    unread: { what: `Could not compare ${log}: ${error}`, advice: 'Mend that, and compare it again.' },
  }
  return [
    ...changed.map(({ after, id, made_at }) => ({
      what: `Lines ${after === null ? 'up' : after + 1} to ${id} of ${log}, or the checkpoint of ${made_at} that closes them, are not as they were.`,
      advice: LINES_ADVICE,
    })),
    ...(chain ? [chainLines[chain]] : []),
  ]
}
