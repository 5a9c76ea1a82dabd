import { expect, test } from '@playwright/test'
import { createPasswords } from '#server/accounts/sign-in/password.ts'
import { createClock } from '#server/engine/kernel/clock.ts'
import { createPool } from '#server/engine/kernel/db/pool.ts'
import { createLog } from '#server/engine/kernel/log.ts'
import { seedDemo } from '#server/platform/demo/seed.ts'
import { startEmbedded } from '#server/platform/embedded.ts'
import { migrate, prepareDatabase } from '#server/platform/migrate.ts'
import { callProduct, emptyDataDir, startProduct } from '../support/product.ts'

const ACCEPT = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

test('while the database is away, every page says so and retries automatically; the API answers JSON', async () => {
  test.setTimeout(400_000)
  const dir = emptyDataDir('away')
  const database = await startEmbedded({ dir: `${dir}/database` })
  const url = await prepareDatabase(database.superuserUrl, 'watchbill', 'away-password')
  await migrate(url)
  const log = createLog({ level: 'silent' })
  const pool = createPool({ connectionString: url, role: 'platform', max: 2, log })
  await seedDemo({ platformPool: pool, passwords: createPasswords(), clock: createClock(), log })
  await pool.end()
  const product = await startProduct({ dataDir: dir, command: ['build/main.js', 'web'], env: { DATABASE_URL: url } })
  const { port } = product
  const signedIn = await callProduct(port, {
    ...{ method: 'POST', path: '/login', site: 'harbour' },
    headers: {
      origin: `http://harbour.localhost:${port}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ email: 'admin@harbour.test', password: 'watchbill-demo' }).toString(),
  })
  const cookie = signedIn.cookies.map((one) => one.split(';')[0]).join('; ')
  const page = (path: string, site = 'harbour', headers: Record<string, string> = {}) =>
    callProduct(port, { method: 'GET', path, site, headers: { accept: ACCEPT, ...headers } })
  expect((await page('/dashboard', 'harbour', { cookie })).status).toBe(200)
  await database.stop()
  try {
    for (const [path, site, headers] of [
      ['/dashboard', 'harbour', { cookie }],
      ['/people/1/info', 'harbour', { cookie }],
      ['/hello', 'harbour', {}],
      ['/events/public', 'harbour', {}],
      ['/', 'ridge', {}],
    ] as const) {
      const { status, text, headers: answered } = await page(path, site, headers)
      expect([path, status, answered.refresh]).toEqual([path, 503, '5'])
      // Without its site in memory no page knows whose it is.
      expect(/<h1[^>]*>([^<]*)/.exec(text)?.[1], path).toMatch(/^(Not available|This site can’t be read)$/)
    }
    const api = await callProduct(port, { method: 'GET', path: '/api/events', site: 'harbour', headers: { cookie } })
    expect([api.status, JSON.parse(api.text)]).toMatchObject([503, { detail: expect.any(String) }])
    expect(api.headers.refresh).toBeUndefined()
  } finally {
    await product.stop()
  }
})
