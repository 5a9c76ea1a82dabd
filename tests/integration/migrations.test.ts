import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, inject, onTestFinished, test } from 'vitest'
import { declared } from '#server/engine/features.ts'
import { createClock } from '#server/engine/kernel/clock.ts'
import { createPool } from '#server/engine/kernel/db/pool.ts'
import { migrate, pendingMigrations, readFunctions, readMigrations } from '#server/platform/migrate.ts'
import { createProductCollections } from '#server/registry.ts'
import { describeCatalogue } from '#tests/support/catalogue.ts'
import { messagingFor } from '#tests/support/messages/messaging.ts'
import { log } from '#tests/support/world.ts'

let administrator: pg.Client
let client: pg.Client
let url: string
const made: string[] = []

const urlOf = (name: string) => Object.assign(new URL(inject('templateUrl')), { pathname: `/${name}` }).toString()

async function connect(to: string) {
  const connection = new pg.Client({ connectionString: to, options: '-c role=watchbill_migrator' })
  // The database is dropped while the connection closes.
  connection.on('error', () => {})
  await connection.connect()
  return connection
}

async function connectAsSuperuser(to: string) {
  const at = Object.assign(new URL(inject('superuserUrl')), { pathname: new URL(to).pathname })
  const connection = new pg.Client({ connectionString: at.href })
  connection.on('error', () => {})
  await connection.connect()
  return connection
}

async function createDatabase(template = 'template1') {
  const name = `wb_test_${randomBytes(8).toString('hex')}`
  await administrator.query(`create database ${name} template ${template} owner watchbill_migrator`)
  made.push(name)
  return urlOf(name)
}

beforeAll(async () => {
  administrator = new pg.Client({ connectionString: inject('superuserUrl') })
  await administrator.connect()
})
afterAll(async () => {
  for (const name of made) await administrator.query(`drop database ${name} with (force)`)
  await administrator.end()
})
beforeEach(async () => {
  url = await createDatabase('watchbill_template')
  client = await connect(url)
  return () => client.end()
})

const applied = async () =>
  (await client.query('select name from platform.migrations order by name')).rows.map((r) => r.name)
const withMigrations = (...added: { name: string; text: string }[]) => ({ migrations: [...readMigrations(), ...added] })

/** Gives a database the bookkeeping of the migrations before the baseline. */
async function bringBackOldNames(count: number, database = client) {
  await database.query(
    `delete from platform.migrations;
     create table platform.watchbill_migration (name varchar(255) primary key, timestamp varchar(255) not null);
     create table platform.watchbill_migration_lock (id varchar(255) primary key, is_locked integer not null default 0)`,
  )
  await database.query("insert into platform.watchbill_migration select n, '' from generate_series(1, $1) n", [count])
}

test('migrations are numbered from 1 without a hole', () => {
  expect(readMigrations().map(({ name }) => name.slice(0, 5))).toEqual(
    readMigrations().map((_, at) => `${String(at + 1).padStart(4, '0')}-`),
  )
})

test('every file of functions has a header with what its caller must know', () => {
  expect(readFunctions().filter(({ text }) => !text.startsWith('-- '))).toEqual([])
})

test('docs/database.md names every trigger function and every function that crosses sites', async () => {
  const { rows } = await client.query<{ name: string }>(
    `select proname as name from pg_proc where pronamespace::regnamespace::text in ('core', 'identity', 'platform')
       and (prosecdef or prorettype = 'trigger'::regtype)`,
  )
  const page = readFileSync('docs/database.md', 'utf8')
  expect(rows.length).toBeGreaterThan(50)
  expect(rows.filter(({ name }) => !page.includes(`\`${name}\``))).toEqual([])
})

test('the bodies of all functions are valid', async () => {
  for (const { text } of readFunctions()) await client.query(text)
})

test('an empty database gets all, and a second run changes nothing', async () => {
  const empty = await createDatabase()
  expect(await migrate(empty)).toEqual(readMigrations().map(({ name }) => name))
  expect(await pendingMigrations(empty)).toEqual([])
  const connection = await connect(empty)
  const before = await describeCatalogue(connection)
  expect(before).toEqual(await describeCatalogue(client))
  expect(before.length).toBeGreaterThan(1500)
  const { rows } = await connection.query('select * from platform.functions')
  expect(await migrate(empty)).toEqual([])
  expect(await describeCatalogue(connection)).toEqual(before)
  expect((await connection.query('select * from platform.functions')).rows).toEqual(rows)
  await connection.end()
})

test('sites and accounts of a deployment count from its number, which is chosen at the first migration only', async () => {
  const empty = await createDatabase()
  await migrate(empty, { deployment: 7 })
  const connection = await connect(empty)
  onTestFinished(() => connection.end())
  await connection.query(`set app.site_id = '7000000001'`)
  const ids: string[] = []
  for (const statement of [
    `insert into core.sites (slug, name) values ('a', 'A') returning id`,
    `insert into identity.accounts (email, proved_at) values ('a@example.org', now()) returning id`,
  ])
    ids.push((await connection.query(statement)).rows[0].id)
  expect(ids).toEqual(['7000000001', '7000000001'])
  for (const deployment of [7, undefined]) expect(await migrate(empty, { deployment })).toEqual([])
  await expect(migrate(empty, { deployment: 8 })).rejects.toThrow('DEPLOYMENT is 8, but this database counts as 7.')
  await expect(migrate(url, { deployment: 1 })).rejects.toThrow('It can be chosen only at the first migrate.')
})

