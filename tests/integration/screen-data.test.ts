import { createServer, get, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ServerBuild } from '@remix-run/node'
import express from 'express'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPages } from '#app/http/pages.ts'
import { openSession } from '#server/accounts/sessions.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import { type Api, createApi } from '#tests/support/api.ts'
import { createWorld, type World } from '#tests/support/world.ts'

let world: World
let api: Api
let site: Site
let server: Server
let member: string
let admin: string

const ROUTES = {
  'routes/roster': { path: 'roster', module: await import('#app/routes/roster.tsx') },
  'routes/events.calendar._index': {
    path: 'events/calendar',
    module: await import('#app/routes/events.calendar._index.tsx'),
  },
  'routes/events.calendar.$date': {
    path: 'events/calendar/:date',
    module: await import('#app/routes/events.calendar.$date.tsx'),
  },
  'routes/roles.($pk)': { path: 'roles/:pk?', module: await import('#app/routes/roles.($pk).tsx') },
}

beforeAll(async () => {
  world = await createWorld()
  api = await createApi(world)
  site = await world.makeSite()
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
  member = await signedIn('user')
  admin = await signedIn('admin')
  const routes = Object.fromEntries(
    Object.entries(ROUTES).map(([id, route]) => [id, { id, parentId: 'root', ...route }]),
  )
  const build = {
    routes: { root: { id: 'root', path: '', module: {} }, ...routes },
    // Remix tells the console of routes that do not match otherwise.
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
  server = createServer(app).listen(0)
})
afterAll(async () => {
  server.close()
  await api.close()
  await world.close()
})

type Got = { status: number; headers: IncomingHttpHeaders; data: object | '' }

const ask = (path: string, cookie?: string) =>
  new Promise<Got>((resolve, reject) => {
    const { port } = server.address() as AddressInfo
    get({ port, path, headers: cookie ? { cookie } : {} }, async (res) => {
      let text = ''
      for await (const chunk of res) text += chunk
      const { date: _date, connection: _connection, ...headers } = res.headers
      resolve({ status: res.statusCode!, headers, data: text && JSON.parse(text) })
    }).on('error', reject)
  })

/** Only the index of a layout is asked for with this; Remix answers it. */
const BY_REMIX = '&index'
const UNEQUAL = ['content-length', 'transfer-encoding', 'content-type', 'keep-alive']
const marks = ({ status, headers, data }: Got) => ({
  status,
  // The clock goes on between the two.
  data: data && { ...data, now: undefined },
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !UNEQUAL.includes(name))),
})

const grid = '/roster?days=31&_data=routes%2Froster'
const month = '/events/calendar?month=2027-06&_data=routes%2Fevents.calendar._index'

test.each([
  ['the roster grid', grid, () => admin, 200],
  ['the calendar', month, () => member, 200],
  ['a day', '/events/calendar/2027-06-01?_data=routes%2Fevents.calendar.%24date', () => member, 200],
  ['a list', '/roles?_data=routes%2Froles.(%24pk)', () => admin, 200],
  ['a screen of admins, for a member', grid, () => member, 403],
  ['nobody', month, () => undefined, 204],
  [
    'a day that does not exist',
    '/events/calendar/2027-02-31?_data=routes%2Fevents.calendar.%24date',
    () => member,
    404,
  ],
  ['a record that does not exist', '/roles/999999?_data=routes%2Froles.(%24pk)', () => admin, 404],
  ['another route’s data', '/roles?_data=routes%2Froster', () => admin, 403],
  ['an unknown route', '/roles?_data=routes%2Fnothing', () => admin, 403],
])('the data of %s is what Remix answers', async (_name, path, cookie, status) => {
  const [direct, remix] = [await ask(path, cookie()), await ask(path + BY_REMIX, cookie())]
  expect(direct.status).toBe(status)
  expect(marks(direct)).toEqual(marks(remix))
})

test('the data of a screen goes out in one piece, that of nobody leads to hello and back', async () => {
  const found = await ask(grid, admin)
  expect(found.headers).toMatchObject({ 'content-length': expect.any(String), 'x-remix-response': 'yes' })
  expect((await ask(grid + BY_REMIX, admin)).headers['content-length']).toBeUndefined()
  expect((await ask(month)).headers['x-remix-redirect']).toBe('/hello?next=%2Fevents%2Fcalendar%3Fmonth%3D2027-06')
})
