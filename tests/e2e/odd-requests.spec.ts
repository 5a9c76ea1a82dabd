import { connect } from 'node:net'
import { expect, test } from '@playwright/test'
import { own, port } from './raw-request.ts'

type Heard = { status: number; head: string; body: string }

/** Sends raw bytes. @returns the whole response, until the connection closes. */
const say = (bytes: string) =>
  new Promise<Heard>((done, fail) => {
    const socket = connect(port(), '127.0.0.1', () => socket.write(Buffer.from(bytes, 'latin1')))
    let text = ''
    socket.setTimeout(20_000, () => socket.destroy(new Error(`No answer to ${bytes.slice(0, 80)}`)))
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
    })
    socket.on('error', (error: NodeJS.ErrnoException) => (text ? undefined : fail(error)))
    socket.on('close', () => {
      const last = text.startsWith('HTTP/1.1 100') ? text.slice(text.indexOf('\r\n\r\n') + 4) : text
      const end = last.indexOf('\r\n\r\n')
      done({ status: Number(last.slice(9, 12)), head: last.slice(0, end).toLowerCase(), body: last.slice(end + 4) })
    })
  })

const request = (line: string, headers = '', { host = own(), body = '' } = {}) =>
  say(`${line} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n${headers}\r\n${body}`)

