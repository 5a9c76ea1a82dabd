import { type IncomingHttpHeaders, request } from 'node:http'
import { expect } from 'vitest'
import { createWebServer } from '#app/web/server.ts'
import { createPool } from '#server/engine/kernel/db/pool.ts'
import { createWithSite } from '#server/engine/tenancy/with-site.ts'
import { test } from '#tests/support/fixture.ts'
import { freePort } from '#tests/support/product.ts'
import { log } from '#tests/support/world.ts'

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

type Heard = { status: number; headers: IncomingHttpHeaders; text: string }

/** Asks a server on this machine, which finds the site by the `Host` header. */
const answerOf = (asked: { port: number; path: string; method?: string; headers: Record<string, string> }) =>
  new Promise<Heard>((resolve, reject) =>
    request({ ...asked, host: '127.0.0.1' }, async (answer) => {
      let text = ''
      for await (const part of answer) text += part
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text })
    })
      .on('error', reject)
      .end(),
  )

test('while the database is away, a page says so and is asked for again by itself; programs get JSON', async ({
  api,
  site,
}) => {
  const nowhere = `postgres://nobody@127.0.0.1:${await freePort()}/none`
  const pool = createPool({ connectionString: nowhere, role: 'app', max: 1, log })
  const withSite = createWithSite(pool)
  // What each page of the product does first: it reads from the database.
  const read = (_req: unknown, _res: unknown, next: (error: unknown) => void) =>
    void withSite(site.id, async () => null).then(next, next)
  const server = createWebServer({
    context: api.context,
    pages: Object.assign(read, { actsAlone: () => false }),
    calls: (() => Promise.reject(new Error('not called'))) as never,
    clientFolder: 'public',
  })
  const port = await server.listen(0, '127.0.0.1')
  const host = `${site.slug}.${api.context.config.BASE_DOMAIN}`
  const ask = (accept: string, method = 'GET') =>
    answerOf({ port, path: '/dashboard', method, headers: { accept, host } })
  try {
    const page = await ask(BROWSER)
    expect([page.status, page.headers.refresh, page.headers['retry-after']]).toEqual([503, '5', '2'])
    const html = page.text
    expect(html).toContain('<meta http-equiv="refresh" content="5">')
    expect(html).toContain('<h1>Not available</h1>')
    expect(html).toContain('<svg')
    const form = await ask(BROWSER, 'POST')
    expect([form.status, form.headers.refresh]).toEqual([503, undefined])
    expect(form.text).not.toContain('http-equiv')
    const program = await ask('application/json')
    expect([program.status, program.headers.refresh, JSON.parse(program.text)]).toMatchObject([
      503,
      undefined,
      { detail: 'The service is not available for a moment.' },
    ])
  } finally {
    await server.stop()
    await pool.end()
  }
})

test('a site whose data cannot be read says so with an icon and the message, and asks again; programs get JSON', async ({
  api,
  site,
}) => {
  const read = Promise.reject(new Error('permission denied for function site_by_slug'))
  read.catch(() => {})
  const resolveSite = Object.assign(() => read, { forget: () => {}, forgetAll: () => {} })
  const never = (() => Promise.reject(new Error('not called'))) as never
  const server = createWebServer({
    context: { ...api.context, resolveSite },
    pages: never,
    calls: never,
    clientFolder: 'public',
  })
  const port = await server.listen(0, '127.0.0.1')
  const host = `${site.slug}.${api.context.config.BASE_DOMAIN}`
  const ask = (path: string, accept: string) => answerOf({ port, path, headers: { accept, host } })
  try {
    const page = await ask('/dashboard', BROWSER)
    expect([page.status, page.headers.refresh, page.headers['retry-after']]).toEqual([503, '5', '2'])
    expect(page.text).toContain('<h1>This site cannot be read</h1>')
    expect(page.text).toContain('The data of this site could not be read.')
    expect(page.text).toContain('<svg')
    expect(page.text).not.toContain('permission denied')
    const program = await ask('/api/dashboard', 'application/json')
    expect(program.status).toBe(503)
    expect(JSON.parse(program.text)).toMatchObject({ detail: 'The data of this site could not be read.' })
  } finally {
    await server.stop()
  }
})
