import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Kysely, sql } from 'kysely'
import { Registry } from 'prom-client'
import { expect } from 'vitest'
import { AUDIT_DAYS, begunFile, CHECKPOINT_HASH, closeAuditLogs, signNewest } from '#server/audit/checkpoints.ts'
import { forgetRows } from '#server/engine/access/forget.ts'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import { createFailures } from '#server/engine/kernel/failures.ts'
import { createDiskStorage } from '#server/engine/kernel/storage/disk.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import { type AuditFault, acceptAuditLogs, beginAfterRestore, checkAuditLogs } from '#server/platform/audit-logs.ts'
import { eraseSite } from '#server/platform/erase.ts'
import { eraseSiteRows } from '#server/platform/erase-rows.ts'
import { createProductCollections } from '#server/registry.ts'
import { worldTest } from '#tests/support/fixture.ts'
import { createCommands } from '#tests/support/programs.ts'
import { log } from '#tests/support/world.ts'

const DAY = 86_400_000
const [SECRET, NEXT, OTHER] = ['a', 'b', 'c'].map((letter) => letter.repeat(32)) as [string, string, string]

const test = worldTest
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

const fault = (site: { id: number; slug: string }, chain: AuditFault['chain'], ...changed: Range[]) => [
  {
    ...{ site: site.id, slug: site.slug, chain },
    changed: changed.map(([after, id]) => ({ after, id, made_at: expect.stringMatching(/^\d{4}-/) })),
  },
]

const found = (site: { id: number; slug: string }, ...changed: Range[]) => fault(site, null, ...changed)

test('lines older than a day are closed, in portions, and all lines are as they were', async ({ world, scene }) => {
  const { site, add, close, check, checkpoints, lines } = scene
  await world.superuser.query(
    `insert into core.audit (site_id, at, actor, action) select $1, now() - interval '3 days', 'system', 'people.update' from generate_series(1, 1100)`,
    [site.id],
  )
  const last = await add(2)
  await add(0.5)
  await close()
  expect(await checkpoints()).toEqual([(await lines())[999], last])
  await close()
  expect(await checkpoints()).toHaveLength(2)
  expect(await check()).toEqual([])
})

test('a closed line that was changed, removed or put in shows, with the lines around it', async ({ scene }) => {
  const { site, add, close, check, alter } = scene
  const [first, second] = [await add(5), await add(4)]
  await close()
  const [, fourth] = [await add(3), await add(2)]
  await close()
  await alter(`update core.audit set actor = 'person:1' where site_id = $1 and id = $2`, second)
  expect(await check()).toEqual(found(site, [null, second]))
  await alter(`update core.audit set actor = 'system' where site_id = $1 and id = $2`, second)
  expect(await check()).toEqual([])
  await alter(`update core.audit set at = at + interval '1 microsecond' where site_id = $1 and id = $2`, fourth)
  expect(await check()).toEqual(found(site, [second, fourth]))
  await alter('delete from core.audit where site_id = $1 and id = $2', first)
  expect(await check()).toEqual(found(site, [null, second], [second, fourth]))
})

test('a line that was put in before the first one shows', async ({ scene }) => {
  const { site, add, close, check } = scene
  const first = await add(3)
  await close()
  await add(4, { id: -1 })
  expect(await check()).toEqual(found(site, [null, first]))
})

test('a line is closed whatever its number is', async ({ scene }) => {
  const { add, close, check, checkpoints, alter, site } = scene
  await add(4, { id: -5 })
  await add(4, { id: 0 })
  await close()
  expect(await checkpoints()).toEqual([0])
  await alter('delete from core.audit where site_id = $1 and id = -5')
  expect(await check()).toEqual(found(site, [null, 0]))
})

test('the lowest of all numbers is closed, too', async ({ scene }) => {
  const { site, add, close, check, alter } = scene
  const last = await add(3)
  await alter('update core.audit set id = -9223372036854775808 where site_id = $1 and id = $2', await add(3))
  await close()
  expect(await check()).toEqual([])
  await alter(`update core.audit set actor = 'person:1' where site_id = $1 and id < 0`)
  expect(await check()).toEqual(found(site, [null, last]))
})

