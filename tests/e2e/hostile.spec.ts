import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { routeFiles, routeName } from '#tests/support/route-files.ts'
import { client, freshMember } from './api-client.ts'
import { PASSWORD, SIZES, signIn, siteUrl } from './fixtures.ts'
import { type Answer, cookieOf, form, own, port, raw } from './raw-request.ts'

/** Signs in as a browser does. @returns the session cookie. */
async function browserSession(email: string, before = ''): Promise<string> {
  const hello = await form('/hello', { email }, before ? [['cookie', before]] : [])
  const marks = [before, cookieOf(hello, '__Host-hello')].filter(Boolean).join('; ')
  const done = await form('/login', { password: PASSWORD }, [['cookie', marks]])
  const session = cookieOf(done, '__Host-sid')
  expect(session, `status ${done.status}`).toBeTruthy()
  return session!
}

const routes = () => routeFiles().filter((file) => !routeName(file).startsWith('api.'))
const pathOf = (file: string) =>
  `/${routeName(file)
    .replaceAll(/\[\.\]/g, '%2E')
    .split('.')
    .filter((part) => !part.startsWith('_'))
    .map((part) => part.replace(/_$/, '').replace(/^\(?\$\w*\)?$/, '1'))
    .join('/')}`.replaceAll('%2E', '.')

