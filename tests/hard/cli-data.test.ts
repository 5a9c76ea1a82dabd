import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { createPasswords } from '#server/accounts/sign-in/password.ts'
import { begunFile } from '#server/audit/checkpoints.ts'
import { heldBack } from '#server/deliveries/held-back.ts'
import { createPool } from '#server/engine/kernel/db/pool.ts'
import { createDiskStorage } from '#server/engine/kernel/storage/disk.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import { backup } from '#server/platform/backup.ts'
import { catchUp } from '#server/platform/catch-up.ts'
import { seedDemo } from '#server/platform/demo/seed.ts'
import { erasePerson, eraseSite } from '#server/platform/erase.ts'
import { ERASED_NAME } from '#server/platform/erase-rows.ts'
import { readLines, writeLines } from '#server/platform/files.ts'
import { restore } from '#server/platform/restore.ts'
import { withScratchDatabase } from '#server/platform/scratch.ts'
import { deleteSite } from '#server/platform/sites.ts'
import { verifyBackup } from '#server/platform/verify.ts'
import { createProductCollections } from '#server/registry.ts'
import { createCommands } from '#tests/support/programs.ts'
import { createWorld, log, type World } from '#tests/support/world.ts'

let source: World
let target: World
let folder: string
beforeAll(async () => {
  source = await createWorld()
  await seedDemo({ platformPool: source.pool('platform'), passwords: createPasswords(), clock: source.clock, log })
  await source.superuser.query(`
    insert into platform.settings (name, value) values ('odd', '{"a": 1e400, "b": 12345678901234567890, "c": "\\u00e9\\n\\"x"}');
    insert into platform.provider_health (channel) values ('email');
    update core.kiosks set secret_hash = '\\x00ff10' where id = 1`)
})
beforeEach(async () => {
  target = await createWorld()
  folder = mkdtempSync(path.join(tmpdir(), 'watchbill-backup-'))
})
afterEach(async () => {
  for (const dir of [folder, `${folder}-files`]) rmSync(dir, { recursive: true, force: true })
  await target.close()
})
afterAll(() => source.close())

const pool = (world: World) => ({ pool: world.pool('platform') })
/** The files are beside the backup, so each test has its own. */
const parts = (world: World, now = world.clock.now()) => ({
  ...pool(world),
  storage: createDiskStorage(path.join(folder, '..', `${path.basename(folder)}-files`)),
  now,
})
const save = (dir = folder) => backup({ ...pool(source), clock: source.clock }, dir)

async function dump(world: World): Promise<Record<string, string[]>> {
  const { rows: tables } = await world.superuser.query(
    `select schemaname || '.' || tablename as name from pg_tables where schemaname in ('core', 'identity', 'platform') and tablename not in ('migrations', 'functions', 'dues')`,
  )
  const all: Record<string, string[]> = {}
  for (const { name } of tables) {
    const { rows } = await world.superuser.query(`select t::text as row from ${name} t order by 1`)
    all[name] = rows.map(({ row }) => row)
  }
  return all
}

test('a restored backup is the same database but for the restore itself, and ids continue', async () => {
  const manifest = await save()
  expect(statSync(path.join(folder, 'manifest.json')).mode & 0o077).toBe(0)
  expect(statSync(path.join(folder, 'identity.accounts.ndjson.gz')).mode & 0o077).toBe(0)
  await restore(parts(target), folder)
  const [before, after] = [await dump(source), await dump(target)]
  expect(Object.keys(before).length).toBe(manifest.tables.length)
  expect(before['platform.settings']!.filter((row) => row.startsWith('(restored,'))).toEqual([])
  after['platform.settings'] = after['platform.settings']!.filter((row) => !row.startsWith('(restored,'))
  expect(after).toEqual(before)
  const next = async (world: World) =>
    (await world.superuser.query(`insert into core.locations (site_id, name) values (1, 'New') returning id::int`))
      .rows[0].id
  expect(await next(target)).toBe(await next(source))
})

