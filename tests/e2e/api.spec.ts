import { randomUUID } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { routeFiles, routeName } from '#tests/support/route-files.ts'
import { client, login } from './api-client.ts'

test('site data is flat and public; an unknown or forged host has none', async ({ request }) => {
  const answer = await client(request, 'harbour').call('GET', '/api/organisations/current/')
  expect(answer.status()).toBe(200)
  expect(await answer.json()).toMatchObject({
    name: 'Harbour Sailing Club',
    timezone: 'Europe/London',
    sms_enabled: true,
    feature_timesheets: true,
  })
  for (const host of [
    'nowhere.localhost',
    'harbour.localhost.evil.example',
    'a.harbour.localhost',
    'localhost',
    'xn--harbour.localhost',
    'harbour',
    '127.0.0.1',
    'harbour.localhost@evil',
  ]) {
    const refused = await client(request, 'harbour').call('GET', '/api/organisations/current', {
      headers: { host, 'x-forwarded-host': 'harbour.localhost' },
    })
    expect([host, refused.status()]).toEqual([host, host.includes('@') ? refused.status() : 404])
    expect(await refused.text()).not.toContain('Harbour Sailing')
  }
  const variants = await client(request, 'harbour').call('GET', '/api/organisations/current', {
    headers: { host: 'HARBOUR.localhost.' },
  })
  expect(variants.status()).toBe(200)
})

test('an unknown host answers 404 everywhere except the health check', async ({ request }) => {
  const nowhere = client(request, 'nowhere')
  const pages = routeFiles()
    .map(routeName)
    .filter((name) => !name.startsWith('api.'))
    .map((name) => name.replaceAll(/\[|\]|\(|\)|_(?=\.|$)/g, ''))
    .map((name) => `/${name === '_index' ? '' : name.replaceAll('.', '/').replaceAll(/\$\w*/g, '1')}`)
  expect(pages.length).toBeGreaterThan(80)
  for (const path of [...pages, '/dev/messages.json', '/media/s/1/x.webp', '/api/shifts/', '/api/auth/user']) {
    const answer = await nowhere.call('GET', path)
    expect([path, answer.status()]).toEqual([path, 404])
  }
  for (const path of ['/', '/login', '/events/1/sign-up']) {
    const answer = await nowhere.call('POST', path, {
      raw: 'intent=x',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect([path, answer.status()]).toEqual([path, 404])
  }
  expect(await (await nowhere.call('GET', '/')).text()).toContain(
    'Site not found. This domain has not been configured.',
  )
  for (const path of ['/healthz', '/readyz', '/healthz/']) expect((await nowhere.call('GET', path)).status()).toBe(200)
})

test('signing in returns tokens and the person; every wrong pair gets the same answer', async ({ request }) => {
  const site = client(request, 'harbour')
  const { access, user } = await login(request, 'member@harbour.test')
  expect(user).toMatchObject({ email: 'member@harbour.test', role: 'user' })
  const me = await client(request, 'harbour', access).call('GET', '/api/auth/user')
  expect(await me.json()).toMatchObject({
    id: user.id,
    settings: { theme: 'Auto', dateFormat: 'ddd D MMM YYYY' },
    site: { slug: 'harbour' },
    impersonator: null,
  })
  const wrong = await site.call('POST', '/api/auth/login', { body: { email: 'member@harbour.test', password: 'no' } })
  const unknown = await site.call('POST', '/api/auth/login', { body: { email: 'nobody@nowhere.test', password: 'no' } })
  expect([wrong.status(), await wrong.text()]).toEqual([400, '{"detail":"Email or password is incorrect."}'])
  expect([unknown.status(), await unknown.text()]).toEqual([400, '{"detail":"Email or password is incorrect."}'])
  const pending = await site.call('POST', '/api/auth/login', {
    body: { email: 'newcomer@harbour.test', password: 'watchbill-demo' },
  })
  expect([pending.status(), await pending.json()]).toEqual([
    400,
    { detail: 'Your registration is waiting for approval.' },
  ])
  const elsewhere = await client(request, 'ridge').call('POST', '/api/auth/login', {
    body: { email: 'member@harbour.test', password: 'watchbill-demo' },
  })
  expect(elsewhere.status()).toBe(400)
})

test('a token opens only its own site, also for an account at two', async ({ request }) => {
  const here = await login(request, 'both@watchbill.test', 'harbour')
  const there = await login(request, 'both@watchbill.test', 'ridge')
  const crossed = await client(request, 'ridge', here.access).call('GET', '/api/auth/user')
  expect([crossed.status(), (await crossed.json()).code]).toEqual([401, 'wrong_site'])
  expect((await client(request, 'ridge', there.access).call('GET', '/api/auth/user')).status()).toBe(200)
})

test('50 parallel refreshes of a token have one successor; a replay ends the session', async ({ request }) => {
  const { access, refresh } = await login(request, 'member@harbour.test')
  const site = client(request, 'harbour')
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => site.call('POST', '/api/auth/refresh', { body: { refresh } })),
  )
  const bodies = await Promise.all(answers.map((answer) => answer.text()))
  expect(new Set(answers.map((answer) => answer.status()))).toEqual(new Set([200]))
  expect(new Set(bodies).size).toBe(1)
  // The old access token is accepted for another two minutes, for calls already under way.
  expect((await client(request, 'harbour', access).call('GET', '/api/auth/user')).status()).toBe(200)
  const successor = JSON.parse(bodies[0]!) as { access: string; refresh: string }
  expect((await client(request, 'harbour', successor.access).call('GET', '/api/auth/user')).status()).toBe(200)
  expect((await site.call('POST', '/api/auth/refresh', { body: { refresh: successor.refresh } })).status()).toBe(200)
  const replay = await site.call('POST', '/api/auth/refresh', { body: { refresh } })
  expect([replay.status(), (await replay.json()).code]).toEqual([401, 'token_reused'])
  for (const token of [access, successor.access])
    expect((await client(request, 'harbour', token).call('GET', '/api/auth/user')).status()).toBe(401)
})

