import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect } from 'vitest'
import { readArchive, readEntry } from '#server/platform/archive.ts'
import { backup } from '#server/platform/backup.ts'
import { eraseSite } from '#server/platform/erase.ts'
import { ERASED_NAME } from '#server/platform/erase-rows.ts'
import { recordErasure } from '#server/platform/erasures.ts'
import { fileEntry, packSite } from '#server/platform/pack.ts'
import { deleteSite, suspendSite } from '#server/platform/sites.ts'
import { unpackSite } from '#server/platform/unpack.ts'
import { createApi } from '#tests/support/api.ts'
import { rowsOfSite, SECRET, sitesOf, test } from '#tests/support/packed-clubs.ts'
import { commandOf, createCommands } from '#tests/support/programs.ts'

const lines = async (file: string, name: string, entry: Parameters<typeof readEntry>[2]) =>
  gunzipSync(await readEntry(file, name, entry, 1e9))
    .toString()
    .split('\n')
    .filter(Boolean)

/** What an unpacking changes: queued messages are held. */
const CHANGED = ['core.deliveries', 'platform.settings']

/** A row without the end of an operator's session: operators of one deployment have no access at another. */
const asThere = (row: string): string => {
  const { revoked_at, ...rest } = JSON.parse(row)
  if (!rest.operator_session) return row
  expect(revoked_at).not.toBeNull()
  return row.replace(JSON.stringify(revoked_at), 'null')
}

test('every table of the club is the same in another database', async ({ world, rich, packed, target, unpack }) => {
  expect(statSync(packed.file).mode & 0o077).toBe(0)
  const empty = packed.manifest.tables.filter(({ rows }) => rows === 0).map(({ schema, name }) => `${schema}.${name}`)
  expect(empty).toEqual([])
  const unpacked = await unpack()
  expect(unpacked.site).toEqual({ id: rich.site.id, slug: 'harbour' })
  const after = await rowsOfSite(target.world, rich.site.id)
  expect(Object.keys(after)).toEqual(Object.keys(packed.before))
  for (const table of Object.keys(after).filter((name) => !CHANGED.includes(name)))
    expect(after[table]!.map(asThere), table).toEqual(packed.before[table])
  expect(await target.storage.get(rich.photo)).toEqual(await rich.storage.get(rich.photo))
  expect(await target.storage.get(rich.file)).not.toBeNull()
  expect(world.url).not.toBe(target.world.url)
})

test('the club’s own sender waits to be verified on the new side, whose erasure removes it', async ({
  world,
  rich,
  folder,
  target,
  unpack,
}) => {
  const sets = `update core.sites set sender_address = $2, sender_state = $3, sender_records = $4, sender_since = now(), sender_problem = $5 where id = $1`
  await world.superuser.query(sets, [
    rich.site.id,
    'crew@harbour.org',
    'verified',
    '[{"name": "a", "value": "b"}]',
    'x',
  ])
  const file = path.join(folder, 'with-sender.tar')
  const parts = { pool: world.pool('platform'), clock: world.clock, storage: rich.storage, secret: SECRET }
  await packSite(parts, { slug: 'harbour', file })
  await world.superuser.query(sets, [rich.site.id, null, null, '[]', null])
  const read = async () => {
    const { rows } = await target.world.superuser.query(
      'select sender_address as address, sender_state as state, sender_records as records, sender_problem as problem from core.sites',
    )
    return rows
  }
  const there = { pool: target.world.pool('platform'), now: target.world.clock.now(), storage: target.storage }
  await unpack({ file })
  expect(await read()).toEqual([{ address: 'crew@harbour.org', state: 'waiting', records: [], problem: null }])
  await target.world.superuser.query("update core.sites set sender_state = 'verified'")
  await suspendSite(there, 'harbour')
  await unpack({ file, replace: true })
  expect(await read()).toEqual([{ address: 'crew@harbour.org', state: 'waiting', records: [], problem: null }])
  await deleteSite(there, 'harbour')
  await eraseSite(there, 'harbour')
  expect(await read()).toEqual([{ address: null, state: null, records: [], problem: null }])
})

