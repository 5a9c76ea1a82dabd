import { expect } from 'vitest'
import type { Actor } from '#server/engine/access/actor.ts'
import { credentialsOfRoles, type Role } from '#tests/support/api.ts'
import { worldTest as base } from '#tests/support/fixture.ts'
import { byRouteName } from '#tests/support/route-files.ts'
import { adminActor, memberActor } from '#tests/support/world.ts'

type Loader = (args: unknown) => Promise<unknown>
type Screen = { loader?: Loader; action?: Loader }
type Ids = Record<'event' | 'series' | 'shift' | 'request' | 'eventtype', number>

const files = byRouteName(
  import.meta.glob<Screen>([
    '../../app/**/routes/{events,series,shifts,todo,roster,timesheets,unavailability}*.{ts,tsx}',
  ]),
)

const test = base
  .extend('startsAt', { scope: 'file' }, () => new Date('2027-06-01T12:00:00Z'))
  .extend('scene', { scope: 'file' }, async ({ world, api }) => {
    const site = await world.makeSite()
    const roles = await credentialsOfRoles(world, api, site)
    const asker = await world.makePerson(site)
    const member = memberActor(asker)
    const admin = adminActor(await world.makePerson(site, { role: 'admin' }))
    const make = async (table: string, row: object) => (await world.insert(site, table, { ...row })).id
    const times = { start: '2027-07-10T08:00Z', end: '2027-07-10T16:00Z' }
    const series = await make('series', { name: 'League' })
    const event = await make('events', { name: 'Race', series, ...times })
    const ids = {
      event,
      series,
      shift: await make('shifts', { event, ...times, draft: '2027-01-01T00:00Z' }),
      request: await make('requests', { event, person: asker.id }),
      eventtype: await make('eventtypes', { name: 'Regatta' }),
    }
    return { site, roles, member, admin, ids }
  })
  .extend('site', { scope: 'file' }, ({ scene }) => scene.site)
  .extend('roles', { scope: 'file' }, ({ scene }) => scene.roles)
  .extend('member', { scope: 'file' }, ({ scene }) => scene.member)
  .extend('admin', { scope: 'file' }, ({ scene }) => scene.admin)
  .extend('ids', { scope: 'file' }, ({ scene }) => scene.ids)
  .extend('everything', { scope: 'file' }, ({ world, site }) => async () => {
    const { rows: tables } = await world.superuser.query(
      "select tablename from pg_tables where schemaname = 'core' and tablename not in ('sites', 'sessions', 'audit') order by 1",
    )
    const prints: unknown[] = []
    for (const { tablename } of tables) {
      const { rows } = await world.superuser.query(
        `select count(*)::int as n, md5(string_agg(t::text, '|' order by t.id)) as rows from core."${tablename}" t where site_id = $1`,
        [site.id],
      )
      prints.push([tablename, rows[0]])
    }
    return prints
  })
  .extend(
    'open',
    { scope: 'file' },
    ({ site, ids, api }) =>
      async ([route, of, method]: (typeof SCREENS)[number], actor: Actor): Promise<number | 'absent'> => {
        const call = (await files[route]?.())?.[method === 'GET' ? 'loader' : 'action']
        if (!call) return 'absent'
        const origin = `http://${site.slug}.localhost`
        const request = new Request(`${origin}/${route.replaceAll('.', '/')}`, {
          method,
          headers: { origin },
          ...(method === 'POST' && { body: new URLSearchParams({ name: 'Mine now', event: String(ids.event) }) }),
        })
        const params = { pk: of ? String(ids[of]) : undefined }
        const context = { app: api.context, site, actor, nonce: '', requestId: 'test' }
        try {
          const got = await call({ request, params, context })
          return got instanceof Response ? got.status : 200
        } catch (thrown) {
          if (thrown instanceof Response) return thrown.status
          throw thrown
        }
      },
  )
  .extend(
    'calls',
    { scope: 'file' },
    ({ ids }) =>
      ({ event, shift, request }: Ids): [method: string, path: string, body?: unknown][] => [
        ['GET', `/events/${event}/places?onto=${event}`],
        ['GET', `/events/${event}/suggestions`],
        ['POST', `/events/${event}/preview`, { changes: [] }],
        ['POST', `/events/${event}/repeat`, { rule: { every: 'week', times: 2 } }],
        ['PUT', `/events/${event}/roster`, { publish: true, event: null, added: [], changed: [], removed: [] }],
        ['PUT', `/events/${event}/publish`, {}],
        ['GET', '/events/templates'],
        ['POST', '/events/templates', { name: 'Mine', event }],
        ['POST', '/events', { name: 'Mine', start: '2027-07-10T08:00Z', end: '2027-07-10T16:00Z' }],
        ['PUT', '/events', { id: event, name: 'Mine' }],
        ['POST', '/events/bulk', { filter: {}, changes: { name: 'Mine' } }],
        ['GET', '/events/export.csv'],
        ['POST', '/series', { name: 'Mine' }],
        ['PUT', '/series', { id: ids.series, name: 'Mine' }],
        ['POST', '/shifts', { event }],
        ['PUT', '/shifts', { id: shift, notes: 'Mine' }],
        ['PUT', '/records/staged', { removed: [] }],
        ['PUT', '/shifts/staged', { changes: [{ id: shift, was: { notes: '' }, fields: { notes: 'Mine' } }] }],
        ['GET', '/events/export.csv'],
        ['PUT', `/shifts/${shift}/person`, { person: 1 }],
        ['PUT', `/shifts/${shift}/publish`, {}],
        ['PUT', `/shifts/${shift}/unpublish`, {}],
        ['PUT', '/roster/people', { steps: [{ shift, person: null, was: null }] }],
        ['POST', '/roster/people', { steps: [{ shift, person: null, was: null }] }],
        ['PUT', '/roster/publish', { events: [event] }],
        ['POST', '/roster/publish', { events: [event] }],
        ['PUT', '/roster/publish/undo', { shifts: [shift], at: null }],
        ['PUT', `/requests/${request}/assign`, { shift }],
        ['PUT', `/requests/${request}/decline`, { reason: 'No' }],
        ['PUT', `/requests/${request}/reopen`, {}],
        ['PUT', `/requests/${request}/undo`, { shift, published: false }],
        ['POST', `/requests/${request}/preview`, { do: 'decline' }],
        ['GET', '/imports'],
        ['DELETE', `/shifts/${shift}`],
        ['DELETE', `/events/${event}`],
        ['DELETE', `/series/${ids.series}`],
      ],
  )