test('signing out takes effect on the next request', async ({ request }) => {
  const { access, refresh } = await login(request, 'member@harbour.test')
  const mine = client(request, 'harbour', access)
  expect((await mine.call('POST', '/api/auth/logout')).status()).toBe(204)
  const after = await mine.call('GET', '/api/auth/user')
  expect([after.status(), (await after.json()).code]).toEqual([401, 'session_revoked'])
  const refreshed = await client(request, 'harbour').call('POST', '/api/auth/refresh', { body: { refresh } })
  expect(refreshed.status()).toBe(401)
})

test('a refresh token is not an access token, and an unreadable token gets a code', async ({ request }) => {
  const { refresh } = await login(request, 'member@harbour.test')
  for (const token of [refresh, 'x', 'wa_1_short', '']) {
    const answer = await client(request, 'harbour').call('GET', '/api/shifts/', {
      headers: { authorization: `Bearer ${token}` },
    })
    expect([answer.status(), (await answer.json()).code]).toEqual([401, 'token_invalid'])
  }
  const nobody = await client(request, 'harbour').call('GET', '/api/shifts')
  expect([nobody.status(), await nobody.json()]).toEqual([401, { detail: 'Please sign in.' }])
})

test('the list of shifts comes with its related records, with and without a trailing slash', async ({ request }) => {
  const { access } = await login(request, 'admin@harbour.test')
  const admin = client(request, 'harbour', access)
  for (const path of [
    '/api/shifts/?limit=5&expand=event,person,role,location&sort=-start',
    '/api/shifts?limit=5&expand=event,person,role,location&sort=-start',
  ]) {
    const answer = await admin.call('GET', path)
    expect(answer.status()).toBe(200)
    const body = await answer.json()
    expect(body.order).toHaveLength(5)
    expect(body.count).toBeGreaterThan(20)
    expect(Object.keys(body.results)).toEqual(
      expect.arrayContaining(['shifts', 'events', 'people', 'roles', 'locations']),
    )
  }
  const csv = await admin.call('GET', '/api/shifts/export.csv')
  expect(csv.headers()['content-disposition']).toContain('shifts-export.csv')
  expect((await csv.text()).startsWith('\uFEFF')).toBe(true)
})