test('no action runs for another origin, and only the public calendar can be framed', async ({ request }) => {
  test.setTimeout(400_000)
  const cookie = await browserSession('admin@harbour.test')
  // The address of these is the permission: any origin may call them, and no cookie counts.
  const isByAddress = (name: string) => /^\w+\.\$token$/.test(name) || name === 'profile.emails.$uid'
  const actions = routes().filter(
    (file) =>
      routeName(file) !== '$' &&
      !isByAddress(routeName(file)) &&
      /export (const|\{)[^\n]*\baction\b/.test(readFileSync(file, 'utf8')),
  )
  expect(actions.length).toBeGreaterThan(20)
  for (const file of actions)
    for (const origin of ['https://evil.example', 'null', `http://ridge.localhost:${port()}`, `https://${own()}`, '']) {
      const headers: [string, string][] = [
        ['cookie', cookie],
        ['origin', origin],
      ]
      const answer = await form(
        pathOf(file),
        { x: '1' },
        origin
          ? headers
          : [
              ['cookie', cookie],
              ['origin', ''],
            ],
      )
      expect([file, origin, answer.status]).toEqual([file, origin, 403])
    }
  const framable: string[] = []
  for (const file of routes()) {
    const answer = await raw('GET', pathOf(file), [
      ['host', own()],
      ['cookie', cookie],
      ['accept', 'text/html'],
    ])
    expect(answer.status, file).toBeLessThan(routeName(file) === '500' ? 501 : 500)
    const policy = answer.headers['content-security-policy']?.join() ?? ''
    const denied = policy.includes("frame-ancestors 'none'") && answer.headers['x-frame-options']?.[0] === 'DENY'
    if (!denied) framable.push(routeName(file))
    expect(answer.headers['x-content-type-options'], file).toEqual(['nosniff'])
  }
  expect(framable.filter((name) => name !== 'events.public')).toEqual([])
  for (const path of ['/landing.css', '/favicon.svg', '/demo/harbour.svg']) {
    const answer = await raw('GET', path, [['host', own()]])
    expect(answer.headers['x-content-type-options'], path).toEqual(['nosniff'])
    expect(answer.headers['cross-origin-resource-policy'], path).toEqual(['cross-origin'])
  }
  expect((await client(request, 'harbour').call('GET', '/hello')).status()).toBe(200)
})

test('cookies belong to one host, are replaced at sign-in, and end on sign-out', async ({ request }) => {
  const { email } = await freshMember(request)
  const given: string[] = []
  const hello = await form('/hello', { email })
  const mine = cookieOf(hello, '__Host-hello')!
  const planted = `__Host-sid=ws_1_${'A'.repeat(43)}`
  const entered = await form('/login', { password: PASSWORD }, [['cookie', `${mine}; ${planted}`]])
  const session = cookieOf(entered, '__Host-sid')!
  const again = await browserSession(email, session)
  given.push(...hello.headers['set-cookie']!, ...entered.headers['set-cookie']!)
  expect(session).not.toBe(planted)
  expect(again).not.toBe(session)
  const seen = (cookie: string, host = own()) =>
    raw('GET', '/api/auth/user', [
      ['host', host],
      ['cookie', cookie],
    ])
  expect((await seen(session)).status).toBe(200)
  expect((await seen(planted)).status).toBe(401)
  expect((await seen(session, `ridge.localhost:${port()}`)).status).toBe(401)
  expect((await seen(`${session}; ${planted}`)).status).toBe(401)
  const out = await form('/logout', {}, [['cookie', session]])
  given.push(...out.headers['set-cookie']!)
  expect(out.headers['clear-site-data']).toEqual(['"cache", "storage"'])
  expect((await seen(session)).status).toBe(401)
  expect((await seen(again)).status).toBe(200)
  for (const cookie of given) {
    expect(cookie).toMatch(/^__Host-[a-z]+=[^;]*; Path=\/; HttpOnly; Secure; SameSite=Lax; Max-Age=\d+$/)
    expect(cookie).not.toMatch(/domain/i)
  }
})

test('known and unknown emails get identical answers, by page and by API', async ({ request }) => {
  const { email } = await freshMember(request)
  const changing = new Set(['x-request-id', 'date', 'content-security-policy', 'set-cookie'])
  const of = ({ status, text, headers }: Answer) =>
    JSON.stringify([
      status,
      text,
      Object.entries(headers)
        .filter(([name]) => !changing.has(name))
        .sort(),
    ])
  const ask = (path: string, method: string, body: object) => raw(method, path, [['host', own()]], body)
  const answers = { known: new Set<string>(), unknown: new Set<string>() }
  for (let n = 0; n < 8; n++)
    for (const kind of ['known', 'unknown'] as const) {
      const who = kind === 'known' ? email : `unknown-${n}@example.org`
      answers[kind].add(of(await ask('/api/auth/login', 'POST', { email: who, password: `wrong ${n}` })))
      answers[kind].add(of(await ask('/api/password_reset/request', 'PUT', { email: who })))
      answers[kind].add(of(await form('/password/reset/?index', { email: who })))
    }
  expect(answers.known).toEqual(answers.unknown)
  expect(answers.known.size).toBe(3)
})

test('signing in never redirects off the site, whatever the address contains', async ({ page, request }) => {
  const { email } = await freshMember(request)
  for (const next of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/%0d%0aLocation:%20https://evil.example',
  ]) {
    await page.context().clearCookies()
    await page.goto(siteUrl('harbour', `/hello?next=${encodeURIComponent(next)}`))
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Login' }).click()
    await page.waitForURL((url) => !/hello|login/.test(url.pathname))
    expect(new URL(page.url()).origin).toBe(siteUrl('harbour', '').replace(/\/$/, ''))
  }
})

test('a page of another origin cannot frame ours', async ({ page }) => {
  await page.setViewportSize(SIZES.desktop)
  await signIn(page, 'member@harbour.test')
  for (const origin of ['http://evil.localhost', `http://ridge.localhost:${port()}`]) {
    const at = `${origin}/frame-test`
    await page.route(at, (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<iframe src="${siteUrl('harbour', '/dashboard')}" width="800" height="600"></iframe>`,
      }),
    )
    await page.goto(at)
    const frame = page.frames().find((each) => each !== page.mainFrame())
    await expect.poll(() => frame?.url()).toMatch(/^chrome-error:/)
    expect(await frame?.getByText('Dashboard').count()).toBe(0)
  }
})