test('a database with all migrations before the baseline runs only the later ones, and ends the same', async () => {
  const old = await createDatabase()
  const [baseline, ...later] = readMigrations()
  await migrate(old, { migrations: [baseline!], functions: [] })
  const connection = await connect(old)
  await bringBackOldNames(113, connection)
  // Statements of the baseline would fail: everything exists already.
  expect(await migrate(old)).toEqual(later.map(({ name }) => name))
  expect(await pendingMigrations(old)).toEqual([])
  expect(await describeCatalogue(connection)).toEqual(await describeCatalogue(client))
  await connection.end()
})

test('a database with only some of them is refused, and stays unchanged', async () => {
  await bringBackOldNames(100)
  const before = await describeCatalogue(client)
  await expect(migrate(url)).rejects.toThrow(
    'First run the version whose last migration is 0403-unpublished-in-events.',
  )
  expect(await describeCatalogue(client)).toEqual(before)
})

test('a file of functions is applied again when its text changes, and only then', async () => {
  const functions = readFunctions()
  const file = 'server/engine/tenancy/current_instant.sql'
  const changed = functions.map(({ name, text }) => ({
    name,
    text: name === file ? text.replace('clock_timestamp()', "'2027-01-01Z'") : text,
  }))
  const touched = async () => {
    const { rows } = await client.query('select file from platform.functions where applied_at > $1', [since])
    return rows.map((row) => row.file)
  }
  let since = new Date()
  await migrate(url, { functions: changed })
  expect(await touched()).toEqual([file])
  expect((await client.query('select core.current_instant() as at')).rows).toEqual([{ at: new Date('2027-01-01Z') }])
  since = new Date()
  await migrate(url, { functions: changed })
  expect(await touched()).toEqual([])
  await migrate(url)
  expect(await touched()).toEqual([file])
  expect((await client.query('select core.current_instant() as at')).rows).not.toEqual([
    { at: new Date('2027-01-01Z') },
  ])
})

test('a file that is applied again grants only what it states', async () => {
  const file = 'server/people/blocked/send_still_due.sql'
  const before = await describeCatalogue(client)
  const withGrants = (grants: string) => ({
    functions: readFunctions().map(({ name, text }) => ({
      name,
      text: name === file ? text.replace(/^(grant|revoke) .*\n/gm, '') + grants : text,
    })),
  })
  const mayCall = async () => {
    const { rows } = await client.query<{ role: string }>(
      `select role from unnest('{public,watchbill_app,watchbill_auth}'::text[]) role
         where has_function_privilege(role, 'core.send_still_due(bigint, bigint, text, timestamptz)', 'execute')`,
    )
    return rows.map(({ role }) => role)
  }
  const revoke = 'revoke all on function core.send_still_due from public;'
  await migrate(url, withGrants(`${revoke} grant execute on function core.send_still_due to watchbill_auth;`))
  expect(await mayCall()).toEqual(['watchbill_auth'])
  await migrate(url, withGrants(revoke))
  expect(await mayCall()).toEqual([])
  await migrate(url, withGrants(''))
  expect(await mayCall()).toEqual(['public', 'watchbill_app', 'watchbill_auth'])
  await client.query('delete from platform.functions')
  await migrate(url)
  expect(await describeCatalogue(client)).toEqual(before)
})

test('a migration that fails keeps the earlier ones applied, and nothing of itself', async () => {
  const failing = withMigrations(
    { name: '0998-right', text: 'create table platform.kept (id integer)' },
    { name: '0999-wrong', text: 'create table platform.lost (id integer); select 1 / 0' },
  )
  await expect(migrate(url, failing)).rejects.toThrow('Migration 0999-wrong failed: division by zero')
  expect((await applied()).slice(-1)).toEqual(['0998-right'])
  const { rows } = await client.query(
    "select to_regclass('platform.kept') as kept, to_regclass('platform.lost') as lost",
  )
  expect(rows).toEqual([{ kept: 'platform.kept', lost: null }])
})

test('a function that fails changes no function', async () => {
  const before = await describeCatalogue(client)
  const functions = [
    ...readFunctions().map(({ name, text }) => ({ name, text: text.replace('clock_timestamp()', 'now()') })),
    { name: 'server/zz.sql', text: 'create or replace function core.wrong() returns' },
  ]
  await expect(migrate(url, { functions })).rejects.toThrow('server/zz.sql failed: syntax error')
  expect(await describeCatalogue(client)).toEqual(before)
})

test('an unknown migration, or one in another order, is refused', async () => {
  const unordered = [...readMigrations(), { name: '0999-later', text: 'select 1' }]
  await migrate(url, { migrations: unordered })
  await expect(migrate(url)).rejects.toThrow('The database ran migration 0999-later')
  const between = [...unordered.slice(0, -1), { name: '0998-between', text: 'select 1' }, ...unordered.slice(-1)]
  await expect(migrate(url, { migrations: between })).rejects.toThrow('0999-later')
})

