import { expect } from 'vitest'
import { siteOrigin } from '#server/engine/kernel/config.ts'
import type { AnsweredRequest } from '#server/engine/kernel/request-metrics.ts'
import { SITE_NOT_FOUND } from '#server/engine/tenancy/resolve-site.ts'
import { moveSite } from '#server/platform/sites.ts'
import { worldTest as base } from '#tests/support/fixture.ts'
import { addressOf, readRoutes, startPages } from '#tests/support/pages.ts'

const routes = await readRoutes()

const PATHS = [
  ...new Set(
    routes
      .map((route) => addressOf(routes, route) || '/')
      .filter((address) => !address.startsWith('/api/'))
      .map((address) => address.replaceAll(/:\w+\??/g, '1').replace('*', 'nothing')),
  ),
  ...['//', '//evil.example', '/%5C', '/%ff', '/hello?_data', '/media/s/1/x.webp', '/assets/none.js', '/dev/none'],
]

const test = base
  /** The routes of the answered requests, as they are counted. */
  .extend('routes', { scope: 'file' }, () => [] as (string | undefined)[])
  .extend('pages', { scope: 'file' }, async ({ api, routes: seen }, { onCleanup }) => {
    const requestMetrics = { observe: ({ route }: AnsweredRequest) => void seen.push(route) }
    const pages = await startPages({ ...api, context: { ...api.context, requestMetrics } })
    onCleanup(() => pages.close())
    return pages
  })

test('an unknown host answers every page request with a page: icon, the message, 404', async ({ pages }) => {
  expect(PATHS.length).toBeGreaterThan(120)
  const hosts = [pages.hostOf('nobody-there'), 'evil.example', '127.0.0.1', `${pages.hostOf('a')}9`]
  for (const [n, path] of PATHS.entries())
    for (const method of ['GET', 'POST']) {
      const host = hosts[n % hosts.length] ?? ''
      const { status, headers, text } = await pages.ask({
        method,
        path,
        host,
        ...(method === 'POST' && { body: 'a=b' }),
      })
      expect([method, host, path, status, headers['content-type']]).toEqual([
        method,
        host,
        path,
        404,
        expect.stringMatching(/^text\/html/),
      ])
      expect(text).toContain(`<h1>${SITE_NOT_FOUND}</h1>`)
      expect(text).toContain('<svg')
    }
})

test('a program gets the same message as JSON, and the health checks keep answering', async ({ pages }) => {
  const host = pages.hostOf('nobody-there')
  for (const [path, accept] of [
    ['/api/organisations/current/', 'text/html'],
    ['/api/none', '*/*'],
    ['/api', 'text/html'],
    ['/', 'application/json'],
    ['/hello?_data=root', '*/*'],
  ] as const) {
    const { status, text } = await pages.ask({ path, host, headers: { accept } })
    expect([path, status, text]).toEqual([path, 404, JSON.stringify({ detail: SITE_NOT_FOUND })])
  }
  for (const path of ['/healthz', '/readyz'])
    expect([path, (await pages.ask({ path, host })).status]).toEqual([path, 200])
})

test('a club that has moved says where it is, on every page and call, and tries again under its own name', async ({
  api,
  pages,
  world,
  routes: seen,
}) => {
  const site = await world.makeSite()
  const parts = { pool: world.pool('platform'), now: world.clock.now() }
  const host = pages.hostOf(site.slug)
  const ask = async (path: string, accept: string) => {
    api.context.resolveSite.forget(site.slug)
    return pages.ask({ path, host, headers: { accept } })
  }
  await moveSite(parts, site.slug, 'https://harbour.example.org')
  seen.length = 0
  const page = await ask('/answer/abc?x="><b>', 'text/html')
  expect([page.status, page.headers['retry-after']]).toEqual([503, '60'])
  expect(page.text).toContain('<h1>This club has moved</h1>')
  expect(page.text).toContain(
    'href="https://harbour.example.org/answer/abc?x=%22%3E%3Cb%3E">https://harbour.example.org</a>',
  )
  expect(page.text).not.toContain('has moved to')
  expect((await ask('//evil.example/x', 'text/html')).text).toContain('<a href="https://harbour.example.org')
  for (const path of ['/api/people', '/calendar/feed'])
    expect(JSON.parse((await ask(path, 'application/json')).text)).toEqual({
      detail: 'This club has moved to https://harbour.example.org.',
      moved_to: 'https://harbour.example.org',
    })
  await expect.poll(() => seen, { message: 'no errors of ours' }).toEqual(Array(4).fill('moved'))

  await moveSite(parts, site.slug, siteOrigin(api.context.config, site.slug))
  const again = await ask('/', 'text/html')
  expect([again.status, again.headers.refresh]).toEqual([503, '60'])
  expect(again.text).toContain('This page will try again in a minute.')
  expect(again.text).not.toContain('has moved to')

  await moveSite(parts, site.slug, null)
  expect((await ask('/api/none', 'application/json')).status).toBe(404)
})
