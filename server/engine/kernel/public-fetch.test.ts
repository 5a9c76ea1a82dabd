import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createDocumentReader, createPublicFetch } from './public-fetch.ts'

let server: Server
let port: number
let seen: { url: string; headers: Record<string, unknown> }[] = []

/** A local server that plays both the outside world and the forbidden targets. */
beforeAll(async () => {
  server = createServer((req, res) => {
    seen.push({ url: req.url ?? '', headers: req.headers })
    if (req.url === '/moved') res.writeHead(302, { location: `http://127.0.0.1:${port}/private` }).end()
    else if (req.url === '/there') res.writeHead(301, { location: '/feed?a=b' }).end()
    else if (req.url === '/twice') res.writeHead(307, { location: '/there' }).end()
    else if (req.url === '/inside') res.writeHead(302, { location: `http://127.0.0.2:${port}/private` }).end()
    else if (req.url === '/nowhere') res.writeHead(302).end()
    else if (req.url === '/slow') setTimeout(() => res.end('late'), 5_000).unref()
    else if (req.url === '/drip') {
      res.writeHead(200)
      const drip = setInterval(() => res.write('x'), 50)
      res.on('close', () => clearInterval(drip))
    } else if (req.url === '/huge') {
      res.writeHead(200)
      res.end(Buffer.alloc(200_000, 'x'))
    } else if (req.url === '/gone') res.writeHead(404).end()
    else res.writeHead(200, { 'content-type': 'text/calendar' }).end('fine')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  seen = []
})

const limits = { timeoutMs: 400, maxBytes: 100_000 }
const reader = (options: Partial<Parameters<typeof createPublicFetch>[0]>) =>
  createDocumentReader(createPublicFetch({ ...limits, ports: [port], ...options }), { accept: 'text/calendar' })
/** Treats this machine as public, on the port of the server above. */
const outside = () => reader({ isPublic: () => true, resolve: async () => ['127.0.0.1'] })
/** As in the product, but with the port of the server above, which would notice a slip. */
const strict = (resolve: (host: string) => Promise<string[]>) => reader({ resolve })
const problem = (work: Promise<unknown>) =>
  work.then(
    () => 'read',
    (error: Error) => error.message,
  )

test('a public address is read, without credentials and with its own host name', async () => {
  const { type, body } = await outside()(`http://calendar.example:${port}/feed`)
  expect([type, body.toString()]).toEqual(['text/calendar', 'fine'])
  expect(seen[0]?.headers).toMatchObject({ host: `calendar.example:${port}` })
  for (const secret of ['cookie', 'authorization']) expect(Object.keys(seen[0]?.headers ?? {})).not.toContain(secret)
})

test.each([
  ['/nowhere', 'It redirects to another address.'],
  ['/slow', 'It took too long to reply.'],
  ['/drip', 'It took too long to reply.'],
  ['/huge', 'It is too large.'],
  ['/gone', 'It replied 404.'],
])('%s: %s', async (path, words) => {
  const began = performance.now()
  expect(await problem(outside()(`http://calendar.example:${port}${path}`))).toBe(words)
  expect(performance.now() - began).toBeLessThan(10_000)
  expect(seen.map(({ url }) => url)).toEqual([path])
})

test('follows one redirect, to an address that is checked in the same way', async () => {
  const { body } = await outside()(`http://calendar.example:${port}/there`)
  expect([body.toString(), ...seen.map(({ url }) => url)]).toEqual(['fine', '/there', '/feed?a=b'])
  expect(await problem(outside()(`http://calendar.example:${port}/twice`))).toBe('It redirects to another address.')
  seen = []
  const read = reader({ isPublic: (address) => address === '127.0.0.1', resolve: async () => ['127.0.0.1'] })
  expect(await problem(read(`http://calendar.example:${port}/inside`))).toBe('Its host is not on the public internet.')
  expect(seen.map(({ url }) => url)).toEqual(['/inside'])
})

test.each([
  ['http://calendar.example/feed', 'It redirects to another address.'],
  ['file:///etc/passwd', 'It redirects to another address.'],
  ['https://user:secret@calendar.example/feed', 'Its address is not allowed.'],
  ['https://169.254.169.254/feed', 'Its host is not on the public internet.'],
])('does not follow from HTTPS to %s', async (location, words) => {
  const strictFetch = createPublicFetch(limits)
  const read = createDocumentReader(
    async (address, request) =>
      address === 'https://club.example/'
        ? { status: 302, headers: { location }, body: Buffer.alloc(0) }
        : strictFetch(address, request),
    { accept: 'text/calendar' },
  )
  expect(await problem(read('https://club.example/'))).toBe(words)
})

test('sends a body unchanged, and returns any status to a caller other than the document reader', async () => {
  const fetch = createPublicFetch({ ...limits, isPublic: () => true, resolve: async () => ['127.0.0.1'] })
  const address = `http://provider.example:${port}`
  const { status, headers, body } = await fetch(`${address}/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: 'Basic eA==' },
    body: 'code=é',
  })
  expect([status, headers['content-type'], body.toString()]).toEqual([200, 'text/calendar', 'fine'])
  expect(seen[0]?.headers).toMatchObject({ authorization: 'Basic eA==', 'content-length': '7' })
  expect((await fetch(`${address}/moved`)).status).toBe(302)
  expect(seen.map(({ url }) => url)).toEqual(['/token', '/moved'])
  expect(await problem(fetch(`${address}/slow`, { signal: AbortSignal.abort() }))).toBe('It could not be reached.')
})

test('only allowed protocols are requested', async () => {
  const fetch = createPublicFetch({ ...limits, protocols: ['https:'], isPublic: () => true })
  expect(await problem(fetch(`http://127.0.0.1:${port}/`))).toBe('Its address is not allowed.')
  expect(seen).toEqual([])
})

test('a name with any private address is not requested', async () => {
  for (const found of [
    ['127.0.0.1'],
    ['8.8.8.8', '10.0.0.1'],
    ['::1'],
    ['::ffff:127.0.0.1'],
    ['169.254.169.254'],
    [],
  ]) {
    const words = await problem(strict(async () => found)(`http://rebind.example:${port}/`))
    expect(words).toMatch(/not on the public internet|wasn’t found/)
  }
  expect(seen).toEqual([])
})

test('a name that changes its address after the check is requested at the checked address', async () => {
  let turn = 0
  const read = reader({
    resolve: async () => [turn++ === 0 ? '192.0.2.77' : '127.0.0.1'],
    isPublic: (address) => address === '192.0.2.77',
  })
  await problem(read(`http://flip.example:${port}/`))
  expect([turn, seen]).toEqual([1, []])
})

test('eighty internal addresses reach nothing', async () => {
  const hosts = [
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
    '017700000001',
    '0',
    '0.0.0.0',
    '127.255.255.254',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:ffff:127.0.0.1]',
    '[64:ff9b::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[fe80::1]',
    '[fc00::1]',
    '[fd00::1]',
    '[::127.0.0.1]',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '198.18.0.1',
    '192.0.0.1',
    '224.0.0.1',
    '255.255.255.255',
    'localhost',
    'LOCALHOST',
    'localhost.',
    '①②⑦.⓪.⓪.①',
    '127。0。0。1',
  ]
  const addresses = [
    ...hosts.flatMap((host) => [`http://${host}:${port}/`, `https://${host}:${port}/`]),
    `http://user:secret@127.0.0.1:${port}/`,
    `http://127.0.0.1:${port + 1}/`,
    'file:///etc/passwd',
    'ftp://127.0.0.1/',
    'gopher://127.0.0.1/',
    'data:text/plain,x',
    '',
    'nonsense',
  ]
  expect(addresses.length).toBeGreaterThanOrEqual(80)
  const read = strict(async (host) => (host.toLowerCase().startsWith('localhost') ? ['127.0.0.1', '::1'] : []))
  const outcomes = await Promise.all(addresses.map((address) => problem(read(address))))
  expect(outcomes.filter((words) => words === 'read')).toEqual([])
  expect(seen).toEqual([])
})
