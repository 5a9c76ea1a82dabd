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
  NO_LINES_HASH,
  newestCheckpoint,
  signNewest,
} from '#server/audit/checkpoints.ts'
import { siteIds } from '#server/engine/access/sweep.ts'
import { instantText } from '#server/engine/kernel/db/instant-sql.ts'
import type { Pool } from '#server/engine/kernel/db/pool.ts'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import type { Storage } from '#server/engine/kernel/storage/file-store.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import { auditSite } from './audit-site.ts'
import { siteNamed } from './sites.ts'

type Parts = { pool: Pool; storage: Storage; secret: string; now: Date }

/** Lines with ids in a range, or the checkpoint that closes them, are not as they were. `after` null: from the first. */
type ChangedLines = { after: number | null; id: number; made_at: string }

/** What is wrong with the audit log of a site. */
export type AuditFault = { site: number; slug: string; chain: ChainFault | null; changed: ChangedLines[] }

type Which = {
  /** Default: all sites. */
  site?: string | undefined
  /** Reads only the lines that were closed since then, and those that the newest checkpoint closes; default: all. */
  since?: Date
}

/**
 * Compares audit logs with their checkpoints. Lines that a checkpoint closed so long ago that they are no longer kept
 * are as they were or gone.
 * @returns the logs with a fault.
 * @throws DomainError 'not_found' when there is no such site.
 */
export async function checkAuditLogs(
  { pool, storage, secret, now }: Parts,
  { site, since = new Date(0) }: Which = {},
): Promise<AuditFault[]> {
  const kept = new Date(now.getTime() - AUDIT_DAYS * 86_400_000)
  const begun = await listBegun(storage)
  const faults: AuditFault[] = []
  for (const id of await chosen(pool, site)) {
    const fault = await inTransaction<DB, AuditFault | null>(pool, 'read', {}, async (db) => {
      const chain = chainFault(secret, id, await newestCheckpoint(db, id), begun.has(id))
      const { rows: changed } = await sql<ChangedLines>`
        with chain as (select c.*, ${CHECKPOINT_HASH} as hash, lag(c.id) over in_order as after, lead(c.id) over in_order is null as is_newest,
            lead(c.before_hash) over in_order as stated_hash, c.made_at < ${kept} as is_over
          from core.audit_checkpoints c where c.site_id = ${id} window in_order as (order by c.id)),
        compared as (select c.*, case when c.is_newest or c.is_over or c.made_at >= ${since} then (select ${LINES_HASH} from core.audit a
            where a.site_id = c.site_id and a.id > coalesce(c.after, ${LOWEST_ID}) and a.id <= c.id) else c.lines_hash end as found from chain c)
        select c.after, c.id, ${instantText('c.made_at')} as made_at from compared c
        where (not c.is_newest and c.stated_hash is distinct from c.hash) or (c.after is null and c.before_hash is not null and not c.is_over)
          or (c.found <> c.lines_hash and not (c.is_over and c.found = ${NO_LINES_HASH})) order by c.id`.execute(db)
      if (!chain && !changed.length) return null
      return { site: id, slug: await slugOf(db, id), chain, changed }
    })
    if (fault) faults.push(fault)
  }
  return faults
}

/**
 * Signs the audit logs that another secret signed, and says so in each. Refuses those that have lost their newest
 * checkpoint, or all of them: that comes from no change of the secret.
 * @returns the names of their sites.
 * @throws DomainError 'not_found' when there is no such site.
 */
export async function acceptAuditLogs({ pool, storage, secret, now }: Parts, site?: string) {
  const begun = await listBegun(storage)
  const accepted: string[] = []
  const refused: string[] = []
  for (const id of await chosen(pool, site))
    await inTransaction<DB, void>(pool, 'write', {}, async (db) => {
      await lockAuditLog(db, id)
      const fault = chainFault(secret, id, await newestCheckpoint(db, id), begun.has(id))
      if (!fault) return
      const slug = await slugOf(db, id)
      if (fault !== 'other_secret') {
        refused.push(slug)
        return
      }
      await signNewest(db, id, secret)
      await auditSite(db, { site: id, at: now, action: 'audit.accept', subject: 'sites', subject_id: id })
      accepted.push(slug)
    })
  return { accepted, refused }
}

/** Lets logs begin again that have no checkpoint since the database, or only a site, was put back to an earlier state. */
export async function beginAfterRestore(
  { pool, storage }: Pick<Parts, 'pool' | 'storage'>,
  only?: number,
): Promise<void> {
  for (const site of await listBegun(storage)) {
    if (only !== undefined && site !== only) continue
    const newest = await inTransaction(pool, 'read', {}, (db: Kysely<DB>) => newestCheckpoint(db, site))
    if (!newest) await storage.remove(begunFile(site))
  }
}

const chosen = async (pool: Pool, site: string | undefined): Promise<number[]> =>
  site === undefined ? siteIds(pool) : [(await siteNamed({ pool }, site)).id]

const slugOf = async (db: Kysely<DB>, site: number): Promise<string> =>
  (await db.selectFrom('sites').select('slug').where('id', '=', site).executeTakeFirstOrThrow()).slug

const LINES_ADVICE =
  'Someone changed the database itself: see docs/security.md. Compare these lines with those of a backup.'
const REMOVED_ADVICE =
  'Someone changed the database itself: see docs/security.md. Compare the log with that of a backup, and put the rows of this site in core.audit_checkpoints back from it. Until then nothing is closed.'

/** One line per fault, with what to do. */
export const faultLines = ({ site, slug, chain, changed }: AuditFault): { what: string; advice: string }[] => {
  const log = `the audit log of ${slug}`
  const chainLines: Record<ChainFault, { what: string; advice: string }> = {
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
  }
  return [
    ...changed.map(({ after, id, made_at }) => ({
      what: `Lines ${after === null ? 'up' : after + 1} to ${id} of ${log}, or the checkpoint of ${made_at} that closes them, are not as they were.`,
      advice: LINES_ADVICE,
    })),
    ...(chain ? [chainLines[chain]] : []),
  ]
}
