import { readdirSync, readFileSync } from 'node:fs'
import { request as httpRequest, type OutgoingHttpHeaders } from 'node:http'
import { type APIRequestContext, expect, test } from '@playwright/test'
import { client, freshMember, login } from './api-client.ts'
import { PASSWORD, SIZES, signIn, siteUrl } from './fixtures.ts'

const port = () => Number(process.env.WATCHBILL_PORT)
const own = () => `harbour.localhost:${port()}`

type Answer = { status: number; text: string; headers: Record<string, string[]> }

/** A request exactly as it is written here: any host, twice the same header, an absolute address. */
const raw = (method: string, path: string, headers: [string, string][], body?: object) =>
  new Promise<Answer>((done, fail) => {
    const sent = body && JSON.stringify(body)
    const all = [
      ...headers,
      ...(sent
        ? [
            ['content-type', 'application/json'],
            ['content-length', String(Buffer.byteLength(sent))],
          ]
        : []),
    ]
    const options = { host: '127.0.0.1', port: port(), method, path, setHost: false, agent: false }
    const ask = httpRequest({ ...options, headers: all.flat() as unknown as OutgoingHttpHeaders }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => {
        const found: Answer['headers'] = {}
        for (let i = 0; i < response.rawHeaders.length; i += 2) {
          const name = response.rawHeaders[i]!.toLowerCase()
          found[name] = [...(found[name] ?? []), response.rawHeaders[i + 1]!]
        }
        done({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString(), headers: found })
      })
    })
    ask.on('error', fail)
    ask.end(sent)
  })

const form = (path: string, fields: Record<string, string>, headers: [string, string][] = []) => {
  const body = new URLSearchParams(fields).toString()
  return new Promise<Answer>((done, fail) => {
    const all = {
      host: own(),
      origin: `http://${own()}`,
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': body.length,
      ...Object.fromEntries(headers),
    }
    const ask = httpRequest(
      { host: '127.0.0.1', port: port(), method: 'POST', path, headers: all, agent: false },
      (response) => {
        response.resume()
        response.on('end', () =>
          done({
            status: response.statusCode ?? 0,
            text: '',
            headers: {
              'set-cookie': response.headers['set-cookie'] ?? [],
              location: [response.headers.location ?? ''],
              'clear-site-data': [String(response.headers['clear-site-data'] ?? '')],
            },
          }),
        )
      },
    )
    ask.on('error', fail)
    ask.end(body)
  })
}

const cookieOf = (answer: Answer, name: string) =>
  answer.headers['set-cookie']
    ?.find((cookie) => cookie.startsWith(`${name}=`) && !cookie.includes('Max-Age=0'))
    ?.split(';')[0]

/** The session cookie of somebody who signs in as a browser does. */
async function browserSession(email: string, before = ''): Promise<string> {
  const hello = await form('/hello', { email }, before ? [['cookie', before]] : [])
  const marks = [before, cookieOf(hello, '__Host-hello')].filter(Boolean).join('; ')
  const done = await form('/login', { password: PASSWORD }, [['cookie', marks]])
  const session = cookieOf(done, '__Host-sid')
  expect(session, `status ${done.status}`).toBeTruthy()
  return session!
}