test('a line with a later time and a lower number keeps no other line open', async ({ scene }) => {
  const { add, addClosed, close, check, checkpoints } = scene
  const [first] = (await addClosed(1)) as [number]
  const [line] = [first + 100, await add(2, { id: first + 100 })]
  await add(1.5, { id: first + 50 })
  await close()
  expect([await checkpoints(), await check()]).toEqual([[first, line], []])
})

test('a line that was not closed for two days shows, also in a log that was never closed', async ({ scene }) => {
  const { site, add, close, check } = scene
  await add(1.9)
  expect(await check()).toEqual([])
  await add(2.1)
  expect(await check()).toEqual(fault(site, 'not_closed'))
  await close()
  expect(await check()).toEqual([])
  await add(2.1)
  expect(await check()).toEqual(fault(site, 'not_closed'))
})

test('a storage that cannot be listed is work that failed', async ({ world, scene }) => {
  const { site, storage, add, checkpoints } = scene
  await add(3)
  const registry = new Registry()
  const list = () => Promise.reject(new Error('AccessDenied'))
  const deps = { pool: world.pool('worker'), clock: world.clock, log, secret: SECRET }
  const failures = createFailures({ clock: world.clock, log, registry })
  await closeAuditLogs({ ...deps, failures, storage: { ...storage, list } })
  expect(await registry.getSingleMetricAsString('work_failed_total')).toMatch(/\{work="audit\.close"\} [1-9]/)
  expect([site.id, await checkpoints()]).toEqual([site.id, []])
})

test('a log with a fault keeps no other one open, unchecked or unsigned', async ({ world, scene }) => {
  const { site, storage, addClosed, add, close } = scene
  await addClosed(1)
  const other = await world.makeSite()
  const { id } = await world.insert(other, 'audit', {
    ...{ at: new Date(world.clock.epochMs() - 3 * DAY), actor: 'system', action: 'people.update' },
  })
  await world.superuser.query(`update core.audit_checkpoints set signature = '' where site_id = $1`, [site.id])
  await add(3)
  await close()
  const { rows } = await world.superuser.query(
    'select id::int, signature from core.audit_checkpoints where site_id = $1',
    [other.id],
  )
  expect(rows).toEqual([{ id, signature: expect.stringMatching(/./) }])
  const parts = { pool: world.pool('platform'), storage, now: world.clock.now() }
  await world.superuser.query(
    `create policy broken on core.audit as restrictive for all to watchbill_platform using (1 / (site_id - ${site.id}) is not null)`,
  )
  try {
    const checked = await checkAuditLogs({ ...parts, secret: OTHER })
    expect(checked).toEqual(
      expect.arrayContaining([
        { site: site.id, slug: site.slug, chain: 'unread', changed: [], error: expect.stringContaining('division') },
        ...fault(other, 'other_secret'),
      ]),
    )
    await world.superuser.query(`update core.audit_checkpoints set signature = 'x' where site_id = $1`, [site.id])
    const accepted = await acceptAuditLogs({ ...parts, secret: OTHER })
    expect(accepted.failed).toEqual([expect.stringContaining(site.slug)])
    expect(accepted.accepted).toContain(other.slug)
  } finally {
    await world.superuser.query('drop policy broken on core.audit')
  }
})

test('an older checkpoint that was changed or removed shows', async ({ scene }) => {
  const { site, addClosed, check, alter } = scene
  const [first, second, third] = (await addClosed(3)) as [number, number, number]
  const shift = (by: string) =>
    alter(
      `update core.audit_checkpoints set made_at = made_at + $3::interval where site_id = $1 and id = $2`,
      second,
      by,
    )
  await shift('-1 microsecond')
  expect(await check()).toEqual(found(site, [first, second]))
  await shift('1 microsecond')
  expect(await check()).toEqual([])
  await alter('delete from core.audit_checkpoints where site_id = $1 and id = $2', second)
  expect(await check()).toEqual(found(site, [null, first], [first, third]))
  await alter('delete from core.audit_checkpoints where site_id = $1 and id = $2', first)
  expect(await check()).toEqual(found(site, [null, third]))
})

