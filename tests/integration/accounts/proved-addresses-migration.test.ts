import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { migrate } from '#server/platform/migrate.ts'

/** What was stored before addresses had to be proved, brought to today's rules. */

let database: pg.Pool
let drop: () => Promise<void>
const ids: Record<string, number> = {}

const ask = async (text: string, values: unknown[] = []) => (await database.query(text, values)).rows
const one = async (text: string, values: unknown[] = []) => Number((await ask(text, values))[0].id)

const account = (name: string, columns: Record<string, unknown>) => insert('identity.accounts', name, columns)
async function insert(table: string, name: string, columns: Record<string, unknown>) {
  const keys = Object.keys(columns)
  ids[name] = await one(
    `insert into ${table} (${keys.join(', ')}) values (${keys.map((_, i) => `$${i + 1}`).join(', ')}) returning id`,
    Object.values(columns),
  )
  return ids[name]
}
const person = (name: string, site: string, columns: Record<string, unknown>) =>
  insert('core.people', name, { site_id: ids[site], name, ...columns })

beforeAll(async () => {
  const name = `wb_test_${randomBytes(8).toString('hex')}`
  const administrator = new pg.Client({ connectionString: inject('superuserUrl') })
  await administrator.connect()
  await administrator.query(`create database ${name} owner watchbill_migrator`)
  const at = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).toString()
  database = new pg.Pool({ connectionString: at(inject('superuserUrl')), max: 2 })
  // Connections that are closing while the database is dropped are no failure.
  database.on('error', () => {})
  drop = async () => {
    await database.end()
    await administrator.query(`drop database if exists ${name} with (force)`)
    await administrator.end()
  }
  await migrate(at(inject('templateUrl')), '0072-operators-told')

  for (const slug of ['a', 'b', 'c']) {
    await insert('core.sites', slug, { slug, name: slug.toUpperCase() })
    await person(`admin-${slug}`, slug, { email: `admin@${slug}.test`, role: 'admin' })
  }
  const registered_at = '2026-05-01T12:00:00Z'

  await account('proved', { email: 'proved@x.test', password_hash: 'p' })
  await person('proved at a', 'a', { email: 'proved@x.test', account_id: ids.proved, registered_at })
  await person('proved at b', 'b', { email: 'proved@x.test', account_id: ids.proved })

  await account('stranger', { email: 'victim@x.test', password_hash: 's', unverified: true })
  await person('registered at a', 'a', { email: 'victim@x.test', account_id: ids.stranger, registered_at })
  await person('added at b', 'b', { email: 'victim@x.test', account_id: ids.stranger, role: 'admin' })
  await person('registered at c', 'c', { email: 'victim@x.test', account_id: ids.stranger, registered_at })
  await ask("insert into identity.totp (account_id, secret, created_at, confirmed_at) values ($1, 'x', now(), now())", [
    ids.stranger,
  ])
  await ask('insert into core.calendar_feeds (site_id, person, secret, created_at) values ($1, $2, $3, now())', [
    ids.a,
    ids['registered at a'],
    'f'.repeat(43),
  ])
  await ask(
    "insert into core.email_changes (site_id, person, account_id, email, token_hash, created_at, expires_at) values ($1, $2, $3, 'evil@x.test', 'x', now(), now() + interval '1 day')",
    [ids.a, ids['registered at a'], ids.stranger],
  )
  for (const [site, name] of [
    ['a', 'registered at a'],
    ['b', 'added at b'],
  ] as const)
    await ask(
      `insert into core.sessions (site_id, person, account_id, created_at, last_seen_at, rotated_at, expires_at, absolute_expires_at)
       values ($1, $2, $3, now(), now(), now(), now() + interval '1 day', now() + interval '1 day')`,
      [ids[site], ids[name], ids.stranger],
    )

  await account('added', { email: 'added@x.test' })
  await person('without a password at a', 'a', { email: 'added@x.test', account_id: ids.added })
  await person('without a password at b', 'b', { email: 'added@x.test', account_id: ids.added })

  await account('changed', { email: 'evil-2@x.test', password_hash: 'e' })
  await person('changed at a', 'a', { email: 'evil-2@x.test', account_id: ids.changed, registered_at })
  await person('changed at b', 'b', {
    email: 'evil-2@x.test',
    account_id: ids.changed,
    created_at: '2026-06-01T12:00:00Z',
  })
  await ask(
    "insert into core.audit (site_id, at, actor, action, subject, subject_id) values ($1, '2026-07-01T12:00:00Z', 'person', 'email.change', 'people', $2)",
    [ids.a, ids['changed at a']],
  )

  await insert('core.sites', 'd', { slug: 'd', name: 'D' })
  await person('only admin of d', 'd', {
    email: 'evil-2@x.test',
    account_id: ids.changed,
    role: 'admin',
    created_at: '2026-06-01T12:00:00Z',
  })

  await account('reset since', { email: 'reset@x.test', password_hash: 'r' })
  await person('reset at a', 'a', { email: 'reset@x.test', account_id: ids['reset since'], registered_at })
  await ask(
    "insert into core.audit (site_id, at, actor, action, subject, subject_id) values ($1, '2026-07-01T12:00:00Z', 'system', 'password.reset', 'people', $2)",
    [ids.a, ids['reset at a']],
  )
  for (const [credential, at] of [
    ['of a stranger', '2026-06-01T12:00:00Z'],
    ['of the owner', '2026-08-01T12:00:00Z'],
  ])
    await ask(
      "insert into identity.passkeys (account_id, credential_id, public_key, rp_id, name, created_at) values ($1, $2, 'x', 'x', 'x', $3)",
      [ids['reset since'], credential, at],
    )
  await ask(
    "insert into core.apikeys (site_id, name, scope, prefix, key_hash, created_by) values ($1, 'k', 'write', 'wb_', 'x', $2)",
    [ids.b, ids['changed at b']],
  )
  await ask("insert into platform.operators (account_id, created_at) values ($1, '2026-06-15T12:00:00Z')", [
    ids.changed,
  ])

  await account('nobody', { email: 'nobody@x.test', password_hash: 'n', unverified: true })
  await account('operator', { email: 'operator@x.test', password_hash: 'o', unverified: true })
  await ask('insert into platform.operators (account_id) values ($1)', [ids.operator])

  await migrate(at(inject('templateUrl')))
})
afterAll(() => drop())

