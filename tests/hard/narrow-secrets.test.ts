import { Writable } from 'node:stream'
import { pino } from 'pino'
import { expect } from 'vitest'
import { accountParts } from '#app/session/parts.ts'
import { sendResetLink } from '#server/accounts/passwords/reset.ts'
import { mintSecret } from '#server/engine/access/secrets.ts'
import { derivedToken, hashSecret } from '#server/engine/kernel/derive.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import { queuedNotices } from '#tests/support/accounts.ts'
import { worldTest as base } from '#tests/support/fixture.ts'

const test = base
  .extend('site', { scope: 'file' }, ({ world }) => world.makeSite())
  .extend('stored', { scope: 'file' }, ({ world }) => async (): Promise<Map<string, string>> => {
    const { rows } = await world.superuser.query(
      "select schemaname || '.' || quote_ident(tablename) as t from pg_tables where schemaname in ('core', 'identity', 'platform') order by 1",
    )
    const texts = new Map<string, string>()
    for (const { t } of rows) {
      const all = await world.superuser.query(`select string_agg(r::text, '\n' order by r::text) as text from ${t} r`)
      texts.set(t, all.rows[0].text ?? '')
    }
    return texts
  })
  /** Every call of the API that checks its caller, including the collections. */
  .extend('guarded', { scope: 'file' }, ({ api }) => () => [
    ...api.calls.filter(
      ({ requires, path }) => !['anyone', 'kiosk'].includes(requires) && !path.startsWith('/emailsettings'),
    ),
    ...api.context.collections.declarations.flatMap(({ contract: { name }, admin }) =>
      [
        ['GET', `/${name}`],
        ['GET', `/${name}/1`],
        ['GET', `/${name}/export.csv`],
        ...(admin.create ? [['POST', `/${name}`]] : []),
        ...(admin.update ? [['PUT', `/${name}`]] : []),
        ...(admin.remove ? [['DELETE', `/${name}/1`]] : []),
        ...(admin.update || admin.remove ? [['POST', `/${name}/bulk`]] : []),
      ].map(([method = '', path = '']) => ({ method, path })),
    ),
  ])
  /**
   * Sends a JSON body, or a file where only a file is accepted: anything else is refused before the caller is checked.
   */
  .extend(
    'ask',
    { scope: 'file' },
    ({ api }) =>
      async (at: Site, method: string, path: string, headers: Record<string, string>, body: object = {}) => {
        const sent = method === 'GET' || method === 'DELETE' ? {} : { body }
        const { status } = await api.call(at, { method, path, headers, ...sent })
        if (status !== 415) return status
        const form = new FormData()
        form.set('file', new File(['name\nX\n'], 'x.csv', { type: 'text/csv' }))
        form.set('mapping', '{}')
        form.set('options', '{}')
        form.set('digest', 'x')
        form.set('kind', 'people')
        return (await api.call(at, { method, path, headers, body: form })).status
      },
  )

const filled = (path: string) => path.replaceAll(/\{\w+\}/g, '1')

/** Each call with each kind of credential, or one kind a call in turn. */
const EVERY_WAY = process.env.PROOF === '1'

test('a preference link changes three switches: on every other call, sent in any way, it counts as no credential', async ({
  world,
  site,
  stored,
  api,
  guarded,
  ask,
}) => {
  const person = await world.makePerson(site, { role: 'admin' })
  const { rows } = await world.superuser.query('select email_uid from core.people where id = $1', [person.id])
  const uid = rows[0].email_uid as string
  expect(uid).not.toBe(String(person.id))
  expect(Buffer.from(uid, 'base64url').length * 8).toBeGreaterThanOrEqual(128)
  const settings = { path: `/emailsettings/${uid}` }
  const before = await stored()
  for (const method of ['GET', 'HEAD']) {
    const shown = await api.call(site, { method, ...settings })
    expect(shown.status, method).toBe(200)
    for (const told of [person.email, person.name]) expect(shown.text).not.toContain(told)
  }
  const ways: Record<string, string>[] = [
    { authorization: `Bearer ${uid}` },
    { authorization: `Bearer wb_${uid}` },
    { 'x-kiosk-auth': uid },
    { cookie: `__Host-sid=${uid}`, host: `${site.slug}.localhost:3000`, origin: `http://${site.slug}.localhost:3000` },
  ]
  for (const [n, { method, path }] of guarded().entries())
    for (const headers of EVERY_WAY ? ways : [ways[n % ways.length]!]) {
      const status = await ask(site, method, `${filled(path)}?uid=${uid}`, headers, { uid, id: person.id })
      expect([401, 404, 405], `${method} ${path} ${Object.keys(headers)[0]}: ${status}`).toContain(status)
      if (!filled(path).includes('/1')) expect(status, `${method} ${path} ${Object.keys(headers)[0]}`).toBe(401)
    }
  expect(await stored()).toEqual(before)
  const changed = await api.call(site, {
    method: 'PUT',
    ...settings,
    body: { email_reminders: false, role: 'user', name: 'X' },
  })
  expect([changed.status, Object.keys(JSON.parse(changed.text)).sort()]).toEqual([
    200,
    ['email_newsletters', 'email_notifications', 'email_reminders'],
  ])
  const now = await world.superuser.query('select name, role, email_reminders from core.people where id = $1', [
    person.id,
  ])
  expect(now.rows).toEqual([{ name: person.name, role: 'admin', email_reminders: false }])
})