test('an audit log that had no checkpoint at the time of the backup begins again', async () => {
  await save()
  const { storage } = parts(target)
  const at = new Date(source.clock.epochMs() + 60_000)
  const bytes = Buffer.from(JSON.stringify({ site: 1, at }))
  await storage.put(begunFile(1), { bytes, content_type: 'application/json' })
  const away = () => Promise.reject(new Error('AccessDenied'))
  const list = (prefix: string) => (begunFile(1).startsWith(prefix) ? away() : storage.list(prefix))
  for (const broken of [{ list }, { remove: away }])
    await expect(restore({ ...parts(target), storage: { ...storage, ...broken } }, folder)).rejects.toThrow('Denied')
  await restore(parts(target), folder)
  expect(await storage.get(begunFile(1))).toBeNull()
})

test('a restore after ten days does all that fell due until then, and ends', async () => {
  await save()
  const now = new Date(source.clock.epochMs() + 10 * 24 * 3_600_000)
  await restore(parts(target, now), folder)
  const rest = { workerPool: target.pool('worker'), log, collections: createProductCollections() }
  expect(await catchUp({ ...pool(target), ...rest })).toBe(0)
  expect(await heldBack(target.pool('worker'))).not.toEqual({})
  const { rows } = await target.superuser.query(
    `select count(*)::int as n from core.deliveries where state = 'queued' and lane <> 'held'`,
  )
  expect(rows).toEqual([{ n: 0 }])
})

test('a backup with an invalid time zone is refused, and nothing is stored', async () => {
  await save()
  const file = path.join(folder, 'core.sites.ndjson.gz')
  const lines: string[] = []
  for await (const batch of readLines(file)) lines.push(...batch.map((line) => line.replace('Europe/London', 'CAT')))
  rmSync(file)
  const manifestFile = path.join(folder, 'manifest.json')
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8'))
  const written = await writeLines(file, Readable.from([lines]))
  for (const table of manifest.tables) if (table.name === 'sites') Object.assign(table, written)
  writeFileSync(manifestFile, JSON.stringify(manifest))
  await expect(restore(parts(target), folder)).rejects.toThrow('sites_timezone')
  expect((await dump(target))['core.sites']).toEqual([])
})

test('a backup shows one moment, whatever is written meanwhile', async () => {
  const before = (await dump(source))['core.people']
  const done: string[] = []
  await backup({ ...pool(source), clock: source.clock }, folder, async ({ table }) => {
    done.push(table)
    if (done.length === 1) await source.superuser.query(`insert into core.people (site_id, name) values (1, 'Late')`)
  })
  expect(done.indexOf('core.people')).toBeGreaterThan(0)
  expect((await dump(source))['core.people']).toHaveLength(before!.length + 1)
  await restore(parts(target), folder)
  expect((await dump(target))['core.people']).toEqual(before)
})

test('a damaged, incomplete or foreign backup changes nothing', async () => {
  const empty = await dump(target)
  await save()
  const file = path.join(folder, 'core.people.ndjson.gz')
  appendFileSync(file, 'x')
  await expect(restore(parts(target), folder)).rejects.toThrow('damaged')
  unlinkSync(file)
  await expect(restore(parts(target), folder)).rejects.toThrow('cannot be read')
  unlinkSync(path.join(folder, 'manifest.json'))
  await expect(restore(parts(target), folder)).rejects.toThrow('no complete backup')
  expect(await dump(target)).toEqual(empty)

  const whole = path.join(folder, 'whole')
  await save(whole)
  await target.superuser.query(`insert into platform.migrations (name) values ('9999-later')`)
  await expect(restore(parts(target), whole)).rejects.toThrow('9999-later came later')
  await target.superuser.query(`delete from platform.migrations where name = '9999-later'`)
  await target.superuser.query(
    `insert into identity.accounts (proved_at, email) values (now(), 'somebody@example.org')`,
  )
  await expect(restore(parts(target), whole)).rejects.toThrow('not empty')
  await expect(save(whole)).rejects.toThrow('not empty')
})

