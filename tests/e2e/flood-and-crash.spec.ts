import { readFileSync } from 'node:fs'
import { Agent, request as httpRequest } from 'node:http'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { GENERAL_LIMITS } from '#server/engine/access/limits/table.ts'
import { emptyDataDir, type Product, startProduct } from '#tests/support/product.ts'

test.setTimeout(400_000)

let product: Product
let dataDir: string
const agent = new Agent({ keepAlive: true, maxSockets: 20 })
test.beforeAll(async () => {
  test.setTimeout(400_000)
  dataDir = emptyDataDir('flood')
  product = await startProduct({ dataDir, env: { RATE_LIMITS: 'on' } })
})
test.afterAll(async () => {
  agent.destroy()
  await product?.stop()
})

type Asked = { site?: string; method?: string; headers?: Record<string, string>; body?: object }
const ask = (to: string, { site = 'harbour', method = 'GET', headers = {}, body }: Asked = {}) =>
  new Promise<{ status: number; text: string }>((done, fail) => {
    const sent = body && JSON.stringify(body)
    const all = {
      host: `${site}.localhost:${product.port}`,
      ...(sent && { 'content-type': 'application/json' }),
      ...headers,
    }
    httpRequest({ host: '127.0.0.1', port: product.port, method, path: to, headers: all, agent }, (response) => {
      let text = ''
      response.on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () => done({ status: response.statusCode ?? 0, text }))
    })
      .on('error', fail)
      .end(sent)
  })

async function signedIn(site: string) {
  const body = { email: `member@${site}.test`, password: 'watchbill-demo' }
  const { text } = await ask('/api/auth/login', { site, method: 'POST', body })
  return { site, headers: { authorization: `Bearer ${JSON.parse(text).access}` } }
}

test('a signed-out page counts as one request; 3,200 from one address block only that address', async ({ page }) => {
  const members = [await signedIn('harbour'), await signedIn('ridge')]
  const files: string[] = []
  page.on('request', (asked) => files.push(new URL(asked.url()).pathname))
  await page.goto(`http://harbour.localhost:${product.port}/hello`, { waitUntil: 'networkidle' })
  const counted = files.filter((file) => !/^\/(assets|demo|favicon)/.test(file))
  expect(files.length).toBeGreaterThan(5)
  expect(counted).toEqual(['/hello'])
  const statuses: Record<string, number> = {}
  for (let n = 0; n < 3_200; n += 20) {
    const answers = Array.from({ length: 20 }, (_, i) => ask((n + i) % 10 ? '/api/organisations/current' : '/privacy'))
    for (const { status } of await Promise.all(answers)) statuses[status] = (statuses[status] ?? 0) + 1
    if (n % 400 === 0)
      for (const member of members) expect((await ask('/api/shifts/?limit=1', member)).status, `after ${n}`).toBe(200)
  }
  // Limits count by the clock minute, and the requests may fall into two.
  expect(statuses[429]).toBeGreaterThanOrEqual(3_200 - 2 * GENERAL_LIMITS.anonymous)
  expect((statuses[200] ?? 0) + (statuses[429] ?? 0)).toBe(3_200)
  for (const member of members) expect((await ask('/api/auth/user', member)).status).toBe(200)
  expect((await ask('/favicon.svg')).status).toBe(200)
  expect((await ask('/healthz')).status).toBe(200)
})

test('the embedded database is restarted after a kill, and nothing is lost', async () => {
  const member = await signedIn('ridge')
  const change = (dateFormat: string) =>
    ask('/api/people/change_settings_self', { ...member, method: 'PUT', body: { settings: { dateFormat } } })
  const status = async () => (await ask('/readyz')).status
  for (const dateFormat of ['D MMM YYYY', 'YYYY-MM-DD']) {
    const before = (await change(dateFormat)).status
    expect(before).toBeLessThan(300)
    const postmaster = path.join(await clusterOf(), 'postmaster.pid')
    process.kill(Number(readFileSync(postmaster, 'utf8').split('\n')[0]), 'SIGKILL')
    await expect.poll(status, { timeout: 30_000, intervals: [20] }).toBe(503)
    expect((await ask('/healthz')).status).toBe(200)
    await expect.poll(status, { timeout: 90_000 }).toBe(200)
    const { status: answered, text } = await ask('/api/auth/user', member)
    expect([answered, JSON.parse(text).settings?.dateFormat]).toEqual([200, dateFormat])
  }
  expect(product.process.exitCode).toBeNull()
  expect(readFileSync(product.log, 'utf8')).toContain('the embedded PostgreSQL runs again')
})

/**
 * Finds the folder of the cluster, which is outside the data folder when run as root. A connection would need its
 * password.
 */
async function clusterOf(): Promise<string> {
  const here = path.join(dataDir, 'postgres')
  const there = path.join('/var/lib/watchbill', here.replace(/[^a-zA-Z0-9]+/g, '-').replace(/^-/, ''))
  for (const folder of [here, there]) {
    try {
      readFileSync(path.join(folder, 'postmaster.pid'))
      return folder
    } catch {}
  }
  throw new Error('The embedded database is not found.')
}
