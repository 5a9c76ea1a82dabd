import { expect } from 'vitest'
import type { RouteMeta } from '#app/shell/use-root.ts'
import { openFor } from '#tests/support/accounts.ts'
import { worldTest as base } from '#tests/support/fixture.ts'
import { addressOf, readRoutes, startPages } from '#tests/support/pages.ts'

const routes = await readRoutes()
const screens = routes
  .filter(({ module }) => module.default)
  .map((route) => ({ ...route, address: addressOf(routes, route) || '/', meta: route.module.handle as RouteMeta }))

const PUBLIC =
  `/* /403 /404 /429 /500 /a/:token /answer/:token /apidocs/:area? /c/:token /cover/:token /events/public /events/public/:pk /forgot/reset/:token /h/:token /hello /hold/:token
  /kiosk /login /login/factor /password/reset /password/reset/:token /privacy /profile/email/confirm/:token /profile/emails /profile/emails/:uid
  /operator-entry /register /register/complete /s/:token /swap/:token /console/factor /console/invitation/:token /console/login /console/set-up`.split(
    /\s+/,
  )

const FRAMED = ['/events/:pk/shifts/list', '/kiosk']

/** Pages of other people's records, and of an unknown list, have no address of their own to try. */
const VALUES: Record<string, string> = { date: '2027-01-02', collection: 'locations', slug: 'harbour', area: 'events' }

const test = base
  .extend('pages', { scope: 'file' }, async ({ api }, { onCleanup }) => {
    const pages = await startPages(api)
    onCleanup(() => pages.close())
    return pages
  })
  .extend('site', { scope: 'file' }, ({ world }) => world.makeSite())

test('each page has a title, and declares whether it needs sign-in and a frame', () => {
  expect(screens.length).toBeGreaterThan(90)
  for (const { address, meta } of screens) {
    const { title, auth, framed } = meta ?? {}
    expect([address, title, auth, framed]).toEqual([
      address,
      expect.stringMatching(/^\S.*\S$/),
      !PUBLIC.includes(address),
      FRAMED.includes(address),
    ])
  }
  expect(PUBLIC.filter((address) => !screens.some((one) => one.address === address))).toEqual([])
})

test.for(
  screens
    .filter(({ address }) => !address.startsWith('/console'))
    .map(({ address, meta }) => [address, meta.auth] as const),
)('%s, signed out: leads to hello if it needs sign-in (%s)', async ([address, auth], { pages, site }) => {
  const path = address
    .replaceAll(/\/:(\w+)(\??)/g, (_, name: string, optional: string) => (optional ? '' : `/${VALUES[name] ?? '1'}`))
    .replace('*', 'nothing')
  const { status, headers } = await pages.ask({ path, host: pages.hostOf(site.slug) })
  const needsSignIn = status === 302 && headers.location?.startsWith('/hello?next=')
  expect([path, status, Boolean(needsSignIn)]).toEqual([path, status, auth])
})

test('login and registration are closed to the signed-in; hello redirects them', async ({ world, site, pages }) => {
  const { cookie } = await openFor(world, site, await world.makePerson(site))
  const ask = async (path: string) => {
    const { status, headers } = await pages.ask({
      ...{ path, host: pages.hostOf(site.slug) },
      headers: { cookie: `__Host-sid=${cookie}` },
    })
    return `${status} ${headers.location ?? ''}`.trim()
  }
  for (const path of ['/login', '/register', '/register?state=account-required', '/register/complete'])
    expect([path, await ask(path)]).toEqual([path, '404'])
  expect(await ask('/hello')).toBe('302 /dashboard')
  expect(await ask('/hello?next=%2Fprofile%2Fshifts')).toBe('302 /profile/shifts')
  expect(await ask('/hello?next=%2F%2Fevil.example')).toBe('302 /dashboard')
})