test('a kiosk’s secret opens none of the calls of people, here or at another site, and counts as none once revoked', async ({
  site,
  world,
  stored,
  guarded,
  ask,
}) => {
  const secret = mintSecret('wk', site.id)
  const kiosk = await world.insert(site, 'kiosks', { name: 'Door', secret_hash: hashSecret(secret) })
  const other = await world.makeSite()
  const headers = { 'x-kiosk-auth': secret }
  const before = await stored()
  const statuses = async (at: Site) => {
    for (const { method, path } of guarded()) {
      const status = await ask(at, method, filled(path), headers)
      expect([401, 403, 404, 405], `${method} ${path}: ${status}`).toContain(status)
      if (!filled(path).includes('/1')) expect([401, 403], `${method} ${path}: ${status}`).toContain(status)
    }
  }
  await statuses(site)
  await statuses(other)
  expect(await stored()).toEqual(before)
  await world.superuser.query('update core.kiosks set revoked_at = now() where id = $1', [kiosk.id])
  expect(await ask(site, 'GET', '/people', headers)).toBe(401)
}, 120_000)

const PLANTED = ['planted-canary first one', 'planted-canary second one', 'planted-canary third one']

test('no password that was chosen, changed, mistyped or set by a link is in any table or in the log', async ({
  api,
  site,
  world,
  stored,
}) => {
  const lines: string[] = []
  const sink = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk))
      done()
    },
  })
  const { log } = api.context
  api.context.log = pino({ level: 'trace' }, sink) as typeof log
  const [first = '', second = '', third = ''] = PLANTED
  const email = 'planted@example.org'
  const call = async (method: string, path: string, body: object, headers = {}) => {
    const answer = await api.call(site, { method, path, body, headers })
    for (const planted of PLANTED) expect(answer.text).not.toContain(planted)
    return answer
  }
  expect((await call('POST', '/register', { email, name: 'Planted', password: first })).status).toBe(204)
  await world.superuser.query("update core.people set role = 'user', is_active = true where email = $1", [email])
  await world.superuser.query('update identity.accounts set proved_at = now(), home_site = null where email = $1', [
    email,
  ])
  const login = (password: string) => call('POST', '/auth/login', { email, password })
  expect((await login(`${first} mistyped`)).status).toBe(400)
  const signedIn = await login(first)
  expect(signedIn.status).toBe(200)
  const headers = { authorization: `Bearer ${JSON.parse(signedIn.text).access}` }
  for (const body of [
    { password: second, new_password: third },
    { password: first, new_password: second },
  ])
    await call('PUT', '/people/set_password_self', body, headers)
  expect((await login(first)).status).toBe(400)
  expect((await login(second)).status).toBe(200)
  const { config } = api.context
  await sendResetLink(accountParts(api.context), site, email)
  const derive = (await queuedNotices(world, site)).findLast(({ kind }) => kind === 'account.reset')?.facts.derive
  const token = derivedToken(config.SESSION_SECRET, derive?.purpose ?? '', derive?.id ?? '')
  expect((await call('PUT', '/password_reset/token', { token, password: third })).status).toBe(200)
  expect((await login(third)).status).toBe(200)
  await call('POST', '/auth/login', { email, password: { $ne: first } })
  await api.call(site, { method: 'POST', path: '/auth/login', raw: `{"email":"${email}","password":"${first}"` })
  api.context.log = log
  log.flush()
  for (const [table, text] of await stored()) expect(text.includes('planted-canary'), table).toBe(false)
  expect(lines.filter((line) => line.includes('planted-canary'))).toEqual([])
})
