import { matchPath } from '@remix-run/react'
import { expect } from 'vitest'
import type { Actor } from '#server/engine/access/actor.ts'
import { worldTest as base } from '#tests/support/fixture.ts'
import { memberActor, recentAdmin } from '#tests/support/world.ts'

type Handler = (args: unknown) => Promise<Response>
type Route = { default?: unknown; action?: Handler; loader?: Handler }

const files = import.meta.glob<Route>([
  '../../app/**/routes/*.ts',
  '../../app/**/routes/*.tsx',
  '!../../app/**/routes/api.*',
])

/** Addresses that only scripts call. They answer JSON, and no browser is redirected to them. */
const CALLS = ['markdown', 'report', 'login_.passkey_.options']

const nameOf = (file: string) => file.replace(/^.*\/routes\//, '').replace(/\.tsx?$/, '')

/** The address of a route file, as `@remix-run/fs-routes` reads its name. */
const patternOf = (name: string) =>
  `/${name
    .split('.')
    .filter((part) => !part.startsWith('_'))
    .map((part) =>
      part
        .replace(/_$/, '')
        .replace(/^\((.*)\)$/, '$1?')
        .replace(/^\$/, ':'),
    )
    .join('/')}`

const routes = await Promise.all(
  Object.entries(files).map(async ([file, load]) => ({ name: nameOf(file), route: await load() })),
)
const pages = routes.filter(({ route }) => route.default).map(({ name }) => patternOf(name))
const actions = routes.filter(({ name, route }) => route.action && !route.default && !CALLS.includes(name))
const ofSites = actions.filter(({ name }) => !name.startsWith('console.') && !/^log(in|out)/.test(name))

const PARAMS = { pk: '1', slug: 'harbour', date: '2027-01-02', uid: '1', provider: 'club' }

const test = base
  .extend('site', { scope: 'file' }, ({ world }) => world.makeSite())
  .extend('event', { scope: 'file' }, async ({ world, site }) => {
    const span = { start: new Date('2027-06-01T09:00:00Z'), end: new Date('2027-06-01T12:00:00Z') }
    return (await world.insert(site, 'events', { name: 'Race', ...span })).id
  })
  .extend('params', { scope: 'file' }, async ({ world, site, event }) => {
    const span = { start: new Date('2027-06-01T09:00:00Z'), end: new Date('2027-06-01T12:00:00Z') }
    const { id } = await world.insert(site, 'shifts', { event, draft: span.start, ...span })
    return { ...PARAMS, pk: String(event), id: String(id) } as Record<string, string>
  })
  .extend('member', { scope: 'file' }, async ({ world, site }) => memberActor(await world.makePerson(site)))
  .extend(
    'admin',
    { scope: 'file' },
    async ({ world, site }) => await recentAdmin(world, site, await world.makePerson(site, { role: 'admin' })),
  )
  .extend('addressOf', { scope: 'file' }, ({ params }) => (name: string) => {
    const [path = ''] = patternOf(name).split('?')
    return path.replace(/:(\w+)/g, (_all, key: string) => params[key] ?? key)
  })
  .extend(
    'request',
    { scope: 'file' },
    ({ api, site, params }) =>
      async (handler: Handler, path: string, actor: Actor, init: RequestInit = {}): Promise<Response> => {
        const { protocol, host: domain } = new URL(api.context.config.publicOrigin)
        const host = `${site.slug}.${domain}`
        const origin = `${protocol}//${host}`
        const request = new Request(origin + path, { ...init, headers: { origin, host, ...init.headers } })
        const isConsole = path.startsWith('/console')
        const context = { app: api.context, site, actor, console: isConsole, nonce: '', requestId: 'test' }
        try {
          return await handler({ request, params, context })
        } catch (thrown) {
          if (thrown instanceof Response) return thrown
          throw thrown
        }
      },
  )

const leadsTo = (answer: Response) => answer.headers.get('location') ?? ''
const pathOf = (location: string) => new URL(location, 'http://own').pathname
const addresses = new Set(actions.map(({ name }) => patternOf(name)))
const isPage = (location: string) =>
  !addresses.has(pathOf(location)) && pages.some((pattern) => matchPath(pattern, pathOf(location)))

test('there are action-only addresses, and pages to compare with', () => {
  expect(actions.map(({ name }) => name)).toContain('events.$pk.sign-up')
  expect(ofSites.length).toBeGreaterThanOrEqual(10)
  expect(isPage('/events/4')).toBe(true)
  expect(isPage('/events/4/sign-up')).toBe(false)
})

test.for(actions)(
  'opening the address of the action $name redirects to a page',
  async ({ name, route }, { addressOf, request, member, admin }) => {
    const address = addressOf(name)
    expect(isPage(address), `${address} is no page`).toBe(false)
    expect(route.loader, `${name} answers GET`).toBeDefined()
    for (const actor of [member, admin]) {
      const answer = await request(route.loader as Handler, address, actor)
      expect([address, answer.status]).toEqual([address, 302])
      expect([address, isPage(leadsTo(answer))]).toEqual([address, true])
    }
  },
)

test.for(ofSites)(
  'without a session, $name redirects to the page the person was on',
  async ({ name, route }, { addressOf, request, api, site }) => {
    const { action } = route
    const address = addressOf(name)
    const post = async (headers: Record<string, string>) => {
      const answer = await request(
        action as Handler,
        `${address}?index`,
        { kind: 'nobody' },
        {
          method: 'POST',
          body: new URLSearchParams(),
          headers,
        },
      )
      return { status: answer.status, next: new URL(leadsTo(answer), 'http://own') }
    }
    const { protocol, host } = new URL(api.context.config.publicOrigin)
    const came = await post({ referer: `${protocol}//${site.slug}.${host}/events/calendar?month=2027-06` })
    expect([came.status, came.next.pathname]).toEqual([302, '/hello'])
    expect(came.next.searchParams.get('next')).toBe('/events/calendar?month=2027-06')
    for (const referer of ['https://elsewhere.example/events/4', 'no address', ''])
      expect((await post({ referer })).next.searchParams.get('next')).toBe(address)
  },
)