test('an erased person leaves numbers and no name, and the other site keeps its member', async () => {
  await save()
  await restore(parts(target), folder)
  const now = target.clock.now()
  const ask = async (text: string, values: unknown[] = []) => (await target.superuser.query(text, values)).rows
  const [site] = await ask(`select id::int from core.sites where slug = 'harbour'`)
  const [member] = await ask(
    `select id::int, email_uid, account_id::int from core.people where email = 'member@harbour.test'`,
  )
  await target.superuser.query(
    `update core.people set notes = 'CANARY', avatar = 'CANARY', settings = '{"x":"CANARY"}', tags = '{CANARY}' where id = ${member.id};
     update core.requests set comments = 'CANARY' where person = ${member.id};
     update core.records set details = 'CANARY' where person = ${member.id};
     update core.profileentries set value = 'CANARY' where person = ${member.id};
     insert into core.sessions (site_id, person, created_at, last_seen_at, rotated_at, expires_at, absolute_expires_at, ip, user_agent)
       values (${site.id}, ${member.id}, now(), now(), now(), now(), now(), 'CANARY', 'CANARY');
     insert into core.deliveries (site_id, person, kind, channel, due_at, facts, error) values (${site.id}, ${member.id}, 'account.welcome', 'email', now(), '{"address":"CANARY"}', 'CANARY');
     insert into core.captured_messages (site_id, channel, "to", text, kind) values (${site.id}, 'email', 'member@harbour.test', 'CANARY', 'reminder.day');
     with u as (insert into core.undos (site_id, token_hash, actor, collection, created_at, expires_at)
       values (${site.id}, 'a', 'x', 'people', now(), now()), (${site.id}, 'b', 'x', 'records', now(), now()), (${site.id}, 'c', 'x', 'shifts', now(), now())
       returning id, collection)
     insert into core.trash (site_id, undo, place, table_name, kept, "row") select ${site.id}, u.id, 0, u.collection, 'edited',
       jsonb_build_object('id', case u.collection when 'people' then ${member.id} else 1 end, 'after', '{}'::jsonb,
         'before', jsonb_build_object('person', case u.collection when 'shifts' then ${member.id} end, 'details', 'CANARY')) from u;
     insert into core.imports (site_id, kind, file_name, digest, created) values (${site.id}, 'people', 'f.csv', 'd',
       '{"ids":{},"changes":{"people":[{"id":${member.id},"before":{"phone":"CANARY"},"after":{}},{"id":7,"before":{"name":"Kept"},"after":{}}]}}')`,
  )
  const worked = async () =>
    ask('select count(*)::int as n, sum(hours) as hours from core.shifts where person = $1 and start <= $2', [
      member.id,
      now,
    ])
  const records = async () => ask('select count(*)::int as n from core.records where person = $1', [member.id])
  const before = [await worked(), await records()]
  const ridgeBefore = (await dump(target))['core.people']!.filter((row) => row.startsWith('(2,'))

  const result = await erasePerson(parts(target, now), 'harbour', 'MEMBER@harbour.test')
  expect(result).toMatchObject({ person: member.id, account_removed: true })
  expect(result.shifts_opened).toBeGreaterThan(2)
  expect([await worked(), await records()]).toEqual(before)
  const all = await dump(target)
  const hits = Object.entries(all).flatMap(([table, rows]) =>
    rows
      .filter((row) => /CANARY|member@harbour\.test|Trevelyan|447700900101/.test(row) || row.includes(member.email_uid))
      .map(() => table),
  )
  expect(hits).toEqual([])
  expect(all['core.imports']!.join()).toContain('Kept')
  expect(
    await ask('select name, is_active, account_id, erased_at from core.people where id = $1', [member.id]),
  ).toEqual([{ name: ERASED_NAME, is_active: false, account_id: null, erased_at: now }])
  expect(await ask(`select subject_id::int from core.audit where action = 'people.erase'`)).toEqual([
    { subject_id: member.id },
  ])

  const both = await erasePerson(parts(target, now), 'harbour', 'both@watchbill.test')
  expect(both.account_removed).toBe(false)
  expect((await dump(target))['core.people']!.filter((row) => row.startsWith('(2,'))).toEqual(ridgeBefore)
  await expect(erasePerson(parts(target, now), 'harbour', 'member@ridge.test')).rejects.toMatchObject({
    code: 'not_found',
  })
  expect((await erasePerson(parts(target, now), 'harbour', String(member.id))).account_removed).toBe(false)
})