test('links, sessions, keys, feeds and second steps of the club work on the new side, and no operator’s entry', async ({
  rich,
  target,
  unpack,
}) => {
  await unpack()
  const api = await createApi(target.world)
  try {
    expect(await rich.dead({ world: target.world, api })).toEqual([
      'entry of an operator',
      'session of an operator as an admin',
    ])
  } finally {
    await api.close()
  }
  expect(await sitesOf(target.world)).toEqual([{ slug: 'harbour' }])
})

test('ids of new rows come after those of the club, and sites and accounts keep the ids of their deployment', async ({
  rich,
  target: { world },
  unpack,
}) => {
  await unpack()
  const made = async (statement: string) =>
    (await world.superuser.query(`${statement} returning id::float8`)).rows[0].id
  const { rows } = await world.superuser.query('select max(id)::float8 as id from core.locations')
  expect(await made(`insert into core.locations (site_id, name) values (${rich.site.id}, 'New')`)).toBe(rows[0].id + 1)
  expect(rich.site.id).toBe(7_000_000_001)
  expect(await made(`insert into core.sites (slug, name) values ('next', 'Next')`)).toBe(1)
  const account = `insert into identity.accounts (email, proved_at) values ('next@example.org', now())`
  expect(await made(account)).toBe(1)
})

test('in the same deployment, new sites and accounts come after those of the club', async ({
  rich,
  target,
  unpack,
}) => {
  const { superuser } = target.world
  for (const table of ['core.sites', 'identity.accounts'])
    await superuser.query(`alter sequence ${table}_id_seq restart 7000000001`)
  await unpack()
  const { rows } = await superuser.query(
    `insert into core.sites (slug, name) values ('next', 'Next') returning id::float8`,
  )
  expect(rows[0].id).toBeGreaterThan(rich.site.id)
  const { rows: accounts } = await superuser.query(
    `insert into identity.accounts (email, proved_at) values ('next@example.org', now()) returning id > all (select id from identity.accounts) as later`,
  )
  expect(accounts).toEqual([{ later: true }])
})

test('the file has no row, account or file of another club', async ({ world, rich, packed }) => {
  const { rows } = await world.superuser.query(
    'select email from core.people p where site_id = $1 and email <> $2 and not exists (select from core.people o where o.site_id = $3 and o.email = p.email)',
    [rich.other.id, '', rich.site.id],
  )
  expect(rows.length).toBeGreaterThan(20)
  const entries = await readArchive(packed.file)
  for (const [name, entry] of entries) {
    if (!name.endsWith('.gz')) continue
    const text = await lines(packed.file, name, entry)
    for (const line of text) {
      const row = JSON.parse(line)
      expect([rich.site.id, null, undefined], name).toContain(row.site_id ?? row.home_site)
      expect(rows.map(({ email }) => email)).not.toContain(row.email)
    }
  }
  expect([...entries.keys()].filter((name) => name.includes(`/${rich.other.id}/`))).toEqual([])
  expect(entries.has(fileEntry(rich.photo))).toBe(true)
})

test('a packed club of a backup is the club as it was then', async ({ world, rich, packed, folder, target }) => {
  const dir = path.join(folder, 'backup')
  await backup({ pool: world.pool('platform'), clock: world.clock }, dir)
  await world.superuser.query(`update core.people set notes = 'later' where site_id = $1`, [rich.site.id])
  const file = path.join(folder, 'from-backup.tar')
  const parts = { pool: world.pool('platform'), clock: world.clock, storage: rich.storage, secret: SECRET }
  const made = await packSite(parts, { slug: 'harbour', file, from: dir })
  expect(made.tables.map(({ name, rows }) => [name, rows])).toEqual(
    packed.manifest.tables.map(({ name, rows }) => [name, name === 'audit' ? expect.any(Number) : rows]),
  )
  await unpackSite(
    { pool: target.world.pool('platform'), storage: target.storage, now: target.world.clock.now(), secret: SECRET },
    { file },
  )
  expect((await rowsOfSite(target.world, rich.site.id))['core.people']).toEqual(packed.before['core.people'])
  await expect(packSite(parts, { slug: 'nowhere', file: `${file}2`, from: dir })).rejects.toThrow(
    'No site of the backup',
  )
})

