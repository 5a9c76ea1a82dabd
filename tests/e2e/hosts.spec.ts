import { type APIRequestContext, expect, test } from '@playwright/test'
import { mapLink } from '../../server/shift-facts/map-link.pure.ts'
import { client, login } from './api-client.ts'
import { PASSWORD } from './fixtures.ts'
import { own, port, raw } from './raw-request.ts'

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

test('a forged host reaches no site, and mails carry only the site’s own address and maps of its places', async ({
  request,
}) => {
  test.setTimeout(400_000)
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
    for (const [, address] of `${text} ${html}`.replaceAll(mapLink(''), '').matchAll(/https?:\/\/([^/"'\s<>)]+)/g))
      expect([own(), 'harbour.localhost:3000']).toContain(address)
})

const messages = async (request: APIRequestContext) =>
  (await (await client(request, 'harbour').call('GET', '/dev/messages.json?limit=10000')).json()) as {
    text: string
    html: string
    kind: string
    to: string
  }[]

test('a site sends no reset link to a person of another site', async ({ request }) => {
  const ridge = await login(request, 'member@ridge.test', 'ridge')
  expect(ridge.user.id).toBeGreaterThan(0)
  const sentTo = async (email: string) => (await messages(request)).filter(({ to }) => to === email).length
  const before = await sentTo('member@harbour.test')
  for (const email of ['member@ridge.test', 'member@harbour.test']) {
    const answer = await client(request, 'harbour').call('PUT', '/api/password_reset/request', { body: { email } })
    expect(answer.status()).toBe(200)
  }
  await expect.poll(() => sentTo('member@harbour.test')).toBeGreaterThan(before)
  expect(await sentTo('member@ridge.test')).toBe(0)
})

test('a malformed form, an unfinished one and an undecodable address are refused', async ({ request }) => {
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