/** Expects no stack, no file path of the product, and no 5xx but 501. */
function expectPlain({ status, head, body }: Heard, what: string) {
  expect(status, what).toBeGreaterThanOrEqual(200)
  expect(status === 501 || status < 500, `${what}: ${status}`).toBe(true)
  expect(body, what).not.toMatch(/node_modules|"stack"|\bat \w+ \(|\.js:\d+/)
  if (status === 405 || status === 501) expect(head, what).toMatch(/\r\nallow: [A-Z, ]+/i)
}

const HOSTS = () => [
  own(),
  ...['platform', 'nobody-there'].map((label) => `${label}.localhost:${port()}`),
  `localhost:${port()}`,
]
const PATHS = [
  '/hello',
  '/nothing',
  '/console',
  '/api/people/',
  '/api/auth/login',
  '/api/nothing/at/all',
  '/healthz',
  '/readyz',
  '/favicon.svg',
  '/media/x',
]
const UNUSUAL = ['TRACE', 'PROPFIND', 'QUERY', 'M-SEARCH', 'PURGE', 'LINK', 'FOO', 'get', 'Post']

test('an unknown method is a 405 or 501 with Allow on every host, never a stack', async () => {
  for (const host of HOSTS())
    for (const method of [...UNUSUAL, 'CONNECT'])
      for (const path of PATHS) {
        const answer = await request(
          `${method} ${method === 'CONNECT' ? 'a.example:443' : path}`,
          'accept: text/html\r\n',
          { host },
        )
        const what = `${method} ${host} ${path}`
        expectPlain(answer, what)
        expect([404, 405, 501], what).toContain(answer.status)
        if (!path.startsWith('/api/')) expect([405, 501], what).toContain(answer.status)
      }
  for (const [path, allow] of [
    ['/api/auth/login', 'post'],
    ['/api/organisations/current', 'get, head, put'],
    ['/healthz', 'get, head'],
    ['/favicon.svg', 'get, head'],
  ] as const) {
    const trace = await request(`TRACE ${path}`)
    expect([trace.status, trace.head.match(/\r\nallow: (.*)/)?.[1]], path).toEqual([405, allow])
    const options = await request(`OPTIONS ${path}`)
    expect([options.status, options.head.match(/\r\nallow: (.*)/)?.[1], options.body], path).toEqual([204, allow, ''])
  }
})

test('a page that takes no form answers with the allowed methods, as a page and as data', async () => {
  const headers = `origin: http://${own()}\r\naccept: text/html\r\ncontent-length: 0\r\n`
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
    for (const path of [
      '/privacy',
      '/dashboard',
      '/privacy?_data=routes%2Fprivacy',
      '/x?_data=none',
      '/hello?_data=a&_data=b',
    ]) {
      const answer = await request(`${method} ${path}`, headers)
      expectPlain(answer, `${method} ${path}`)
      expect(answer.status, `${method} ${path}`).toBeGreaterThanOrEqual(400)
    }
  expectPlain(await request('GET /hello?_data=routes%2Fnone'), 'data of no route')
})

test('HEAD is answered wherever GET is, without a body', async () => {
  for (const path of [
    '/hello',
    '/favicon.svg',
    '/healthz',
    '/api/organisations/current',
    '/api/openapi.json',
    '/api/people/',
    '/api/events/public',
  ]) {
    const [get, head] = [await request(`GET ${path}`), await request(`HEAD ${path}`)]
    expect([path, head.status, head.body]).toEqual([path, get.status, ''])
  }
})

const LOGIN = 'content-type: application/json\r\n'
const ODD: [string, string, string?, { host?: string; body?: string }?][] = [
  ['a range beyond the end', 'GET /favicon.svg', 'range: bytes=9999999-\r\n'],
  ['a range that is none', 'GET /favicon.svg', 'range: bytes=a-b\r\n'],
  ['many ranges', 'GET /favicon.svg', `range: bytes=${'0-1,'.repeat(500)}\r\n`],
  ['a range of nothing', 'GET /favicon.svg', 'range: bytes=-0\r\n'],
  ['an expectation', 'GET /hello', 'expect: the-moon\r\n'],
  ['two hosts', 'GET /hello', 'host: evil.example\r\n'],
  ['two lengths', 'POST /api/auth/login', `${LOGIN}content-length: 2\r\ncontent-length: 3\r\n`, { body: '{}' }],
  [
    'a length and chunks',
    'POST /api/auth/login',
    `${LOGIN}content-length: 2\r\ntransfer-encoding: chunked\r\n`,
    { body: '0\r\n\r\n' },
  ],
  [
    'a chunk that is too long',
    'POST /api/auth/login',
    `${LOGIN}transfer-encoding: chunked\r\n`,
    { body: '1\r\n{}\r\n0\r\n\r\n' },
  ],
  [
    'a chunk of no size',
    'POST /api/auth/login',
    `${LOGIN}transfer-encoding: chunked\r\n`,
    { body: 'zz\r\n{}\r\n0\r\n\r\n' },
  ],
  [
    'an unknown encoding',
    'POST /api/auth/login',
    `${LOGIN}content-encoding: zip\r\ncontent-length: 2\r\n`,
    { body: '{}' },
  ],
  ['a huge header', 'GET /hello', `x: ${'a'.repeat(40_000)}\r\n`],
  ['a huge address', `GET /hello?${'a'.repeat(40_000)}`],
  ['NUL in a header', 'GET /hello', 'x: a\0b\r\n'],
  ['a token of other letters', 'GET /api/people/', 'authorization: Bearer \xe9\r\n'],
  ['a cookie of other letters', 'GET /dashboard', 'cookie: __Host-sid=\xe9\xff\r\n'],
  ['a host with a port that is none', 'GET /hello', '', { host: 'harbour.localhost:99999' }],
  ['a host with a blank', 'GET /hello', '', { host: 'har bour.localhost' }],
  ...[
    '/%00 /a%00b /hello%00 /api/people/%00 /api/people/1%00 /assets/%00 /media/%00 /media/..%2f..%2fetc%2fpasswd /assets/..%2f..%2fpackage.json',
    '//hello //evil.example/x /\\evil /api//people/ /api/people// /% /%zz /%ff /api/% /api/people/%ff /api/../hello /hello;x=1 /API/organisations/current',
    '/events/calendar/2027-13-99 /events/%EF%BC%91 /events/calendar/%EF%BC%92%EF%BC%90%EF%BC%92%EF%BC%97-01-01 /events/9999999999999999999 /people/-1/info',
    '/api/people/%EF%BC%91/ /api/shifts/?limit=%EF%BC%91 /api/events/calendar?start=%EF%BC%92 /api/events/public?start=0000-00-00&end=99999-01-01',
    '/feeds/%00/shifts.ics /feeds/x/shifts.ics /profile/emails/%00 /password/reset/%00 /healthz/%00 * http://evil.example/hello',
  ]
    .join(' ')
    .split(' ')
    .map((path): [string, string, string] => [path, `GET ${path}`, 'accept: text/html\r\n']),
]

test('odd requests get a 4xx, never a 5xx', async () => {
  for (const [what, line, headers = '', more = {}] of ODD) expectPlain(await request(line, headers, more), what)
  expect((await request('GET /favicon.svg', 'range: bytes=9999999-\r\n')).status).toBe(416)
  expect((await request('GET /hello', `x: ${'a'.repeat(40_000)}\r\n`)).status).toBe(431)
  expect((await request('GET /hello')).status).toBe(200)
})
