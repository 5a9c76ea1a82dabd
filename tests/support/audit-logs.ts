import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Kysely, sql } from 'kysely'
import { expect } from 'vitest'
import { CHECKPOINT_HASH, closeAuditLogs, signNewest } from '#server/audit/checkpoints.ts'
import { forgetRows } from '#server/engine/access/forget.ts'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import { createDiskStorage } from '#server/engine/kernel/storage/disk.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import { type AuditFault, acceptAuditLogs, checkAuditLogs } from '#server/platform/audit-logs.ts'
import { createProductCollections } from '#server/registry.ts'
import { worldTest } from './fixture.ts'
import { log } from './world.ts'

const DAY = 86_400_000
export const [SECRET, NEXT, OTHER] = ['a', 'b', 'c'].map((letter) => letter.repeat(32)) as [string, string, string]

/** A site whose audit log is closed, aged and checked. */
export const test = worldTest
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from it which other fixtures are needed.
  .extend('folder', ({}, { onCleanup }) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'wb-audit-'))
    onCleanup(() => rmSync(folder, { recursive: true }))
    return folder
  })
  .extend('scene', async ({ world, folder }) => {
    createProductCollections()
    const site = await world.makeSite()
    const now = world.clock.now()
    const storage = createDiskStorage(path.join(folder, 'media'))
    const deps = { pool: world.pool('worker'), clock: world.clock, log }
    const platform = (secret: string) => ({ pool: world.pool('platform'), storage, secret, now })
    const ids = async (table: string) => {
      const { rows } = await world.superuser.query(`select id::int from core.${table} where site_id = $1 order by id`, [
        site.id,
      ])
      return rows.map(({ id }) => id as number)
    }
    const add = async (days: number, more: object = {}) => {
      const { id } = await world.insert(site, 'audit', {
        ...{ actor: 'system', action: 'people.update', subject: 'people', subject_id: 7, details: '{"name":true}' },
        ...{ at: new Date(now.getTime() - days * DAY), ...more },
      })
      return id as number
    }
    const close = (secret = SECRET) => closeAuditLogs({ ...deps, storage, secret })
    return {
      site,
      storage,
      /** Adds a line of so many days ago. */
      add,
      close,
      /** Adds a line for each group, and closes it before the next. */
      addClosed: async (groups: number) => {
        const lines: number[] = []
        for (let n = 0; n < groups; n++) {
          lines.push(await add(3))
          await close()
        }
        return lines
      },
      /** Makes all checkpoints so many days older, as if the product had made them then. */
      age: async (days: number) => {
        const checkpoints = await ids('audit_checkpoints')
        await inTransaction(world.pool('platform'), 'write', {}, async (db: Kysely<DB>) => {
          await sql`update core.audit_checkpoints set made_at = made_at - ${days}::integer * interval '1 day' where site_id = ${site.id}`.execute(
            db,
          )
          for (const id of checkpoints)
            await sql`update core.audit_checkpoints n set before_hash = (select ${CHECKPOINT_HASH} from core.audit_checkpoints c
              where c.site_id = n.site_id and c.id < n.id order by c.id desc limit 1) where n.site_id = ${site.id} and n.id = ${id}`.execute(
              db,
            )
          await signNewest(db, site.id, SECRET)
        })
      },
      forget: (stopping: () => boolean = () => false) => forgetRows({ ...deps, stopping }),
      check: (secret = SECRET, since?: Date) =>
        checkAuditLogs(platform(secret), { site: site.slug, ...(since && { since }) }),
      accept: (secret: string) => acceptAuditLogs(platform(secret), site.slug),
      checkpoints: () => ids('audit_checkpoints'),
      lines: () => ids('audit'),
      alter: (text: string, ...values: unknown[]) => world.superuser.query(text, [site.id, ...values]),
    }
  })

type Range = [after: number | null, id: number]

/** The faults of a site with these ranges of lines. */
export const fault = (site: { id: number; slug: string }, chain: AuditFault['chain'], ...changed: Range[]) => [
  {
    ...{ site: site.id, slug: site.slug, chain },
    changed: changed.map(([after, id]) => ({ after, id, made_at: expect.stringMatching(/^\d{4}-/) })),
  },
]

export const found = (site: { id: number; slug: string }, ...changed: Range[]) => fault(site, null, ...changed)