const loginOf = async (name: string) =>
  (
    await ask(
      `select a.email, a.password_hash, a.home_site is not distinct from p.site_id as home, a.proved_at is not null as proved, p.is_active as active
       from core.people p left join identity.accounts a on a.id = p.account_id where p.id = $1`,
      [ids[name]],
    )
  )[0]

test('a proved account stays one for all of its people', async () => {
  for (const name of ['proved at a', 'proved at b'])
    expect(await loginOf(name)).toEqual({
      email: 'proved@x.test',
      password_hash: 'p',
      home: false,
      proved: true,
      active: true,
    })
})

test('an unproved account stays with whom it registered, at each site by itself, and leaves those whom an admin added', async () => {
  for (const name of ['registered at a', 'registered at c'])
    expect(await loginOf(name)).toEqual({
      email: 'victim@x.test',
      password_hash: 's',
      home: true,
      proved: false,
      active: true,
    })
  expect(await loginOf('added at b')).toEqual({
    email: 'victim@x.test',
    password_hash: null,
    home: true,
    proved: false,
    active: true,
  })
  const accounts = await ask("select distinct account_id from core.people where email = 'victim@x.test'")
  expect(accounts).toHaveLength(3)
})

test('factors, feeds, sessions and pending changes on an unproved account are over', async () => {
  const counts = await ask(
    `select (select count(*) from identity.totp)::int as totp, (select count(*) from core.calendar_feeds)::int as feeds,
      (select count(*) from core.email_changes)::int as changes, (select count(*) from core.sessions where revoked_at is null)::int as sessions`,
  )
  expect(counts).toEqual([{ totp: 0, feeds: 0, changes: 0, sessions: 0 }])
})

test('accounts without a password are parted, one a site', async () => {
  for (const name of ['without a password at a', 'without a password at b'])
    expect(await loginOf(name)).toEqual({
      email: 'added@x.test',
      password_hash: null,
      home: true,
      proved: false,
      active: true,
    })
})

test('whose email was changed before the first one was proved: access rests where an admin had added them', async () => {
  expect(await loginOf('changed at a')).toMatchObject({ password_hash: 'e', proved: true, active: true })
  expect(await loginOf('changed at b')).toMatchObject({ password_hash: 'e', proved: true, active: false })
  expect(await loginOf('only admin of d')).toMatchObject({ proved: true, active: true })
})

test('accounts that nobody needs go, and an operator who never proved the email is none', async () => {
  expect(await ask("select from identity.accounts where email in ('nobody@x.test', 'operator@x.test')")).toEqual([])
  expect(await ask('select from platform.operators')).toEqual([])
  expect(await ask('select account_id::int, action from platform.operator_acts order by account_id')).toEqual(
    [ids.changed, ids.operator].map((account_id) => ({ account_id, action: 'operator.end' })),
  )
})

test('what was set up before a first reset ends, and so do keys whose maker is no admin', async () => {
  expect(await ask('select credential_id from identity.passkeys')).toEqual([{ credential_id: 'of the owner' }])
  expect(await ask('select from core.apikeys where revoked_at is null')).toEqual([])
})

test('the log and the admins of each club learn of it', async () => {
  const lines = await ask(
    "select s.slug, a.action, p.name from core.audit a join core.sites s on s.id = a.site_id join core.people p on p.id = a.subject_id where a.actor = 'system' and a.subject = 'people' and a.action like 'people.%' order by 1, 2, 3",
  )
  expect(lines).toEqual([
    { slug: 'a', action: 'people.ended', name: 'reset at a' },
    { slug: 'a', action: 'people.wiped', name: 'registered at a' },
    { slug: 'b', action: 'people.rests', name: 'changed at b' },
    { slug: 'b', action: 'people.unlinked', name: 'added at b' },
    { slug: 'c', action: 'people.wiped', name: 'registered at c' },
  ])
  const mails = await ask(
    `select p.name as to, d.facts ->> 'about' as about, d.facts -> 'paragraphs' ->> 0 as text, d.lane, d.state from core.deliveries d
     join core.people p on p.site_id = d.site_id and p.id = d.person where d.kind = 'account.unproved' order by d.site_id, d.id`,
  )
  expect(mails.map(({ to, about }) => [to, Number(about)])).toEqual([
    ['admin-a', ids['reset at a']],
    ['admin-a', ids['registered at a']],
    ['admin-b', ids['changed at b']],
    ['admin-b', ids['added at b']],
    ['added at b', ids['changed at b']],
    ['admin-c', ids['registered at c']],
  ])
  for (const mail of mails)
    expect(mail).toMatchObject({ lane: 'security', state: 'queued', text: expect.stringContaining('{name}') })
})