test('a taken name or id is refused before anything is written, and another name can be given', async ({
  rich,
  target,
  unpack,
}) => {
  const { superuser } = target.world
  await superuser.query(`insert into core.sites (id, slug, name) values (900, 'harbour', 'Other')`)
  await expect(unpack()).rejects.toThrow('Another site has the name "harbour". Give one with --slug.')
  await expect(unpack({ slug: 'www' })).rejects.toThrow('This name is reserved.')
  expect((await unpack({ slug: 'old-harbour' })).site.slug).toBe('old-harbour')
  await expect(unpack({ slug: 'again' })).rejects.toThrow(`The site ${rich.site.id} exists here`)
  await superuser.query(`update core.sites set created_at = now() where id = $1`, [rich.site.id])
  await expect(unpack({ slug: 'again', replace: true })).rejects.toThrow(`Another club has the id ${rich.site.id}`)
  expect(await sitesOf(target.world)).toHaveLength(2)
})

test('an account that exists is joined and stays as it is', async ({ rich, target, unpack }) => {
  const { superuser } = target.world
  const { rows } = await superuser.query(
    `insert into identity.accounts (id, email, proved_at, password_hash) values (7000, 'subject-1@example.org', now(), 'theirs') returning *`,
  )
  const { accounts } = await unpack()
  expect(accounts.joined).toBe(1)
  expect((await superuser.query('select * from identity.accounts where id = 7000')).rows).toEqual(rows)
  for (const table of ['totp', 'passkeys', 'recovery_codes', 'password_resets'])
    expect((await superuser.query(`select from identity.${table} where account_id = 7000`)).rowCount, table).toBe(0)
  const { rows: people } = await superuser.query(
    `select p.account_id::float8, (select count(*)::int from core.sessions s where s.site_id = p.site_id and s.person = p.id and s.revoked_at is null) as open
     from core.people p where email = 'subject-1@example.org' and site_id = $1`,
    [rich.site.id],
  )
  expect(people).toEqual([{ account_id: 7000, open: 0 }])
})

test('an id of another account is refused, and says what to do', async ({ target, unpack }) => {
  await target.world.superuser.query(
    `insert into identity.accounts (id, email, proved_at) values (7000000001, 'someone@example.org', now())`,
  )
  await expect(unpack()).rejects.toThrow('The account 7000000001 of the file has the id of another account here')
  expect(await sitesOf(target.world)).toEqual([])
})

test('a kill in the middle of an unpacking leaves no row, and the next one ends it', async ({
  packed,
  rich,
  folder,
  target,
  unpack,
}) => {
  const blocker = await target.world.superuser.connect()
  await blocker.query('begin; lock table core.worked')
  const child = spawn(process.execPath, [...commandOf('cli'), 'site', 'unpack', '--from', packed.file], {
    env: { ...process.env, NODE_ENV: 'development', DATABASE_URL: target.world.url, DATA_DIR: folder },
    stdio: 'ignore',
  })
  const isWaiting = `select count(*)::int as n from pg_locks where not granted and relation = 'core.worked'::regclass`
  await expect.poll(async () => (await target.world.superuser.query(isWaiting)).rows[0].n, { timeout: 60_000 }).toBe(1)
  child.kill('SIGKILL')
  await once(child, 'exit')
  await blocker.query('rollback')
  blocker.release()
  await expect.poll(async () => (await target.world.superuser.query(isWaiting)).rows[0].n).toBe(0)
  const rows = await rowsOfSite(target.world, rich.site.id)
  expect(Object.values(rows).flat()).toEqual([])
  expect((await unpack()).site.slug).toBe('harbour')
})

