import { type Kysely, sql } from 'kysely'
import { expect } from 'vitest'
import { AUDIT_DAYS, begunFile } from '#server/audit/checkpoints.ts'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import { beginAfterRestore } from '#server/platform/audit-logs.ts'
import { eraseSite } from '#server/platform/erase.ts'
import { eraseSiteRows } from '#server/platform/erase-rows.ts'
import { fault, found, NEXT, OTHER, SECRET, test } from '#tests/support/audit-logs.ts'

const DAY = 86_400_000

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
