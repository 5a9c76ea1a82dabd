import { expect } from 'vitest'
import { findActorByToken, openSession } from '#server/accounts/sessions/sessions.ts'
import { openEntry } from '#server/accounts/sign-in/operator-entry.ts'
import { findOperatorByCookie, openOperatorSession } from '#server/operators/session.ts'
import { accountPartsOf, givePassword, openFor, PASSWORD } from '#tests/support/accounts.ts'
import { worldTest as base } from '#tests/support/fixture.ts'

type Loader = (args: unknown) => Promise<unknown>
const screens = import.meta.glob<{ loader?: Loader & { text?: Loader }; action?: Loader }>([
  '../../app/**/routes/*.ts',
  '../../app/**/routes/*.tsx',
  '!../../app/**/routes/api.*',
  '!../../app/**/routes/console.*',
])

const FEED = 'a-feed-that-nobody-else-may-see'.padEnd(43, 'x')
const BOSS_FEED = 'a-feed-of-an-admin-that-nobody-else-may-see'.padEnd(43, 'x').slice(0, 43)
const PASSKEY = 'The key ring of a treasurer elsewhere'
const DEVICE = 'Mozilla/5.0 (a telephone that the admin knows nothing of)'

const test = base
  .extend('scene', { scope: 'file' }, async ({ world }) => {
    const site = await world.makeSite({ sms_enabled: true })
    const boss = await world.makePerson(site, { role: 'admin' })
    const member = { ...(await world.makePerson(site)), account_id: 0 }
    await givePassword(world, accountPartsOf(world), member.email)
    const { rows } = await world.superuser.query('select account_id::int, email_uid from people where id = $1', [
      member.id,
    ])
    member.account_id = rows[0].account_id
    await world.insert(site, 'calendar_feeds', { person: member.id, secret: FEED, created_at: new Date() })
    const own = await openFor(world, site, member)
    await world.superuser.query("update sessions set ip = '203.0.113.77', user_agent = $2 where id = $1", [
      own.id,
      DEVICE,
    ])
    await world.superuser.query(
      `with key as (insert into identity.passkeys (account_id, credential_id, public_key, rp_id, name, created_at)
         values ($1, 'acting', '\\x00', 'localhost', $2, now()))
       insert into platform.operators (account_id) values ($1)`,
      [member.account_id, PASSKEY],
    )
    const secrets = [FEED, rows[0].email_uid, '203.0.113.77', PASSKEY]
    return { site, boss, member, secrets }
  })
  .extend('site', { scope: 'file' }, ({ scene }) => scene.site)
  .extend('boss', { scope: 'file' }, ({ scene }) => scene.boss)
  .extend('member', { scope: 'file' }, ({ scene }) => scene.member)
  .extend('secrets', { scope: 'file' }, ({ scene }) => scene.secrets)
  /** A session that acts as the member, with a new admin session each time, since some calls end both. */
  .extend('acting', { scope: 'file' }, ({ world, site, boss, member }) => async () => {
    const now = world.clock.now()
    const admin = await openFor(world, site, boss)
    return world.withSite(
      site.id,
      async (db) => {
        const session = await openSession(db, site, member, { ip: null, user_agent: null }, now, {
          impersonator: boss.id,
          parent: admin.id,
        })
        return { ...session, actor: await findActorByToken(db, site, 'access', session.access, now) }
      },
      { access: 'write' },
    )
  })
  /** Every credential and address of the member that would outlive the hour. */
  .extend('keysOfMember', { scope: 'file' }, ({ world, member }) => async () => {
    const { rows } = await world.superuser.query(
      `select (select jsonb_agg(f order by f.id) from core.calendar_feeds f) as feeds,
      (select jsonb_build_array(email_uid, email, phone, consent_version) from core.people where id = $1) as person,
      (select to_jsonb(a) from identity.accounts a where id = $2) as account,
      (select jsonb_agg(jsonb_build_array(s.id, s.revoked_at)) from core.sessions s where person = $1 and impersonator is null) as sessions,
      (select count(*) from core.apikeys) as keys, (select count(*) from core.kiosks) as kiosks,
      (select count(*) from core.phone_codes) as codes, (select count(*) from core.email_changes where person = $1) as emails,
      (select count(*) from core.closures) as closures, (select count(*) from identity.passkeys) as passkeys,
      (select count(*) from identity.totp) as totp, (select count(*) from identity.recovery_codes) as recovery,
      (select count(*) from identity.tickets) as tickets, (select count(*) from identity.password_resets) as resets`,
      [member.id, member.account_id],
    )
    return rows[0]
  })
  .extend('operator', { scope: 'file' }, async ({ world }) => {
    const { rows } = await world.superuser.query(
      "insert into identity.accounts (email, proved_at) values ('operator@host.test', now()) returning id::int as account, auth_epoch as epoch",
    )
    await world.superuser.query('insert into platform.operators (account_id) values ($1)', [rows[0].account])
    return rows[0] as { account: number; epoch: number }
  })
  /** The headers of an operator who acts as the admin, with a new entry each time, since some calls end it. */
  .extend('entered', { scope: 'file' }, ({ world, api, site, boss, operator }) => async () => {
    const { account, epoch } = operator
    const parts = { authPool: world.pool('auth'), clock: world.clock }
    const opened = await openOperatorSession(parts, { account, epoch }, { ip: null, user_agent: null })
    const { session } = (await findOperatorByCookie(parts, opened))!
    const by = { account, ip: null, session }
    const token = await api.context.console.enter(by, site.slug, { reason: 'A question', admin: boss.email })
    const cookie = await world.withSite(site.id, (db) => openEntry({ db, site, clock: world.clock }, token), {
      access: 'write',
    })
    const { protocol, host } = new URL(api.context.config.publicOrigin)
    return { cookie: `__Host-sid=${cookie}`, host: `${site.slug}.${host}`, origin: `${protocol}//${site.slug}.${host}` }
  })
  /** Every way in at the club, and every secret of the admin. */
  .extend('waysIn', { scope: 'file' }, ({ world, site, boss }) => async () => {
    const { rows } = await world.superuser.query(
      `select (select jsonb_agg(jsonb_build_array(p.id, p.email, p.phone, p.email_uid, p.account_id, p.is_active) order by p.id)
        from core.people p where p.site_id = $1 and (p.role = 'admin' or p.id = $2)) as admins,
      (select jsonb_agg(to_jsonb(a) order by a.id) from identity.accounts a where a.id in (select account_id from core.people where site_id = $1)) as accounts,
      (select count(*) from core.people where site_id = $1 and role = 'user') as members,
      (select jsonb_agg(jsonb_build_array(s.id, s.revoked_at) order by s.id) from core.sessions s where s.site_id = $1 and s.operator_session is null) as sessions,
      (select count(*) from core.apikeys) as keys, (select count(*) from core.kiosks) as kiosks,
      (select count(*) from core.sign_in_providers) as providers, (select count(*) from core.calendar_feeds where person = $2) as feeds,
      (select count(*) from core.phone_codes) as codes, (select count(*) from core.email_changes) as emails,
      (select count(*) from core.closures) as closures, (select count(*) from identity.passkeys) as passkeys,
      (select count(*) from identity.totp) as totp, (select count(*) from identity.recovery_codes) as recovery,
      (select count(*) from identity.password_resets) as resets`,
      [site.id, boss.id],
    )
    return rows[0]
  })
  .extend('EVERYTHING', { scope: 'file' }, ({ member }) => () => ({
    phone: '+447911123456',
    email: 'elsewhere@example.org',
    password: PASSWORD,
    new_password: `${PASSWORD} 2`,
    code: '123456',
    verify_code: '123456',
    name: 'Someone',
    person: member.id,
    scope: 'read',
    label: 'Elsewhere',
    version: '1',
  }))

