import { Registry } from 'prom-client'
import { expect } from 'vitest'
import { begunFile, closeAuditLogs } from '#server/audit/checkpoints.ts'
import { createFailures } from '#server/engine/kernel/failures.ts'
import { acceptAuditLogs, checkAuditLogs } from '#server/platform/audit-logs.ts'
import { fault, found, OTHER, SECRET, test } from '#tests/support/audit-logs.ts'
import { createCommands } from '#tests/support/programs.ts'
import { log } from '#tests/support/world.ts'

const DAY = 86_400_000

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