test('another site’s records look exactly like records that never existed', async ({ request }) => {
  const harbour = client(request, 'harbour', (await login(request, 'admin@harbour.test')).access)
  const ridge = client(request, 'ridge', (await login(request, 'admin@ridge.test', 'ridge')).access)
  const foreign = (await (await ridge.call('GET', '/api/events/?limit=1')).json()).order[0] as number
  const never = 999_999_999
  for (const [method, path, body] of [
    ['GET', (id: number) => `/api/events/${id}`, undefined],
    ['DELETE', (id: number) => `/api/events/${id}`, undefined],
    ['PUT', () => '/api/events/', (id: number) => [{ id, name: 'x' }]],
    ['PUT', (id: number) => `/api/events/${id}/publish`, undefined],
    ['GET', (id: number) => `/api/shifts/?event=${id}`, undefined],
    [
      'POST',
      () => '/api/shifts/',
      (id: number) => [{ event: id, start: '2027-01-01T10:00:00Z', end: '2027-01-01T11:00:00Z' }],
    ],
  ] as const) {
    const answers = await Promise.all(
      [foreign, never].map(async (id) => {
        const answer = await harbour.call(method, path(id), body ? { body: body(id) } : {})
        return [answer.status(), (await answer.text()).replaceAll(String(id), 'ID')]
      }),
    )
    expect(answers[0]).toEqual(answers[1])
  }
  expect((await ridge.call('GET', `/api/events/${foreign}`)).status()).toBe(200)
})