/** Calls that ignore credentials; they are made without any. */
const BLIND =
  /^\/(?:auth\/(?:login|social|factor|passkey|refresh)|register|password_reset|emailsettings|answers|coverasks\/token|kiosk)/

test('no call shows an admin who acts as a member one of their secrets, or creates one that outlives the hour', async ({
  keysOfMember,
  api,
  world,
  member,
  acting,
  EVERYTHING,
  site,
  secrets,
}) => {
  const before = await keysOfMember()
  const collections = api.context.collections.declarations.flatMap(({ contract: { name } }) =>
    [`/${name}`, `/${name}/1`, `/${name}/export.csv`].map((path) => ({ method: 'GET', path })),
  )
  const calls = [...api.calls.filter(({ path }) => !BLIND.test(path)), ...collections]
  expect(calls.length).toBeGreaterThan(100)
  const others = await world.superuser.query(
    'select id::int from sessions where person = $1 and impersonator is null',
    [member.id],
  )
  let session = await acting()
  for (const { method, path } of calls) {
    const ids = path.startsWith('/sessions') ? others.rows.map(({ id }) => String(id)) : [String(member.id)]
    if (method !== 'GET') session = await acting()
    for (const id of ids)
      for (const body of method === 'GET' || method === 'DELETE' ? [undefined] : [{}, EVERYTHING()]) {
        const answer = await api.call(site, {
          method,
          path: path.replaceAll(/\{\w+\}/g, id),
          headers: { authorization: `Bearer ${session.access}` },
          ...(body && { body }),
        })
        expect(answer.status, `${method} ${path}`).toBeLessThan(500)
        for (const secret of secrets) expect(answer.text, `${method} ${path}`).not.toContain(secret)
        expect(await keysOfMember(), `${method} ${path}`).toEqual(before)
      }
  }
})

