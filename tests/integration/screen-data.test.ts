import { createServer, get, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ServerBuild } from '@remix-run/node'
import express from 'express'
import { expect } from 'vitest'
import { createPages } from '#app/http/pages.ts'
import { openSession } from '#server/accounts/sessions/sessions.ts'
import { worldTest as base, type FixturesOf } from '#tests/support/fixture.ts'

const ROUTES = {
  'routes/roster': { path: 'roster', module: await import('#app/features/shifts/routes/roster.tsx') },
  'routes/events.calendar._index': {
    path: 'events/calendar',
    module: await import('#app/features/calendar/routes/events.calendar._index.tsx'),
  },
  'routes/events.calendar.$date': {
    path: 'events/calendar/:date',
    module: await import('#app/features/calendar/routes/events.calendar.$date.tsx'),
  },
  'routes/roles.($pk)': { path: 'roles/:pk?', module: await import('#app/features/lookups/routes/roles.($pk).tsx') },
}

const test = base
  .extend('scene', { scope: 'file' }, async ({ world, api }) => {
    const site = await world.makeSite()
    const now = new Date('2027-06-01T11:00:00Z')
    world.clock.set(now)
    const span = { start: now, end: new Date(now.getTime() + 3_600_000) }
    const { id: event } = await world.insert(site, 'events', { name: 'Race', ...span })
    await world.insert(site, 'shifts', { event, ...span })
    const signedIn = async (role: string) => {
      const { id } = await world.makePerson(site, { role })
      const device = { ip: null, user_agent: null }
      const open = world.withSite(
        site.id,
        (db) => openSession(db, site, { id, account_id: null }, device, world.clock.now()),
        { access: 'write' },
      )
      return `__Host-sid=${(await open).cookie}`
    }
    const member = await signedIn('user')
    const admin = await signedIn('admin')
    const routes = Object.fromEntries(
      Object.entries(ROUTES).map(([id, route]) => [id, { id, parentId: 'root', ...route }]),
    )
    const build = {
      routes: { root: { id: 'root', path: '', module: {} }, ...routes },
      // Remix logs unmatched routes to the console otherwise.
      entry: { module: { handleError: () => {} } },
      assets: { routes: {} },
      future: {},
      publicPath: '/',
    } as unknown as ServerBuild
    const app = express()
    app.use((_req, res, next) => {
      Object.assign(res.locals, { site, console: false, requestId: 'test' })
      next()
    })
    app.use(createPages(build, api.context))
    const server = createServer(app).listen(0)
    return { site, member, admin, server }
  })
  .extend('site', { scope: 'file' }, ({ scene }) => scene.site)
  .extend('member', { scope: 'file' }, ({ scene }) => scene.member)
  .extend('admin', { scope: 'file' }, ({ scene }) => scene.admin)
  .extend('server', { scope: 'file' }, ({ scene }) => scene.server)
  .extend(
    'ask',
    { scope: 'file' },
    ({ server }) =>
      (path: string, cookie?: string) =>
        new Promise<Got>((resolve, reject) => {
          const { port } = server.address() as AddressInfo
          get({ port, path, headers: cookie ? { cookie } : {} }, async (res) => {
            let text = ''
            for await (const chunk of res) text += chunk
            const { date: _date, connection: _connection, ...headers } = res.headers
            resolve({ status: res.statusCode!, headers, data: text && JSON.parse(text) })
          }).on('error', reject)
        }),
  )

type On = Pick<FixturesOf<typeof test>, 'admin' | 'member'>

type Got = { status: number; headers: IncomingHttpHeaders; data: object | '' }

/** Remix itself answers this, which only requests the index of a layout. */
const BY_REMIX = '&index'
const UNEQUAL = ['content-length', 'transfer-encoding', 'content-type', 'keep-alive']
const marks = ({ status, headers, data }: Got) => ({
  status,
  // The clock moves between the two.
  data: data && { ...data, now: undefined },
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !UNEQUAL.includes(name))),
})

const grid = '/roster?days=31&_data=routes%2Froster'
const month = '/events/calendar?month=2027-06&_data=routes%2Fevents.calendar._index'

test.for([
  ['the roster grid', grid, ({ admin }: On) => admin, 200],
  ['the calendar', month, ({ member }: On) => member, 200],
  ['a day', '/events/calendar/2027-06-01?_data=routes%2Fevents.calendar.%24date', ({ member }: On) => member, 200],
  ['a list', '/roles?_data=routes%2Froles.(%24pk)', ({ admin }: On) => admin, 200],
  ['a screen of admins, for a member', grid, ({ member }: On) => member, 403],
  ['nobody', month, () => undefined, 204],
  [
    'a day that does not exist',
    '/events/calendar/2027-02-31?_data=routes%2Fevents.calendar.%24date',
    ({ member }: On) => member,
    404,
  ],
  ['a record that does not exist', '/roles/999999?_data=routes%2Froles.(%24pk)', ({ admin }: On) => admin, 404],
  ['another route’s data', '/roles?_data=routes%2Froster', ({ admin }: On) => admin, 403],
  ['an unknown route', '/roles?_data=routes%2Fnothing', ({ admin }: On) => admin, 403],
] as const)('the data of %s matches Remix’s answer', async ([_name, path, cookie, status], { ask, admin, member }) => {
  const [direct, remix] = [
    await ask(path, cookie({ admin, member })),
    await ask(path + BY_REMIX, cookie({ admin, member })),
  ]
  expect(direct.status).toBe(status)
  expect(marks(direct)).toEqual(marks(remix))
})

test('the data of a screen is sent in one piece; a visitor’s request leads to hello and back', async ({
  ask,
  admin,
}) => {
  const found = await ask(grid, admin)
  expect(found.headers).toMatchObject({ 'content-length': expect.any(String), 'x-remix-response': 'yes' })
  expect((await ask(grid + BY_REMIX, admin)).headers['content-length']).toBeUndefined()
  expect((await ask(month)).headers['x-remix-redirect']).toBe('/hello?next=%2Fevents%2Fcalendar%3Fmonth%3D2027-06')
})