test('the first checkpoints and their lines cannot be removed together while they are kept', async ({ scene }) => {
  const { site, addClosed, check, alter } = scene
  const [first, second] = (await addClosed(3)) as [number, number]
  for (const table of ['audit', 'audit_checkpoints'])
    await alter(`delete from core.${table} where site_id = $1 and id <= $2`, first)
  expect(await check()).toEqual(found(site, [null, second]))
})

test('a line does not escape by the age of its checkpoint', async ({ scene }) => {
  const { site, addClosed, check, alter } = scene
  const [first, second] = (await addClosed(3)) as [number, number]
  await alter(`update core.audit set actor = 'person:1' where site_id = $1 and id = $2`, second)
  await alter(`update core.audit_checkpoints set made_at = '2000-01-01' where site_id = $1 and id = $2`, second)
  expect(await check()).toEqual(found(site, [first, second]))
  await alter('delete from core.audit where site_id = $1 and id = $2', second)
  expect(await check()).toEqual(found(site, [first, second]))
})

test('a changed newest checkpoint has no signature of ours', async ({ scene }) => {
  const { site, addClosed, check, alter } = scene
  const [first, second] = (await addClosed(2)) as [number, number]
  await alter(`update core.audit_checkpoints set lines_hash = '\\x00' where site_id = $1 and id = $2`, second)
  expect(await check()).toEqual(fault(site, 'other_secret', [first, second]))
})

test('where the newest checkpoint was removed, nothing more is closed, and no operator accepts the log', async ({
  scene,
}) => {
  const { site, add, addClosed, close, check, accept, checkpoints, alter } = scene
  const [first, second] = (await addClosed(2)) as [number, number]
  await alter(`update core.audit set actor = 'person:1' where site_id = $1 and id = $2`, second)
  await alter('delete from core.audit_checkpoints where site_id = $1 and id = $2', second)
  expect(await check()).toEqual(fault(site, 'newest_removed'))
  await add(3)
  await close()
  expect(await accept(SECRET)).toEqual({ accepted: [], refused: [site.slug], failed: [] })
  expect([await checkpoints(), await check()]).toEqual([[first], fault(site, 'newest_removed')])
})

test('where all checkpoints were removed, none is made, until an operator restores the site to that state', async ({
  world,
  scene,
}) => {
  const { site, storage, addClosed, close, check, accept, checkpoints, alter } = scene
  await addClosed(2)
  await alter('delete from core.audit_checkpoints where site_id = $1')
  await alter(`update core.audit set actor = 'person:1' where site_id = $1`)
  const restoredTo = (days: number) =>
    inTransaction(world.pool('platform'), 'write', {}, (db: Kysely<DB>) =>
      beginAfterRestore(db, storage, {
        begun: [site.id],
        made_at: new Date(world.clock.epochMs() - days * DAY).toISOString(),
      }),
    )
  await restoredTo(-1)
  await close()
  expect(await accept(SECRET)).toEqual({ accepted: [], refused: [site.slug], failed: [] })
  expect([await checkpoints(), await check()]).toEqual([[], fault(site, 'all_removed')])
  await restoredTo(1)
  expect(await check()).toEqual(fault(site, 'not_closed'))
  await close()
  expect([await checkpoints(), await check()]).toEqual([[expect.any(Number)], []])
  await restoredTo(1)
  expect(await storage.get(begunFile(site.id))).not.toBeNull()
})