const SCREENS: [route: string, of: keyof Ids | null, method: 'GET' | 'POST'][] = [
  ['events.add', null, 'GET'],
  ['events.add', null, 'POST'],
  ['events.list._index', null, 'GET'],
  ['events.types.($pk)', 'eventtype', 'GET'],
  ['events.$pk._editor', 'event', 'GET'],
  ['events.$pk.shifts.list', 'event', 'GET'],
  ['events.$pk.shifts.unpublish', 'event', 'POST'],
  ['series.list.($pk)', 'series', 'GET'],
  ['series.events.$pk', 'series', 'GET'],
  ['shifts', null, 'GET'],
  ['timesheets', null, 'GET'],
  ['timesheets_.day', null, 'GET'],
  ['timesheets_.people', null, 'GET'],
  ['timesheets_.records', null, 'GET'],
  ['todo', null, 'GET'],
  ['roster', null, 'GET'],
  ['unavailability._index', null, 'GET'],
]

test('a member gets a 403 from every screen and form for admins, and changes nothing', async ({
  everything,
  open,
  member,
  admin,
}) => {
  const before = await everything()
  const answers = []
  for (const one of SCREENS) answers.push([...one.slice(0, 3), await open(one, member)])
  expect(answers).toEqual(SCREENS.map((one) => [...one, 403]))
  expect(await everything()).toEqual(before)
  // An admin reaches the same addresses, so the refusals above are about the caller.
  for (const one of SCREENS.filter(([, , method]) => method === 'GET'))
    expect([one, await open(one, admin)]).toEqual([one, 200])
})

test('a member gets a 403 from every call for admins, and changes nothing', async ({
  calls,
  ids,
  api,
  site,
  roles,
  everything,
}) => {
  const table = calls(ids)
  const ask = async (role: Role, [method, path, body]: (typeof table)[number]) =>
    (await api.call(site, { method, path, headers: roles[role], ...(body !== undefined && { body }) })).status
  const before = await everything()
  const answers = []
  for (const one of table) answers.push([one[0], one[1], await ask('member', one)])
  expect(answers).toEqual(table.map(([method, path]) => [method, path, 403]))
  expect(await everything()).toEqual(before)
  for (const one of table) expect([401, 403, 404, 405], `${one[0]} ${one[1]}`).not.toContain(await ask('admin', one))
})