/** Host headers that name no site of ours, or one of ours in a way that nobody should fall for. */
function hostile(): { headers: [string, string][]; path?: (path: string) => string }[] {
  const base = `localhost:${port()}`
  const names = [
    'nowhere',
    'a.harbour',
    'harbour.a',
    'xn--harbour-x',
    'harbour%00',
    'harbour%2e',
    'harbour_',
    '-harbour',
    'harbour-',
    'harbоur',
    'hаrbour',
    'HARBOUR%20',
    'platform',
    'www',
    'admin',
    'api',
    '*',
    'harbour,ridge',
    'harbour ridge',
    'harbour;ridge',
    'harbour\\',
    '.harbour',
    'harbour..',
    '0',
    '1',
    'null',
    'undefined',
    '../harbour',
    'harbour?',
    'harbour#',
    'harbour/',
    "harbour'--",
    'harbour"',
  ]
  const domains = [
    'evil.example',
    'localhost.evil.example',
    'harbour.localhost.evil.example',
    'harbour.localhost@evil.example',
    'harbour-localhost',
    'harbourlocalhost',
    'localhost',
    '127.0.0.1',
    '[::1]',
    '0.0.0.0',
    'harbour',
    '169.254.169.254',
    'harbour.localhost:99999999',
    'harbour.localhost:99999',
    'harbour.localhost:0x50',
    'harbour.localhost:80:80',
    'harbour.localhost:',
    ' harbour.localhost',
    'harbour.localhost,evil.example',
    'evil.example,harbour.localhost',
    'harbour.local',
    'harbour.localhos',
    'harbour.localhostx',
  ]
  const forwarded: [string, string][] = [
    ['x-forwarded-host', 'evil.example'],
    ['x-forwarded-host', `harbour.${base}`],
    ['x-forwarded-host', 'a:1@evil.example'],
    ['x-host', 'evil.example'],
    ['x-forwarded-server', 'evil.example'],
    ['x-original-host', 'evil.example'],
    ['x-rewrite-url', '//evil.example/'],
    ['forwarded', 'host=evil.example;proto=https'],
    ['x-forwarded-proto', 'javascript'],
    ['x-forwarded-port', '1@evil.example'],
    ['x-http-host-override', 'evil.example'],
    ['x-original-url', '/api/people'],
  ]
  const hosts = [...names.flatMap((name) => [`${name}.${base}`, `${name}.localhost`]), ...domains]
  const printable = hosts.filter((host) => /^[\x20-\x7e]+$/.test(host))
  return [
    ...printable.map((host) => ({ headers: [['host', host]] as [string, string][] })),
    ...printable.map((host) => ({
      headers: [
        ['host', host],
        ['x-forwarded-host', own()],
      ] as [string, string][],
    })),
    ...forwarded.flatMap((more) => [
      { headers: [['host', own()], more] as [string, string][] },
      { headers: [['host', 'nowhere.localhost'], more] as [string, string][] },
    ]),
    {
      headers: [
        ['host', own()],
        ['host', 'evil.example'],
      ],
    },
    {
      headers: [
        ['host', 'evil.example'],
        ['host', own()],
      ],
    },
    {
      headers: [
        ['host', own()],
        ['host', `ridge.${base}`],
      ],
    },
    {
      headers: [
        ['Host', own()],
        ['hOST', own()],
      ],
    },
    ...['http://evil.example', `http://ridge.${base}`, `http://${own()}`, 'https://evil.example'].map((origin) => ({
      headers: [['host', own()]] as [string, string][],
      path: (path: string) => `${origin}${path}`,
    })),
    ...[`HARBOUR.${base}`, `harbour.localhost.:${port()}`, 'Harbour.LocalHost'].map((host) => ({
      headers: [['host', host]] as [string, string][],
    })),
  ]
}