test('lines go once a checkpoint of seven years ago closes them, and the log begins at that checkpoint', async ({
  scene,
}) => {
  const { site, add, addClosed, age, forget, check, checkpoints, lines, alter } = scene
  const [, start] = (await addClosed(2)) as [number, number]
  await age(AUDIT_DAYS - 2)
  await forget()
  expect(await lines()).toHaveLength(2)
  await age(3)
  const [kept] = await addClosed(1)
  const open = await add(AUDIT_DAYS + 1)
  await forget()
  expect([await lines(), await checkpoints()]).toEqual([
    [kept, open],
    [start, kept],
  ])
  expect(await check()).toEqual(fault(site, 'not_closed'))
  await alter('update core.audit set at = now() where site_id = $1 and id = $2', open)
  expect(await check()).toEqual([])
  await add(100, { id: start - 1 })
  await forget()
  expect([await lines(), await check()]).toEqual([[kept, open], []])
  await alter('delete from core.audit where site_id = $1 and id = $2', kept)
  expect(await check()).toEqual(found(site, [start, kept!]))
})

test('a log of which lines and checkpoints have begun to go is as it was', async ({ scene }) => {
  const { add, addClosed, close, age, forget, check, lines, alter } = scene
  const [, middle] = await addClosed(3)
  await alter(
    `insert into core.audit (site_id, at, actor, action) select $1, now() - interval '3 days', 'system', 'people.update' from generate_series(1, 1100)`,
  )
  await close()
  await age(AUDIT_DAYS + 1)
  await add(2)
  await close()
  // As if some had gone, in any order.
  await alter('delete from core.audit_checkpoints where site_id = $1 and id = $2', middle)
  const { rows } = await alter('select count(*)::int as before from core.sites where id < $1')
  let asked = 0
  // Twice at each site, and once more before its second turn.
  await forget(() => ++asked > 2 * rows[0].before + 2)
  expect((await lines()).length).toBe(104)
  expect(await check()).toEqual([])
  await forget()
  expect([(await lines()).length, await check()]).toEqual([1, []])
})

test('a line of the future goes with the others', async ({ scene }) => {
  const { add, addClosed, age, forget, check, lines } = scene
  await add(-4_000)
  await addClosed(1)
  await age(AUDIT_DAYS + 1)
  const [kept] = await addClosed(1)
  await forget()
  expect([await lines(), await check()]).toEqual([[kept], []])
})

test('the worker cannot remove a line that was not closed seven years ago, nor its checkpoint, nor say that it was', async ({
  world,
  scene,
}) => {
  const { site, add, addClosed, lines, checkpoints } = scene
  const kept = [...(await addClosed(1)), await add(AUDIT_DAYS + 1)]
  const asWorker = <T>(work: (db: Kysely<DB>) => Promise<T>) =>
    inTransaction(world.pool('worker'), 'write', { 'app.site_id': site.id }, work)
  for (const table of ['audit', 'audit_checkpoints'] as const) await asWorker((db) => db.deleteFrom(table).execute())
  expect([await lines(), (await checkpoints()).length]).toEqual([kept, 1])
  await expect(
    asWorker((db) =>
      sql`insert into audit_checkpoints (id, lines_hash, made_at) values (${kept[1]}, '', '2000-01-01')`.execute(db),
    ),
  ).rejects.toThrow('permission denied')
})

test('a secret signs again what its predecessor signed, which may then go', async ({ scene }) => {
  const { site, add, close, check, checkpoints } = scene
  await add(3)
  await close(SECRET)
  const unknown = fault(site, 'other_secret')
  expect([await check(`${NEXT},${SECRET}`), await check(NEXT)]).toEqual([[], unknown])
  await close(`${NEXT},${SECRET}`)
  expect([await check(NEXT), await check(SECRET)]).toEqual([[], unknown])
  expect(await checkpoints()).toHaveLength(1)
})

test('nothing is closed upon another’s signature until an operator accepts the log, which says so', async ({
  world,
  scene,
}) => {
  const { site, add, close, check, accept, checkpoints } = scene
  await add(3)
  await close(SECRET)
  const last = await add(2)
  await close(OTHER)
  expect(await checkpoints()).toHaveLength(1)
  const none = { accepted: [], refused: [], failed: [] }
  expect([await accept(SECRET), await accept(OTHER), await accept(OTHER)]).toEqual([
    none,
    { accepted: [site.slug], refused: [], failed: [] },
    none,
  ])
  await close(OTHER)
  expect((await checkpoints()).at(-1)).toBe(last)
  expect(await check(OTHER)).toEqual([])
  const { rows } = await world.superuser.query('select action from core.audit where site_id = $1 order by id', [
    site.id,
  ])
  expect(rows.at(-1)).toEqual({ action: 'audit.accept' })
})

