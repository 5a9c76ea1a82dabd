import { expect, test } from '@playwright/test'
import { createPasswords } from '#server/accounts/sign-in/password.ts'
import { createClock } from '#server/engine/kernel/clock.ts'
import { createPool } from '#server/engine/kernel/db/pool.ts'
import { createLog } from '#server/engine/kernel/log.ts'
import { seedDemo } from '#server/platform/demo/seed.ts'
import { type EmbeddedPostgres, startEmbedded } from '#server/platform/embedded.ts'
import { migrate, prepareDatabase } from '#server/platform/migrate.ts'
import { emptyDataDir, type Product, startProduct } from '../support/product.ts'
import { client, login } from './api-client.ts'

/** The web process alone, on a PostgreSQL of its own that the test may break. */
let database: EmbeddedPostgres
let product: Product
let url: string

test.beforeAll(async () => {
  const dir = emptyDataDir('faults')
  database = await startEmbedded({ dir: `${dir}/database` })
  url = await prepareDatabase(database.superuserUrl, 'watchbill', 'faults-password')
  await migrate(url)
  const log = createLog({ level: 'silent' })
  const pool = createPool({ connectionString: url, role: 'platform', max: 2, log })
  await seedDemo({ platformPool: pool, passwords: createPasswords(), clock: createClock(), log })
  await pool.end()
  product = await startWeb(dir)
})
test.afterAll(async () => {
  await product.stop()
  await database.stop()
})

const startWeb = (dir: string) =>
  startProduct({ dataDir: dir, command: ['build/main.js', 'web'], env: { DATABASE_URL: url } })

test('restarting PostgreSQL under load loses nothing acknowledged, ends no process, and takes under ten seconds', async ({
  request,
}) => {
  test.setTimeout(400_000)
  const port = String(product.port)
  const { access } = await login(request, 'admin@harbour.test', 'harbour', port)
  const admin = client(request, 'harbour', access, port)
  const acknowledged = new Set<string>()
  const unexpected: string[] = []
  const status = () => admin.call('GET', '/api/locations/?limit=1').then((answer) => answer.status())
  let writing = true
  const writer = async (lane: number) => {
    for (let n = 0; writing; n++) {
      const name = `Buoy ${lane}-${n}`
      const answer = await admin.call('POST', '/api/locations/', { body: [{ name }] }).catch((error: Error) => error)
      if (answer instanceof Error) unexpected.push(answer.message)
      else if (answer.status() === 201) acknowledged.add(name)
      else if (answer.status() === 503) {
        if (!answer.headers()['retry-after']) unexpected.push('503 without Retry-After')
        await expect.poll(status, { timeout: 60_000, intervals: [50] }).toBe(200)
      } else unexpected.push(`${answer.status()} ${await answer.text()}`)
    }
  }
  const writers = Array.from({ length: 6 }, (_, lane) => writer(lane))
  const acknowledgesMore = async () => {
    const before = acknowledged.size
    await expect.poll(() => acknowledged.size, { timeout: 30_000 }).toBeGreaterThan(before + 50)
  }
  const waits: number[] = []
  for (const mode of ['fast', 'immediate', 'fast'] as const) {
    let wait = Number.POSITIVE_INFINITY
    // A busy machine may be late once; a fault is late every time.
    for (let tries = 0; tries < 3 && wait >= 10_000; tries++) {
      await acknowledgesMore()
      await database.restart(mode)
      const begun = performance.now()
      await expect.poll(status, { timeout: 60_000, intervals: [50] }).toBe(200)
      wait = Math.min(wait, performance.now() - begun)
    }
    waits.push(wait)
  }
  await acknowledgesMore()
  writing = false
  await Promise.all(writers)
  const stored = await (await admin.call('GET', '/api/locations/?limit=-1&name=Buoy')).json()
  const names = new Set(
    Object.values(stored.results.locations as Record<string, { name: string }>).map((location) => location.name),
  )
  expect([...acknowledged].filter((name) => !names.has(name))).toEqual([])
  expect(acknowledged.size).toBeGreaterThan(50)
  expect(unexpected).toEqual([])
  expect(product.process.exitCode).toBeNull()
  expect(Math.max(...waits)).toBeLessThan(10_000)
})

test('SIGTERM under load fails no request and ends in time', async ({ request }) => {
  test.setTimeout(400_000)
  const port = product.port
  const { access } = await login(request, 'member@harbour.test', 'harbour', String(port))
  const failures: string[] = []
  let answered = 0
  let open = true
  const reader = async () => {
    while (open) {
      const answer = await fetch(`http://127.0.0.1:${port}/api/shifts/?limit=20`, {
        headers: { host: `harbour.localhost:${port}`, authorization: `Bearer ${access}` },
      }).catch((error: Error & { cause?: { code?: string } }) => error)
      if (answer instanceof Error) {
        // A refused connection was never accepted; any other error is a request that the product dropped.
        if (answer.cause?.code !== 'ECONNREFUSED') failures.push(String(answer.cause?.code ?? answer))
        open = false
      } else if (answer.status === 200) {
        await answer.text()
        answered += 1
      } else if (answer.status !== 404) failures.push(String(answer.status))
      else answered += 1
    }
  }
  const readers = Array.from({ length: 8 }, reader)
  await expect.poll(() => answered, { timeout: 30_000 }).toBeGreaterThan(50)
  const begun = performance.now()
  expect(await product.stop('SIGTERM')).toBe(0)
  expect(performance.now() - begun).toBeLessThan(30_000)
  await Promise.all(readers)
  expect(failures).toEqual([])
  expect(answered).toBeGreaterThan(20)
  product = await startWeb(emptyDataDir('faults-web'))
})
