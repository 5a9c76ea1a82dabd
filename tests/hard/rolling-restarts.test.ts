import { existsSync } from 'node:fs'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { expect } from 'vitest'
import { mintSecret } from '#server/engine/access/secrets.ts'
import { hashSecret } from '#server/engine/kernel/derive.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import { migrate, readMigrations } from '#server/platform/migrate.ts'
import { test as base } from '#tests/support/fixture.ts'
import { type Heard, startLoad } from '#tests/support/load.ts'
import { emptyDataDir, freePort, type Product, startProduct } from '#tests/support/product.ts'
import { hasRedis, startRedis } from '#tests/support/providers/redis.ts'
import type { World } from '#tests/support/world.ts'

const RESTARTS = process.env.PROOF ? 20 : 1
/** Clubs of the database that is upgraded, each of 20 people with 100 shifts. */
const CLUBS = process.env.PROOF ? 2_000 : 20
/** How long Redis is away. */
const AWAY_MS = process.env.PROOF ? 30_000 : 3_000

/**
 * A load balancer that asks each second which servers are ready, keeps connections, and never tries again. It waits for
 * slow answers: a slow machine is no defect.
 */
async function startBalancer(ports: readonly number[]) {
  const agent = new Agent({ keepAlive: true })
  const ready = new Map(ports.map((port) => [port, true]))
  const ask = (port: number): Promise<boolean> =>
    new Promise((resolve) => {
      const options = { host: '127.0.0.1', port, path: '/readyz' }
      const asked = request(options, (answer) => {
        answer.resume()
        resolve(answer.statusCode === 200)
      })
      asked.on('error', () => resolve(false))
      asked.end()
    })
  const timer = setInterval(() => {
    for (const port of ports) void ask(port).then((isReady) => ready.set(port, isReady))
  }, 1_000)
  let turn = 0
  const server = createServer((incoming: IncomingMessage, outgoing: ServerResponse) => {
    const among = ports.filter((port) => ready.get(port))
    if (!among.length) return void outgoing.writeHead(502).end('none ready')
    const port = among[turn++ % among.length]!
    const { method, url, headers } = incoming
    const passed = request({ agent, host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    passed.on('error', (error: NodeJS.ErrnoException) => outgoing.writeHead(502).end(error.code))
    incoming.pipe(passed)
  })
  server.keepAliveTimeout = 65_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    isReady: (port: number) => ready.get(port) === true,
    stop: async () => {
      clearInterval(timer)
      await new Promise((resolve) => server.close(resolve))
      agent.destroy()
    },
  }
}

const test = base
  .extend('key', async ({ world, site }) => {
    const secret = mintSecret('wb', site.id)
    await world.insert(site, 'apikeys', {
      ...{ name: 'Load', scope: 'write', prefix: secret.slice(0, 9), key_hash: hashSecret(secret) },
    })
    return secret
  })
  /** A Redis that goes away and returns; null where this machine has none. */
  .extend('fallible', async ({ world: _ }, { onCleanup }) => {
    if (!hasRedis()) return null
    let server = await startRedis()
    onCleanup(() => server.stop())
    return {
      url: server.url,
      stop: () => server.stop(),
      start: async () => {
        server = await startRedis([], server.port)
      },
    }
  })
  /** Two web processes on the file's database, and how to restart one. */
  .extend('pair', async ({ world, fallible }, { onCleanup }) => {
    const start = (name: string, port: number) =>
      startProduct({
        ...{ dataDir: emptyDataDir(`rolling-${name}-${process.pid}`), port, command: ['build/main.js', 'web'] },
        env: { DATABASE_URL: world.url, REDIS_URL: fallible?.url ?? '', LOG_LEVEL: 'warn' },
      })
    const ports = [await freePort(), await freePort()]
    const products: Product[] = await Promise.all(ports.map((port, n) => start(`${n}-first`, port)))
    onCleanup(async () => {
      await Promise.all(products.map((product) => product.stop()))
    })
    return {
      ports,
      restart: async (n: number, restarts: number) => {
        expect(await products[n]!.stop()).toBe(0)
        products[n] = await start(`${n}-${restarts}`, ports[n]!)
      },
    }
  })

async function expectNoneLost(world: World, site: Site, heard: readonly Heard[]) {
  expect(heard.filter(({ status }) => status !== 200 && status !== 201)).toEqual([])
  const { rows } = await world.superuser.query(
    `select count(*)::int as stored, count(distinct name)::int as names from core.locations where site_id = $1`,
    [site.id],
  )
  const created = heard.filter(({ status }) => status === 201).length
  expect(created).toBeGreaterThan(0)
  expect(rows[0]).toEqual({ stored: created, names: created })
  console.info(`${heard.length} requests, ${created} writes: none lost`)
}

async function addClubs({ superuser }: World) {
  await superuser.query(`
    with made as (insert into core.sites (slug, name) select 'upgraded-' || n, 'Upgraded' from generate_series(1, ${CLUBS}) n returning id)
    insert into core.people (site_id, name, email) select id, 'Person ' || n, 'p' || n || '@' || id || '.test' from made, generate_series(1, 20) n`)
  await superuser.query(`
    insert into core.events (site_id, name, start, "end") select id, 'Regatta', now() + interval '90 days', now() + interval '91 days' from core.sites where slug like 'upgraded-%';
    insert into core.shifts (site_id, event, person, start, "end")
      select e.site_id, e.id, p.id, e.start, e."end" from core.events e join core.people p on p.site_id = e.site_id, generate_series(1, 5) where e.name = 'Regatta'`)
}

const BUSY = [
  'core.sites',
  'core.people',
  'core.sessions',
  'core.locations',
  'core.events',
  'core.shifts',
  'core.audit',
]

/** What a release adds, to each table that every request reads or writes. */
const expansions = () =>
  BUSY.map((table, n) => ({
    name: `${String(readMigrations().length + 1 + n).padStart(4, '0')}-expand`,
    text: `alter table ${table} add column expanded integer; create index on ${table} (site_id, expanded)`.replaceAll(
      'site_id',
      table === 'core.sites' ? 'id' : 'site_id',
    ),
  }))

const isBuilt = existsSync('build/server/index.js')

test.skipIf(!isBuilt)(
  `the upgrade of ${CLUBS} clubs, with every function made again, and ${RESTARTS} rolling restarts lose no request behind a balancer that asks each second who is ready`,
  { timeout: 600_000 + RESTARTS * 120_000 },
  async ({ world, site, key, pair }) => {
    await addClubs(world)
    await world.superuser.query('delete from platform.functions')
    const balancer = await startBalancer(pair.ports)
    const load = startLoad(balancer.port, `${site.slug}.localhost`, key)
    await expect.poll(load.written, { timeout: 60_000 }).toBeGreaterThan(10)
    const begun = performance.now()
    const ran = await migrate(world.url, { migrations: [...readMigrations(), ...expansions()] })
    console.info(`upgrade: ${((performance.now() - begun) / 1_000).toFixed(1)} s`)
    expect(ran).toHaveLength(BUSY.length)
    for (let restarts = 0; restarts < RESTARTS; restarts++) {
      const n = restarts % 2
      await pair.restart(n, restarts)
      // The next one is restarted once the balancer uses this one again.
      await expect.poll(() => balancer.isReady(pair.ports[n]!), { timeout: 30_000 }).toBe(true)
    }
    const heard = await load.stop()
    await balancer.stop()
    expect(heard.length).toBeGreaterThan(RESTARTS * 50)
    await expectNoneLost(world, site, heard)
  },
)

test.skipIf(!isBuilt || !hasRedis())(
  `${AWAY_MS / 1_000} seconds without Redis lose no request: processes stay in the balancer and say that they are degraded`,
  { timeout: AWAY_MS + 120_000 },
  async ({ world, site, key, pair, fallible }) => {
    const balancer = await startBalancer(pair.ports)
    const load = startLoad(balancer.port, `${site.slug}.localhost`, key)
    const saidBy = async (port: number) => (await fetch(`http://127.0.0.1:${port}/readyz`)).text()
    const expectAllToSay = (degraded: boolean) =>
      expect
        .poll(async () => (await Promise.all(pair.ports.map(saidBy))).map((said) => said.includes('degraded')), {
          timeout: 60_000,
        })
        .toEqual([degraded, degraded])
    await expectAllToSay(false)
    await fallible!.stop()
    await expectAllToSay(true)
    await setTimeout(AWAY_MS)
    expect(pair.ports.map((port) => balancer.isReady(port))).toEqual([true, true])
    await fallible!.start()
    await expectAllToSay(false)
    const heard = await load.stop()
    await balancer.stop()
    await expectNoneLost(world, site, heard)
  },
)