test('a look at the latest checkpoints reads no older lines', async ({ world, scene }) => {
  const { site, addClosed, age, check, alter } = scene
  const [first] = (await addClosed(1)) as [number]
  await age(30)
  const [second] = (await addClosed(1)) as [number]
  await alter('update core.audit set actor = $2 where site_id = $1', 'person:1')
  const since = new Date(world.clock.epochMs() - 7 * DAY)
  expect(await check(SECRET, since)).toEqual(found(site, [first, second]))
  expect(await check()).toEqual(found(site, [null, first], [first, second]))
})

test('the erasure of a site holds up the closing of its log, and ends the log', async ({ world, scene }) => {
  const { site, storage, addClosed, check, lines } = scene
  await addClosed(1)
  const isFree = async () => {
    const { rows } = await world.superuser.query(
      `select pg_try_advisory_xact_lock(hashtext('audit'), $1::int) as free`,
      [site.id],
    )
    return rows[0].free as boolean
  }
  await inTransaction(world.pool('platform'), 'write', {}, async (db: Kysely<DB>) => {
    expect(await isFree()).toBe(true)
    await eraseSiteRows(db, site.id)
    expect(await isFree()).toBe(false)
  })
  await world.superuser.query(`update core.sites set status = 'deleted' where id = $1`, [site.id])
  await eraseSite({ pool: world.pool('platform'), storage }, site.slug)
  expect([await lines(), await check()]).toEqual([[], []])
})

test('the command line and doctor say which lines were changed, and what is wrong with the newest checkpoint', async ({
  world,
  scene,
  folder,
}) => {
  const { site, add, addClosed, alter } = scene
  const run = (...words: string[]) => createCommands(world.url)(words, { SESSION_SECRET: SECRET, DATA_DIR: folder })
  const check = () => run('audit', 'check', '--site', site.slug)
  const accept = () => run('audit', 'accept', '--site', site.slug, '--yes')
  await add(3)
  expect((await check()).out).toContain(
    `Lines of the audit log of ${site.slug} that are older than two days are not closed.`,
  )
  const [first] = await addClosed(1)
  expect(await check()).toMatchObject({ code: 0, out: 'All lines are as they were.\n' })
  await alter(`update core.audit set actor = 'person:1' where site_id = $1`)
  const changed = `Lines up to ${first} of the audit log of ${site.slug}`
  expect(await check()).toMatchObject({ code: 1, out: expect.stringContaining(changed) })
  expect(JSON.parse((await run('doctor', '--json')).out).problems).toContainEqual({
    what: expect.stringContaining(changed),
    advice: expect.stringContaining('backup'),
  })
  await alter(`update core.audit set actor = 'system' where site_id = $1`)
  await alter(`update core.audit_checkpoints set signature = 'x' where site_id = $1`)
  expect((await check()).out).toContain(`Another SESSION_SECRET signed the audit log of ${site.slug}`)
  expect(await run('audit', 'accept', '--site', site.slug)).toMatchObject({ code: 2 })
  expect((await accept()).out).toBe(`Signed those of ${site.slug}.\n`)
  expect(await check()).toMatchObject({ code: 0 })
  await alter(`update core.audit_checkpoints set signature = '' where site_id = $1`)
  expect((await check()).out).toContain(`The newest checkpoint of the audit log of ${site.slug} was removed.`)
  expect(await accept()).toMatchObject({ code: 1, out: expect.stringContaining('Nothing was signed.') })
  await alter('delete from core.audit_checkpoints where site_id = $1')
  expect((await check()).out).toContain(begunFile(site.id))
  expect(await accept()).toMatchObject({ code: 1 })
  expect(await run('audit', 'check', '--site', 'nowhere')).toMatchObject({ code: 1 })
})
