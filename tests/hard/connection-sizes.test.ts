import { existsSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { expect, vi } from 'vitest'
import { mintSecret } from '#server/engine/access/secrets.ts'
import { hashSecret } from '#server/engine/kernel/derive.ts'
import { test as base } from '#tests/support/fixture.ts'
import { emptyDataDir, startProduct } from '#tests/support/product.ts'
import { hasRedis, startRedis } from '#tests/support/providers/redis.ts'
import { whileOtherWrites } from '#tests/support/waiting.ts'

const POOL = 5
/** By the names of connections; "Connections" of docs/operating.md gives the same. */
const MOST: Record<string, number> = {
  ...{ app: POOL, auth: 4, platform: 2, ready: 1, sites: 1 },
  ...{ 'app-probe': 1, 'auth-probe': 1, 'platform-probe': 1, 'ready-probe': 1 },
}
const SENT = 120
const PATHS = ['/hello', '/api/shifts', '/api/people', '/events/public', '/readyz']

const isBuilt = existsSync('build/server/index.js')

const test = base
  // One site never gets more than half of the connections.
  .extend('callers', ({ world, site }) =>
    Promise.all(
      [site, world.makeSite()].map(async (made) => {
        const of = await made
        const key = mintSecret('wb', of.id)
        await world.insert(of, 'apikeys', {
          ...{ name: 'Flood', scope: 'read', prefix: key.slice(0, 9), key_hash: hashSecret(key) },
        })
        return { slug: of.slug, key }
      }),
    ),
  )
  /** Those of this test, which has made its sites. */
  .extend('ownConnections', async ({ world, callers }) => {
    expect(callers).toHaveLength(2)
    const { rows } = await world.superuser.query<{ pid: number }>(
      'select pid from pg_stat_activity where datname = current_database()',
    )
    return rows.map(({ pid }) => pid)
  })
  .extend('web', async ({ world }, { onCleanup }) => {
    const redis = await startRedis()
    const env = { DATABASE_URL: world.url, REDIS_URL: redis.url, DATABASE_POOL_SIZE: String(POOL), LOG_LEVEL: 'warn' }
    const web = await startProduct({
      ...{ dataDir: emptyDataDir(`sizes-${process.pid}`), command: ['build/main.js', 'web'], env },
    })
    onCleanup(async () => {
      await web.stop()
      await redis.stop()
    })
    return web
  })

test.skipIf(!isBuilt || !hasRedis())(
  'a web process opens no more connections to PostgreSQL than documented, however many requests wait',
  async ({ world, callers, ownConnections, web: { port } }) => {
    const agent = new Agent()
    const ask = (n: number) =>
      new Promise<number>((resolve, reject) => {
        const { slug, key } = callers[n % callers.length]!
        const path = PATHS[n % PATHS.length]!
        const headers = { host: `${slug}.localhost:${port}`, authorization: `Bearer ${key}` }
        request({ agent, host: '127.0.0.1', port, path, headers }, (answer) => {
          answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
        })
          .on('error', reject)
          .end()
      })
    const most: Record<string, number> = {}
    const look = async () => {
      const { rows } = await world.superuser.query<{ name: string; count: number }>(
        `select substr(application_name, 11) as name, count(*)::int from pg_stat_activity
         where datname = current_database() and application_name like 'watchbill-%' and pid <> all($1)
         group by 1`,
        [ownConnections],
      )
      for (const { name, count } of rows) most[name] = Math.max(most[name] ?? 0, count)
      return most
    }
    // Readers of locked shifts keep their connections, so that the pool fills however fast requests are answered.
    const answers = await whileOtherWrites(world, {
      write: (other) => other.query('lock table core.shifts in access exclusive mode'),
      work: () => Promise.all(Array.from({ length: SENT }, (_, n) => ask(n))),
      beforeCommit: () => vi.waitUntil(async () => (await look()).app === POOL, { timeout: 60_000 }),
    })
    await look()
    expect(answers.filter((status) => status >= 500)).toEqual([])
    expect(Object.entries(most).filter(([name, count]) => count > (MOST[name] ?? 0))).toEqual([])
    expect(most.app).toBe(POOL)
  },
)