/** A club that asks for answers and one that does not, each with a published shift in three days and one in thirty. */
const CLUBS = `
  insert into core.sites (id, slug, name, ask_answers) values (1, 'asks', 'Asks', true), (2, 'quiet', 'Quiet', false);
  insert into core.people (site_id, id, name, email, role) select s, n, 'Person ' || n, 'p' || n || '@' || s || '.test', case n when 1 then 'admin' else 'user' end
    from generate_series(1, 2) s, generate_series(1, 3) n;
  insert into core.events (site_id, id, name, start, "end", contact)
    select s, d, 'Regatta', now() + make_interval(days => d), now() + make_interval(days => d, hours => 4), 'Person 1' from generate_series(1, 2) s, unnest('{3,30}'::int[]) d;
  insert into core.shifts (site_id, event, person, start, "end", draft, assigned_at)
    select e.site_id, e.id, p, e.start, e."end", now() - interval '60 days', now() - interval '60 days' from core.events e, generate_series(2, 3) p;
  -- What the previous version had sent and asked.
  insert into core.deliveries (site_id, shift, event, person, kind, channel, start_local_date, due_at, useful_until, state, sent_at)
    select site_id, id, event, person, 'reminder.week', 'email', (start at time zone 'Europe/London')::date, now() - interval '4 days', start, 'sent', now() - interval '4 days'
    from core.shifts where event = 3;
  insert into core.questions (site_id, shift, person, again, at, start, "end")
    select site_id, id, person, again, now() - interval '2 days', start, "end" from core.shifts, unnest('{false,true}'::boolean[]) again`

test('no migration after the baseline causes a message', async () => {
  const old = await createDatabase()
  const migrations = readMigrations()
  await migrate(old, { migrations: migrations.slice(0, 1), functions: [] })
  const stored = await connectAsSuperuser(old)
  await stored.query(CLUBS)
  const messages = async () =>
    (await stored.query('select site_id, id, kind, state from core.deliveries order by 1, 2')).rows
  const before = await messages()
  // The triggers are there before the second one, which could fire them.
  for (const n of migrations.keys()) await migrate(old, { migrations: migrations.slice(0, n + 1) })
  const clock = createClock()
  const pool = createPool({ connectionString: old, role: 'worker', max: 4, log })
  onTestFinished(() => pool.end())
  const { messaging, transports } = messagingFor({ pool: () => pool, clock })
  for (const { run } of declared().sweeps.values())
    await run({ pool, clock, log, collections: createProductCollections() })
  await messaging.plan()
  await messaging.drain()
  expect([...transports.email.sent, ...transports.sms.sent]).toEqual([])
  expect(await messages()).toEqual(before)
})

test('a busy table makes a migration wait and retry', async () => {
  const busy = await connect(url)
  await busy.query('begin; lock table core.news in access share mode')
  const altering = withMigrations({ name: '0999-alter', text: 'alter table core.news add column altered boolean' })
  const outcome = migrate(url, altering)
  const attempts = new Set<string>()
  const waiting = async () => {
    const { rows } = await administrator.query(
      "select query_start::text as at from pg_stat_activity where query like 'alter table core.news%' and wait_event_type = 'Lock'",
    )
    for (const { at } of rows) attempts.add(at)
    return attempts.size
  }
  await expect.poll(waiting).toBe(2)
  expect(await applied()).not.toContain('0999-alter')
  await busy.query('rollback')
  expect(await outcome).toEqual(['0999-alter'])
  await busy.end()
})

test('a migration that loses a deadlock runs again', async () => {
  const [busy, other] = [await connectAsSuperuser(url), await connectAsSuperuser(url)]
  await busy.query("set deadlock_timeout = '1min'; begin; lock table core.locations in access exclusive mode")
  // Holds one table, and asks for the other once the busy transaction, if it is there, waits for the first.
  const text = `set local lock_timeout = '1min'; lock table core.news in access exclusive mode;
    do $$ begin
      while exists (select from pg_locks where relation = 'core.locations'::regclass and mode = 'AccessExclusiveLock')
        and not exists (select from pg_locks where relation = 'core.news'::regclass and not granted)
      loop end loop;
    end $$;
    alter table core.locations add column deadlocked boolean`
  const outcome = migrate(url, withMigrations({ name: '0999-deadlock', text }))
  const locked = () =>
    other.query(
      "select from pg_locks where relation = 'core.news'::regclass and mode = 'AccessExclusiveLock' and granted",
    )
  await expect.poll(async () => (await locked()).rowCount).toBe(1)
  await busy.query('lock table core.news in access share mode')
  await busy.query('rollback')
  expect(await outcome).toEqual(['0999-deadlock'])
  for (const connection of [busy, other]) await connection.end()
})

test('two processes migrate one after the other', async () => {
  const empty = await createDatabase()
  const ran = await Promise.all([migrate(empty), migrate(empty)])
  expect(ran.flat()).toEqual(readMigrations().map(({ name }) => name))
})
