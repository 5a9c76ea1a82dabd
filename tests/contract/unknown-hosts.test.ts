import { expect } from 'vitest'
import { SITE_NOT_FOUND } from '#server/engine/tenancy/resolve-site.ts'
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

const test = base.extend('pages', { scope: 'file' }, async ({ api }, { onCleanup }) => {
  const pages = await startPages(api)
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
