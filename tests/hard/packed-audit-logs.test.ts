import path from 'node:path'
import { expect } from 'vitest'
import { begunFile } from '#server/audit/checkpoints.ts'
import { checkAuditLogs } from '#server/platform/audit-logs.ts'
import { packSite } from '#server/platform/pack.ts'
import { unpackSite } from '#server/platform/unpack.ts'
import { SECRET, test } from '#tests/support/packed-clubs.ts'

const DAY = 86_400_000

test('its audit log can be checked there, also under another secret', async ({ packed, target, unpack }) => {
  const { superuser, clock, pool } = target.world
  const other = 'o'.repeat(32)
  const check = (secret: string) =>
    checkAuditLogs({ pool: pool('platform'), storage: target.storage, secret, now: clock.now() })
  await unpack()
  expect(await check(SECRET)).toEqual([])
  const parts = { pool: pool('platform'), storage: target.storage, now: clock.now(), secret: other }
  await superuser.query("update core.sites set status = 'suspended'")
  await unpackSite(parts, { file: packed.file, replace: true, unsealed: true })
  expect([await check(other), (await check(SECRET)).map(({ chain }) => chain)]).toEqual([[], ['other_secret']])
  await superuser.query(
    "update core.audit set actor = 'person:1' where id = (select max(id) from core.audit_checkpoints)",
  )
  expect((await check(other)).map(({ changed }) => changed.length)).toEqual([1])
})

test('no one closes its audit log while it is unpacked', async ({ packed, target, rich }) => {
  const { superuser, clock, pool } = target.world
  const parts = { pool: pool('platform'), storage: target.storage, now: clock.now(), secret: SECRET }
  const free = new Set<boolean>()
  await unpackSite(parts, { file: packed.file }, async () => {
    const { rows } = await superuser.query(
      `select pg_try_advisory_xact_lock(hashtext('audit'), ($1::bigint % 2147483647)::int) as free`,
      [rich.site.id],
    )
    free.add(rows[0].free)
  })
  expect([...free]).toEqual([false])
})

test('an audit log that lost checkpoints before it was packed is not signed there, and one without any begins', async ({
  world,
  rich,
  folder,
  target,
}) => {
  const { site, other, storage } = rich
  const secret = 'o'.repeat(32)
  const there = { pool: target.world.pool('platform'), storage: target.storage, now: target.world.clock.now(), secret }
  const { rows } = await world.superuser.query('select id, signature from core.audit_checkpoints where site_id = $1', [
    site.id,
  ])
  const { id, signature } = rows[0]
  const set = (values: string) => world.superuser.query(`update core.audit_checkpoints set ${values} where id = ${id}`)
  const pack = async (name: string) => {
    const file = path.join(folder, name)
    await packSite(
      { pool: world.pool('platform'), clock: world.clock, storage, secret: SECRET },
      { slug: 'harbour', file },
    )
    return file
  }
  await set(`signature = ''`)
  const unsigned = await pack('unsigned.tar')
  await set(`signature = '${signature}', site_id = ${other.id}`)
  const without = await pack('without.tar')
  await set(`site_id = ${site.id}`)
  await unpackSite(there, { file: unsigned, unsealed: true })
  expect((await checkAuditLogs(there)).map(({ chain }) => chain)).toEqual(['newest_removed'])
  const replaceAfter = async (begun: number, broken = {}) => {
    const bytes = Buffer.from(JSON.stringify({ site: site.id, at: new Date(begun) }))
    await target.storage.put(begunFile(site.id), { bytes, content_type: 'application/json' })
    await target.world.superuser.query("update core.sites set status = 'suspended'")
    const parts = { ...there, storage: { ...target.storage, ...broken } }
    await unpackSite(parts, { file: without, replace: true, unsealed: true })
    return (await checkAuditLogs(there)).map(({ chain }) => chain)
  }
  const away = () => Promise.reject(new Error('AccessDenied'))
  const later = world.clock.epochMs() + DAY
  for (const broken of [{ get: away }, { remove: away }])
    await expect(replaceAfter(later, broken)).rejects.toThrow('Denied')
  const { rows: left } = await target.world.superuser.query(
    `select s.status, c.signature from core.sites s join core.audit_checkpoints c on c.site_id = s.id`,
  )
  expect(left).toEqual([{ status: 'suspended', signature: '' }])
  expect(await replaceAfter(world.clock.epochMs() - DAY)).toEqual(['all_removed'])
  expect(await replaceAfter(later)).toEqual(['not_closed'])
})

test('new lines there come after those that its checkpoints closed, also when these are gone', async ({
  world,
  rich,
  folder,
  target,
  unpack,
}) => {
  const file = path.join(folder, 'gone.tar')
  await world.superuser.query(`insert into core.audit_checkpoints (site_id, id, lines_hash) values ($1, 9000000, '')`, [
    rich.site.id,
  ])
  await packSite(
    { pool: world.pool('platform'), clock: world.clock, storage: rich.storage, secret: SECRET },
    { slug: 'harbour', file },
  )
  await world.superuser.query('delete from core.audit_checkpoints where id = 9000000')
  await unpack({ file })
  const { rows } = await target.world.superuser.query(
    `select nextval(pg_get_serial_sequence('core.audit', 'id'))::int as next`,
  )
  expect(rows[0].next).toBeGreaterThan(9_000_000)
})