test('deleting a site removes only its own accounts, and its name stays reserved', async () => {
  await save()
  await restore(parts(target), folder)
  const now = target.clock.now()
  await expect(eraseSite(parts(target, now), 'harbour')).rejects.toMatchObject({ code: 'conflict' })
  const before = await dump(target)
  await deleteSite(parts(target, now), 'harbour')
  await eraseSite(parts(target, now), 'harbour')
  const after = await dump(target)
  const ofRidge = (all: Record<string, string[]>) =>
    Object.entries(all)
      .filter(([table]) => table.startsWith('core.') && table !== 'core.sites')
      .map(([table, rows]) => [table, rows.filter((row) => row.startsWith('(2,'))])
  expect(ofRidge(after)).toEqual(ofRidge(before))
  const { rows } = await target.superuser.query('select slug, name, status from core.sites order by id')
  expect(rows).toEqual([
    { slug: 'harbour', name: 'Erased site', status: 'deleted' },
    { slug: 'ridge', name: 'Ridge Rescue', status: 'active' },
  ])
  const accounts = await target.superuser.query(
    `select email from identity.accounts where email !~ '@ridge.test$' order by 1`,
  )
  expect(accounts.rows.map(({ email }) => email)).toEqual(['both@watchbill.test', 'operator@watchbill.test'])
})

test('restoring a backup erases the people erased after it, and no one else', async () => {
  const dir = path.join(folder, 'backup')
  const first = await createWorld()
  const second = await createWorld()
  try {
    await save(dir)
    await restore(parts(target), dir)
    const idOf = async (world: World, email: string) =>
      (await world.superuser.query('select id::int from core.people where email = $1', [email])).rows[0]?.id
    const member = await idOf(target, 'member@harbour.test')
    const late = await target.makePerson({ id: 1, slug: 'harbour' } as Site, { email: 'late@example.org' })
    await parts(target).storage.put(`s/1/${'p'.repeat(32)}.webp`, {
      bytes: Buffer.from('x'),
      content_type: 'image/webp',
    })
    await target.superuser.query('update core.people set avatar = $1 where id = $2', [
      `s/1/${'p'.repeat(32)}.webp`,
      member,
    ])
    await erasePerson(parts(target), 'harbour', String(member))
    expect(await parts(target).storage.list('s/1/')).toEqual([])
    await erasePerson(parts(target), 'harbour', String(late.id))
    await deleteSite(parts(target), 'ridge')
    await eraseSite(parts(target), 'ridge')

    const { replayed } = await restore(parts(first), dir)
    expect(replayed).toEqual({ people: 1, sites: 1 })
    const all = Object.entries(await dump(first)).flatMap(([table, rows]) =>
      rows.filter((row) => /member@harbour\.test|Trevelyan|@ridge\.test/.test(row)).map(() => table),
    )
    expect(all).toEqual([])
    expect(await idOf(first, 'admin@harbour.test')).toBeGreaterThan(0)
    // The next person gets the id of an erased one: they are another person, also in a later backup.
    const next = await first.makePerson({ id: 1, slug: 'harbour' } as Site, { email: 'next@example.org' })
    expect(next.id).toBe(late.id)
    const later = path.join(folder, 'later')
    await backup({ ...pool(first), clock: first.clock }, later)
    expect((await restore(parts(second), later)).replayed).toEqual({ people: 0, sites: 1 })
    expect(await idOf(second, 'next@example.org')).toBe(next.id)
  } finally {
    await first.close()
    await second.close()
  }
})