test('a forged host reaches no site, and no mail carries an address that is not the site’s own', async ({
  request,
}) => {
  test.setTimeout(180_000)
  const variants = hostile()
  expect(variants.length).toBeGreaterThanOrEqual(200)
  let reached = 0
  for (const [n, { headers, path = (p: string) => p }] of variants.entries()) {
    const email = `forged-${Date.now().toString(36)}-${n}@example.org`
    const calls: [string, string, object | undefined][] = [
      ['GET', '/api/organisations/current', undefined],
      ['PUT', '/api/password_reset/request', { email: 'member@harbour.test' }],
      ['POST', '/api/register', { email, name: 'Forged', password: PASSWORD }],
    ]
    for (const [method, at, body] of calls) {
      const answer = await raw(method, path(at), headers, body).catch(() => null)
      const canonical = answer !== null && [200, 204].includes(answer.status)
      if (canonical && at.endsWith('current')) {
        expect(JSON.parse(answer.text).name, JSON.stringify(headers)).toBe('Harbour Sailing Club')
        reached += 1
      } else if (!canonical && answer)
        expect([400, 404], `${answer.status} ${path(at)} ${JSON.stringify(headers)}`).toContain(answer.status)
      if (answer) {
        expect(answer.text).not.toContain('Ridge')
      }
    }
    const page = await raw('GET', path('/hello'), headers).catch(() => null)
    expect(page?.status ?? 0, `/hello ${JSON.stringify(headers)}`).toBeLessThan(500)
    expect(page?.text ?? '').not.toContain('Ridge')
  }
  expect(reached).toBeGreaterThan(0)
  await expect
    .poll(async () => (await messages(request)).filter(({ text }) => /\/password\/reset\//.test(text)).length)
    .toBeGreaterThan(0)
  for (const { text, html } of await messages(request))
    for (const [, address] of `${text} ${html}`.matchAll(/https?:\/\/([^/"'\s<>)]+)/g))
      expect([own(), 'harbour.localhost:3000']).toContain(address)
})

const messages = async (request: APIRequestContext) =>
  (await (await client(request, 'harbour').call('GET', '/dev/messages.json')).json()) as {
    text: string
    html: string
    kind: string
    to: string
  }[]

const routes = () => readdirSync('app/routes').filter((file) => !file.startsWith('api.'))
const pathOf = (file: string) =>
  `/${file
    .replace(/\.tsx?$/, '')
    .replaceAll(/\[\.\]/g, '%2E')
    .split('.')
    .filter((part) => !part.startsWith('_'))
    .map((part) => part.replace(/_$/, '').replace(/^\(?\$\w*\)?$/, '1'))
    .join('/')}`.replaceAll('%2E', '.')

test('no action of a page runs for another page, and every page refuses to be framed but the public calendar', async ({
  request,
}) => {
  test.setTimeout(180_000)
  const cookie = await browserSession('admin@harbour.test')
  const open = new Set(['$.tsx', 'profile.emails.$uid.tsx'])
  const actions = routes().filter(
    (file) => !open.has(file) && /export (const|\{)[^\n]*\baction\b/.test(readFileSync(`app/routes/${file}`, 'utf8')),
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
    expect(answer.status, file).toBeLessThan(file === '500.tsx' ? 501 : 500)
    const policy = answer.headers['content-security-policy']?.join() ?? ''
    const denied = policy.includes("frame-ancestors 'none'") && answer.headers['x-frame-options']?.[0] === 'DENY'
    if (!denied) framable.push(file)
    expect(answer.headers['x-content-type-options'], file).toEqual(['nosniff'])
  }
  expect(framable.filter((file) => file !== 'events.public.tsx')).toEqual([])
  for (const path of ['/landing.css', '/favicon.svg', '/demo/harbour.svg']) {
    const answer = await raw('GET', path, [['host', own()]])
    expect(answer.headers['x-content-type-options'], path).toEqual(['nosniff'])
    expect(answer.headers['cross-origin-resource-policy'], path).toEqual(['cross-origin'])
  }
  expect((await client(request, 'harbour').call('GET', '/hello')).status()).toBe(200)
})

test('cookies are of this host alone; one that was set before is never taken over; signing out ends it everywhere', async ({
  request,
}) => {
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
  expect(out.headers['clear-site-data']).toEqual(['"cache", "cookies", "storage"'])
  expect((await seen(session)).status).toBe(401)
  expect((await seen(again)).status).toBe(200)
  for (const cookie of given) {
    expect(cookie).toMatch(/^__Host-[a-z]+=[^;]*; Path=\/; HttpOnly; Secure; SameSite=Lax; Max-Age=\d+$/)
    expect(cookie).not.toMatch(/domain/i)
  }
})

test('known and unknown emails get the same bytes, by page and by call', async ({ request }) => {
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

test('after signing in one never leaves the site, wherever the address asks to go', async ({ page, request }) => {
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

test('a page of another origin sees nothing of ours in a frame', async ({ page }) => {
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
    await page.waitForTimeout(500)
    const frame = page.frames().find((each) => each !== page.mainFrame())
    expect(await frame?.getByText('Dashboard').count()).toBe(0)
    expect(frame?.url()).toMatch(/^chrome-error:|^about:blank/)
  }
})

test('a reset link for somebody of another site is told nothing of by this one', async ({ request }) => {
  const ridge = await login(request, 'member@ridge.test', 'ridge')
  expect(ridge.user.id).toBeGreaterThan(0)
  const before = (await messages(request)).length
  const answer = await client(request, 'harbour').call('PUT', '/api/password_reset/request', {
    body: { email: 'member@ridge.test' },
  })
  expect(answer.status()).toBe(200)
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  expect((await messages(request)).filter(({ to }) => to === 'member@ridge.test')).toEqual([])
  expect((await messages(request)).length).toBeGreaterThanOrEqual(before)
})

test('a form that is none, one without end and an address that nobody can read are refused', async ({ request }) => {
  const visitor = client(request, 'harbour')
  const origin = `http://${own()}`
  const post = async (path: string, type: string, data: string) =>
    (await visitor.call('POST', path, { raw: data, headers: { origin, 'content-type': type } })).status()
  const form = 'application/x-www-form-urlencoded'
  for (const path of ['/hello', '/password/reset/none', '/profile/emails/nobody']) {
    expect([path, await post(path, 'text/plain', 'x')]).toEqual([path, 415])
    expect([path, await post(path, 'multipart/form-data; boundary=b', '--b\r\nContent-Disposition')]).toEqual([
      path,
      400,
    ])
    expect([path, await post(path, form, `email=${'a'.repeat(5_000_000)}`)]).toEqual([path, 413])
  }
  for (const path of ['/%ff', '/media/%ff', '/api/%ff', '/api/people/%ff', '/events/%c0'])
    expect([400, 404], path).toContain((await raw('GET', path, [['host', own()]])).status)
})