test('no call shows an operator who acts as an admin one of their secrets, or makes a way in that outlives the hour', async ({
  api,
  world,
  site,
  boss,
  entered,
  waysIn,
  EVERYTHING,
}) => {
  await openFor(world, site, boss)
  await world.superuser.query("update sessions set ip = '203.0.113.88' where person = $1", [boss.id])
  await world.insert(site, 'calendar_feeds', { person: boss.id, secret: BOSS_FEED, created_at: new Date() })
  const { rows } = await world.superuser.query('select email_uid from people where id = $1', [boss.id])
  const secrets = [BOSS_FEED, rows[0].email_uid, '203.0.113.88']
  const before = await waysIn()
  const calls = api.calls.filter(({ path, requires }) => requires !== 'anyone' && !BLIND.test(path))
  expect(calls.length).toBeGreaterThan(80)
  let headers = await entered()
  let answered = 0
  for (const { method, path } of calls) {
    if (method !== 'GET') headers = await entered()
    for (const body of method === 'GET' || method === 'DELETE'
      ? [undefined]
      : [{}, { ...EVERYTHING(), person: boss.id }]) {
      const answer = await api.call(site, {
        ...{ method, headers, path: path.replaceAll(/\{\w+\}/g, String(boss.id)) },
        ...(body && { body }),
      })
      expect(answer.status, `${method} ${path}`).toBeLessThan(500)
      if (answer.status < 300) answered += 1
      for (const secret of secrets) expect(answer.text, `${method} ${path}`).not.toContain(secret)
      expect(await waysIn(), `${method} ${path}`).toEqual(before)
    }
  }
  expect(answered).toBeGreaterThan(30)
}, 300_000)

test('no screen shows one of these secrets, as a page or as data', async ({
  keysOfMember,
  acting,
  api,
  site,
  member,
  secrets,
}) => {
  const before = await keysOfMember()
  let shown = 0
  for (const [file, load] of Object.entries(screens)) {
    const { loader, action } = await load()
    const { actor } = await acting()
    for (const work of [loader, loader?.text, action]) {
      if (!work) continue
      const { host, protocol } = new URL(api.context.config.publicOrigin)
      const at = `${site.slug}.${host}`
      const request = new Request(`${protocol}//${at}/x`, {
        ...(work === action && { method: 'POST', body: new URLSearchParams({ person: String(member.id) }) }),
        headers: { host: at, origin: `${protocol}//${at}` },
      })
      const context = { app: api.context, site, actor, nonce: '', requestId: 'test' }
      const params = {
        id: '1',
        pk: '1',
        date: '2027-01-02',
        collection: 'locations',
        uid: 'x',
        token: 'x',
        secret: 'x',
      }
      const asked = async () => work({ request, params, context })
      const answer = await asked().catch((thrown) => {
        if (thrown instanceof Response) return thrown
        throw thrown
      })
      const text = answer instanceof Response ? await answer.text() : JSON.stringify(answer ?? null)
      if (!(answer instanceof Response)) shown += 1
      for (const secret of secrets) expect(text, file).not.toContain(secret)
      expect(await keysOfMember(), file).toEqual(before)
    }
  }
  expect(shown).toBeGreaterThan(20)
})

test('nothing reveals the account shared with other clubs: its factors, or that it runs the platform', async ({
  api,
  site,
  acting,
  world,
  member,
}) => {
  const asked = async (access: string) => {
    const { status, text } = await api.call(site, {
      ...{ method: 'GET', path: '/auth/factors' },
      headers: { authorization: `Bearer ${access}` },
    })
    return { status, said: JSON.parse(text) }
  }
  expect(await asked((await openFor(world, site, member)).access)).toMatchObject({
    status: 200,
    said: { passkeys: [{ name: PASSKEY }], required: true },
  })
  expect(await asked((await acting()).access)).toEqual({
    status: 403,
    said: { detail: 'This is not possible while acting as someone else.' },
  })
})

test('members see their own feed and create another', async ({ world, site, member, api }) => {
  const headers = { authorization: `Bearer ${(await openFor(world, site, member)).access}` }
  const shown = await api.call(site, { method: 'GET', path: '/calendarfeed', headers })
  expect(shown.text).toContain(FEED)
  expect((await api.call(site, { method: 'POST', path: '/calendarfeed', headers })).text).not.toContain(FEED)
})