test('a club is put back in place: what came later is gone, and other clubs and accounts stay', async ({
  rich,
  packed,
  target,
  unpack,
}) => {
  await unpack()
  const { superuser, pool, clock } = target.world
  const before = await rowsOfSite(target.world, rich.site.id)
  const other = await target.world.makeSite()
  const both = await target.world.makePerson(other, { email: 'subject-2@example.org' })
  await target.world.makePerson(rich.site, { email: 'later@example.org' })
  await superuser.query(`update core.people set notes = 'damaged' where site_id = $1`, [rich.site.id])
  await superuser.query(`update identity.accounts set password_hash = 'newer' where email = 'subject-3@example.org'`)
  await superuser.query(
    `update identity.accounts set email = 'new-name@example.org' where email = 'subject-4@example.org'`,
  )
  await expect(unpack({ replace: true })).rejects.toThrow('is active. Suspend it before it is replaced.')
  await suspendSite({ pool: pool('platform'), now: clock.now() }, 'harbour')
  const { accounts } = await unpack({ replace: true })
  expect(accounts.added).toBe(0)
  const after = await rowsOfSite(target.world, rich.site.id)
  const isSame = (name: string) =>
    !/people|accounts|password_resets|sessions|email_changes|audit|deliveries|settings|trash/.test(name)
  for (const name of Object.keys(after).filter(isSame)) expect(after[name], name).toEqual(before[name])
  expect(after['core.people']).toHaveLength(packed.before['core.people']!.length)
  const { rows } = await superuser.query(
    `select email, password_hash = 'newer' as newer from identity.accounts where email ~ '^(later|new-name|subject-[23])@' order by 1`,
  )
  expect(rows.map(({ email }) => email)).toEqual([
    'new-name@example.org',
    'subject-2@example.org',
    'subject-3@example.org',
  ])
  expect(rows[2].newer).toBe(true)
  const people = await superuser.query(
    `select email from core.people where site_id = $1 and email ~ '^(new-name|subject-4)'`,
    [rich.site.id],
  )
  expect(people.rows).toEqual([{ email: 'new-name@example.org' }])
  expect(
    (await superuser.query('select from core.people where id = $1 and site_id = $2', [both.id, other.id])).rowCount,
  ).toBe(1)
  await deleteSite({ pool: pool('platform'), now: clock.now() }, 'harbour')
  await unpack({ replace: true })
  expect((await superuser.query('select status from core.sites where id = $1', [rich.site.id])).rows).toEqual([
    { status: 'active' },
  ])
})

test('people erased since then are erased again, and an erased club does not come back', async ({
  rich,
  target,
  unpack,
}) => {
  const { rows } = await target.world.superuser.query(`select now()::text as at`)
  const { rows: people } = await rich.people()
  const erased = { site: rich.site.id, person: people[0].id, at: new Date(rows[0].at).toISOString() }
  await recordErasure(target.storage, erased)
  expect((await unpack()).erased).toBe(1)
  const { rows: found } = await target.world.superuser.query(
    'select name from core.people where site_id = $1 and id = $2',
    [rich.site.id, people[0].id],
  )
  expect(found).toEqual([{ name: ERASED_NAME }])
  await recordErasure(target.storage, { ...erased, person: null })
  await suspendSite({ pool: target.world.pool('platform'), now: target.world.clock.now() }, 'harbour')
  await expect(unpack({ replace: true })).rejects.toThrow('was erased here')
})

test('the commands pack a club, unpack it elsewhere, and say where it has moved', async ({
  world,
  rich,
  folder,
  target,
}) => {
  const [here, there] = [createCommands(world.url), createCommands(target.world.url)]
  const file = path.join(folder, 'by-command.tar')
  const data = { DATA_DIR: folder }
  const packed = await here(['site', 'pack', '--slug', 'harbour', '--to', file], data)
  expect([packed.code, packed.err]).toEqual([0, ''])
  expect(packed.out).toContain('It holds passwords’ hashes, keys and addresses')
  expect((await here(['site', 'pack', '--slug', 'harbour', '--to', file], data)).code).toBe(1)
  expect((await there(['site', 'unpack', '--from', file, '--slug', 'www'], data)).err).toContain(
    '--slug: This name is reserved.',
  )
  expect((await there(['site', 'unpack', '--from', file, '--replace'], data)).code).toBe(2)
  const unpacked = await there(['site', 'unpack', '--from', file, '--json'], data)
  expect([unpacked.code, unpacked.err]).toEqual([0, ''])
  expect(JSON.parse(unpacked.out)).toMatchObject({ site: { id: rich.site.id, slug: 'harbour' }, held: { undone: 0 } })
  expect((await there(['held', 'drop', '--site', 'harbour', '--yes', '--json'])).code).toBe(0)
  expect((await there(['held', 'drop', '--site', 'nowhere', '--yes'])).err).toContain('No site has the name "nowhere".')
  const moved = ['site', 'moved', '--slug', 'ridge']
  expect((await here(moved)).code).toBe(2)
  expect((await here([...moved, '--to', 'ridge'])).err).toContain('--to: Give an address without a path')
  expect((await here([...moved, '--to', 'https://ridge.example.org'])).out).toContain(
    'Site ridge is moved to https://ridge.example.org.',
  )
  expect((await here([...moved, '--back'])).out).toContain('Site ridge is active.')
})
