import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isPublicAddress } from '#server/engine/kernel/public-address.ts'
import { createPublicFetch } from '#server/engine/kernel/public-fetch.ts'
import { createLinkCheck } from './check-links.ts'

let server: Server
let port: number
let seen: string[] = []
let sentBytes = 0

const huge = (res: ServerResponse) => {
  res.writeHead(200)
  const chunk = Buffer.alloc(65_536, 'x')
  const more = () => {
    while (!res.destroyed && sentBytes < 500_000_000) {
      sentBytes += chunk.length
      if (!res.write(chunk)) return void res.once('drain', more)
    }
    res.end()
  }
  more()
}

/** Local server in place of the internet, and of addresses that must not be reached. */
beforeAll(async () => {
  server = createServer((req, res) => {
    seen.push(`${req.method} ${req.headers.host?.split(':')[0]}${req.url}`)
    const inside = `http://169.254.169.254:${port}/latest/meta-data`
    const answers: Record<string, () => void> = {
      '/gone': () => res.writeHead(404).end('no'),
      '/get-only': () => res.writeHead(req.method === 'GET' ? 200 : 405).end(),
      '/secret': () => res.writeHead(403).end(),
      '/busy': () => res.writeHead(429).end(),
      '/broken': () => res.writeHead(503).end(),
      '/moved': () => res.writeHead(301, { location: '/gone' }).end(),
      '/moved-inside': () => res.writeHead(302, { location: inside }).end(),
      '/moved-local': () => res.writeHead(302, { location: `http://localhost:${port}/admin` }).end(),
      '/moved-file': () => res.writeHead(302, { location: 'file:///etc/passwd' }).end(),
      '/round': () => res.writeHead(302, { location: '/round' }).end(),
      '/huge': () => (req.method === 'HEAD' ? res.writeHead(405).end() : huge(res)),
      '/never': () => {},
      '/headers': () => res.writeHead(200, { 'x-long': 'x'.repeat(200_000) }).end(),
    }
    const answer = answers[(req.url ?? '').replace(/\?.*/, '')]
    if (answer) answer()
    else res.writeHead(200).end('fine')
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
  sentBytes = 0
})

const clock = { now: 0, epochMs: () => clock.now }
/** Treated as a public address; all other checks are the product's. */
const PUBLIC = '127.0.0.1'
/** The product's fetch with this machine as public, so that the server above would see a slip. */
function outside() {
  const names: Record<string, string[]> = {
    localhost: ['::1', PUBLIC],
    'intranet.example': ['10.0.0.5'],
    'half.example': [PUBLIC, '10.0.0.5'],
  }
  const fetch = createPublicFetch({
    timeoutMs: 300,
    maxBytes: 65_536,
    ports: [port],
    resolve: async (host) => names[host] ?? [PUBLIC],
    isPublic: (ip) => ip === PUBLIC || isPublicAddress(ip),
  })
  return createLinkCheck({ fetch, clock, linkMs: 900 })
}
const check = async (path: string, links = outside()) => {
  const [problem] = await links(1, [`http://club.example:${port}${path}`])
  return problem ? problem.status : 'fine'
}

test.each([
  ['/', 'fine'],
  ['/gone', 404],
  ['/get-only', 'fine'],
  ['/secret', 403],
  ['/moved', 404],
  ['/busy', null],
  ['/broken', null],
  ['/never', null],
  ['/round', null],
  ['/headers', null],
])('%s: %s', async (path, verdict) => {
  const began = performance.now()
  expect(await check(path)).toBe(verdict)
  expect(performance.now() - began).toBeLessThan(3_000)
  expect(seen.length).toBeLessThanOrEqual(6)
})

test('a page is requested by HEAD, and by GET only if HEAD fails; headers are enough for a huge one', async () => {
  await check('/')
  expect(seen).toEqual(['HEAD club.example/'])
  seen = []
  expect(await check('/huge')).toBe('fine')
  expect(seen).toEqual(['HEAD club.example/huge', 'GET club.example/huge'])
  await expect.poll(() => sentBytes, { timeout: 2_000 }).toBeLessThan(20_000_000)
})

test('internal addresses are not requested, and look like unreachable ones', async () => {
  const links = outside()
  const addresses = [
    `http://169.254.169.254:${port}/latest/meta-data`,
    `http://localhost:${port}/`,
    `http://0.0.0.0:${port}/`,
    `http://127.0.0.2:${port}/`,
    `http://2130706434:${port}/`,
    `http://[::1]:${port}/`,
    `http://[::ffff:127.0.0.1]:${port}/`,
    `http://intranet.example:${port}/`,
    `http://half.example:${port}/`,
    `http://user:secret@club.example:${port}/`,
    `http://club.example:${port + 1}/`,
    'ftp://club.example/',
    'http://',
  ]
  expect(await links(1, addresses)).toEqual(addresses.map((address) => ({ address, status: null })))
  expect(seen).toEqual([])
})

test.each(['/moved-inside', '/moved-local', '/moved-file'])('a redirect inside is not followed: %s', async (path) => {
  expect(await check(path)).toBeNull()
  expect(seen).toEqual([`HEAD club.example${path}`])
})

test('a result is cached for five minutes, an unknown one for half a minute', async () => {
  const links = outside()
  const ask = () => Promise.all([check('/gone', links), check('/never', links), check('/gone', links)])
  await ask()
  const asked = (path: string) => seen.filter((line) => line.endsWith(path)).length
  expect([asked('/gone'), asked('/never')]).toEqual([2, 1])
  clock.now += 31_000
  await ask()
  expect([asked('/gone'), asked('/never')]).toEqual([2, 2])
  clock.now += 300_000
  await ask()
  expect(asked('/gone')).toBe(4)
})

const SLOW = process.env.PROOF ? 15 : 5

test('a site with unresponsive links delays no other site', async () => {
  const links = outside()
  const never = (n: number) => Array.from({ length: 10 }, (_, m) => `http://club.example:${port}/never?${n}-${m}`)
  const slow = Promise.all(Array.from({ length: SLOW }, (_, n) => links(1, never(n))))
  const began = performance.now()
  const gone = `http://club.example:${port}/gone`
  expect(await links(2, [gone])).toEqual([{ address: gone, status: 404 }])
  expect(performance.now() - began).toBeLessThan(800)
  expect((await slow).flat()).toHaveLength(10 * SLOW)
})