test('a backup is verified in a scratch database that is gone afterwards, and each kind of damage is found', async ({
  onTestFinished,
}) => {
  const dir = path.join(folder, 'backup')
  const storage = parts(source).storage
  const keys = ['p', 'q'].map((letter) => `s/1/${letter.repeat(32)}.png`)
  for (const key of keys) await storage.put(key, { bytes: Buffer.from('x'), content_type: 'image/png' })
  await source.superuser.query(
    'insert into core.message_pictures (site_id, key) select 1, k from unnest($1::text[]) k',
    [keys],
  )
  onTestFinished(async () => {
    await source.superuser.query('delete from core.message_pictures where key = any ($1)', [keys])
  })
  const { tables } = await save(dir)
  const server = inject('superuserUrl')
  const verify = (prepare: (url: string) => Promise<unknown>) =>
    withScratchDatabase({ server, dir: folder }, async (connectionString) => {
      const scratch = createPool({ connectionString, role: 'platform', max: 1, log })
      try {
        await prepare(connectionString)
        return await verifyBackup({ scratch, ...pool(source), storage }, dir)
      } finally {
        await scratch.end()
      }
    })
  // A killed process left one.
  await source.superuser.query('create database watchbill_verify_0123456789ab')
  const whole = await verify(async () => {
    await expect(verify(async () => {})).rejects.toThrow('Another process')
  })
  const rows = tables.reduce((all, table) => all + table.rows, 0)
  expect(whole).toMatchObject({ tables: tables.length, rows, files: 2, problems: [] })

  // A trigger of the scratch database changes, or loses, what is restored.
  const spoil = (result: string) => async (connectionString: string) => {
    const client = new pg.Client({ connectionString, options: '-c role=watchbill_migrator' })
    await client.connect()
    await client.query(`
      create function core.spoil() returns trigger language plpgsql as $$ begin new.name := 'X' || new.id; return ${result}; end $$;
      create trigger spoil before insert on core.locations for each row execute function core.spoil()`)
    await client.end()
  }
  // The second file has been deleted with its row; the first one is lost.
  for (const key of keys) await storage.remove(key)
  await source.superuser.query('delete from core.message_pictures where key = $1', [keys[1]])
  expect((await verify(spoil('new'))).problems).toEqual([
    'Rows of core.locations differ from those of the backup.',
    `The file ${keys[0]} is not in the storage.`,
  ])
  expect((await verify(spoil('null'))).problems).toEqual([
    expect.stringMatching(/^It cannot be restored: core\.locations: the manifest has/),
  ])
  const left = await source.superuser.query(`select datname from pg_database where datname like 'watchbill_verify%'`)
  expect(left.rows).toEqual([])
})

test('the command verifies a backup on a bundled server of its own, and its exit code tells whether it is sound', async () => {
  const dir = path.join(folder, 'backup')
  await save(dir)
  const watchbill = createCommands(source.url)
  const environment = { DATA_DIR: path.join(folder, 'data') }
  const sound = await watchbill(['verify', '--from', dir, '--json'], environment)
  expect([sound.code, sound.err]).toEqual([0, ''])
  expect(JSON.parse(sound.out)).toMatchObject({ problems: [] })
  expect(existsSync(path.join(folder, 'data', 'verify'))).toBe(false)
  appendFileSync(path.join(dir, 'core.people.ndjson.gz'), 'x')
  const damaged = await watchbill(['verify', '--from', dir], environment)
  expect([damaged.code, damaged.err]).toEqual([1, expect.stringContaining('The backup has problems.')])
  expect(damaged.out).toContain('core.people.ndjson.gz is damaged')
})