test('broken input is a clear 4xx and never a 5xx', async ({ request }) => {
  const admin = client(request, 'harbour', (await login(request, 'admin@harbour.test')).access)
  const cases: [string, string, { body?: unknown; raw?: string; headers?: Record<string, string> }][] = [
    ['POST', '/api/locations/', { raw: '{"name":' }],
    ['POST', '/api/locations/', { raw: '"text"' }],
    ['POST', '/api/locations/', { raw: 'null' }],
    ['POST', '/api/locations/', { raw: '[[[[]]]]' }],
    ['POST', '/api/locations/', { body: [{ name: '' }] }],
    ['POST', '/api/locations/', { body: [{ name: 'a\u0000b' }] }],
    ['POST', '/api/locations/', { body: [{ name: 7 }] }],
    ['POST', '/api/locations/', { body: Array.from({ length: 5000 }, () => ({ name: 'x' })) }],
    ['POST', '/api/locations/', { raw: 'name=x', headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
    ['POST', '/api/locations/', { raw: '{"name":"x"}', headers: { 'content-type': 'text/plain' } }],
    ['PUT', '/api/locations/', { body: [{ name: 'no id' }] }],
    ['PUT', '/api/locations/', { body: [{ id: 1e300, name: 'x' }] }],
    ['DELETE', '/api/locations/abc', {}],
    ['DELETE', '/api/locations/99999999999999999999', {}],
    ['GET', '/api/locations/?nosuch=1', {}],
    ['GET', '/api/locations/?sort=nosuch', {}],
    ['GET', '/api/locations/?limit=x', {}],
    ['GET', '/api/locations/?limit=-2', {}],
    ['GET', '/api/locations/?offset=99999999999999999999', {}],
    ['GET', '/api/shifts/?start__gte=yesterday', {}],
    ['GET', '/api/shifts/?event=1e9', {}],
    ['GET', '/api/locations/%00', {}],
    ['GET', '/api/nosuch/', {}],
    ['PATCH', '/api/locations/', { body: {} }],
    ['POST', '/api/auth/login', { raw: '[]' }],
    ['POST', '/api/auth/login', { body: { email: ['a'], password: {} } }],
    ['POST', '/api/auth/refresh', { body: { refresh: 7 } }],
    ['GET', '/api/auth/login', {}],
    ['PUT', '/api/shifts/x/publish', {}],
    ['PUT', '/api/emailsettings/nobody', { body: { email_reminders: false } }],
  ]
  for (const [method, path, options] of cases) {
    const answer = await admin.call(method, path, options)
    const where = `${method} ${path} ${JSON.stringify(options).slice(0, 80)}: ${await answer.text()}`
    expect(answer.status(), where).toBeGreaterThanOrEqual(400)
    expect(answer.status(), where).toBeLessThan(500)
    expect(where).not.toMatch(/node_modules|at \w+ \(|select /i)
  }
})

test('a write with the cookie needs this site’s own origin', async ({ request }) => {
  const { access } = await login(request, 'admin@harbour.test')
  expect(access).toBeTruthy()
  for (const origin of ['http://ridge.localhost', 'https://evil.example', 'null']) {
    const answer = await client(request, 'harbour').call('POST', '/api/locations/', {
      body: [{ name: 'forged' }],
      headers: { cookie: `__Host-sid=ws_1_${'a'.repeat(43)}`, origin },
    })
    expect(answer.status()).toBe(403)
  }
})

test('every page has its security headers, a nonce and a request id', async ({ request }) => {
  const answer = await client(request, 'harbour').call('GET', '/hello')
  const headers = answer.headers()
  expect(headers['content-security-policy']).toMatch(
    /script-src 'self' 'nonce-[^']+' 'strict-dynamic'.*frame-ancestors 'none'/,
  )
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  expect(headers['x-powered-by']).toBeUndefined()
})

test('registration, resets and sign-in answer with the documented statuses and fields', async ({ request }) => {
  const api = client(request, 'harbour')
  const freshEmail = () => `nobody-${randomUUID()}@example.org`
  const check = async (email: string) => (await api.call('POST', '/api/register/check', { body: { email } })).json()
  expect(await check('member@harbour.test')).toEqual({ status: 'login-required' })
  expect(await check('newcomer@harbour.test')).toEqual({ status: 'login-required' })
  expect(await check('member@ridge.test')).toEqual({ status: 'details-required' })
  expect(await check(freshEmail())).toEqual({ status: 'account-required' })
  const refused = await api.call('POST', '/api/register/', { body: { email: 'x', phone: '+44 7700' } })
  expect(refused.status()).toBe(400)
  expect(await refused.json()).toMatchObject({
    email: ['Invalid email.'],
    name: ['Required.'],
    phone: ['Phone number must include the country code and not contain spaces.'],
  })
  for (const method of ['PUT', 'POST']) {
    const known = await api.call(method, '/api/password_reset/request', { body: { email: 'member@harbour.test' } })
    const unknown = await api.call(method, '/api/password_reset/request/', { body: { email: freshEmail() } })
    expect([known.status(), await known.text()]).toEqual([200, await unknown.text()])
    const bad = await api.call(method, '/api/password_reset/check', { body: { token: 'nonsense' } })
    expect([bad.status(), await bad.json()]).toEqual([400, { token: [expect.any(String)] }])
  }
  const wrong = await api.call('POST', '/api/auth/login', { body: { email: 'member@harbour.test', password: 'x' } })
  const nobody = await api.call('POST', '/api/auth/login', {
    body: { email: freshEmail(), password: 'watchbill-demo' },
  })
  expect([wrong.status(), await wrong.text()]).toEqual([nobody.status(), await nobody.text()])
})
