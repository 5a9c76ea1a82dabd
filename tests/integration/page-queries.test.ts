import type { LoaderFunctionArgs } from '@remix-run/node'
import type { KyselyPlugin } from 'kysely'
import { expect } from 'vitest'
import type { WebContext } from '#app/web/context.ts'
import type { Actor } from '#server/engine/access/actor.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { test as base } from '#tests/support/fixture.ts'
import { byRouteName } from '#tests/support/route-files.ts'
import { ASKED_AGAIN, adminActor, memberActor } from '#tests/support/world.ts'

const modules = byRouteName(import.meta.glob<{ loader: PageLoader }>('../../app/**/routes/*.tsx'))
const FEW = 10
const MANY = process.env.PROOF ? 200 : 50
const CROWD = process.env.PROOF ? 20_000 : 2_500

type Ids = { event: number; series: number; day: string; month: string }
/** `turns` is the maximum; two where it is not given. */
type Page = {
  file: string
  path: (ids: Ids) => string
  params?: (ids: Ids) => Record<string, string>
  turns?: number
}

const EVENT = ({ event }: Ids) => ({ pk: String(event) })

const PAGES: Record<string, Page> = {
  dashboard: { file: 'dashboard', path: () => '/dashboard' },
  'open shifts': { file: 'shifts_.open', path: () => '/shifts/open' },
  'calendar month': { file: 'events.calendar._index', path: ({ month }) => `/events/calendar?month=${month}` },
  'calendar day': {
    file: 'events.calendar.$date',
    path: ({ day }) => `/events/calendar/${day}`,
    params: ({ day }) => ({ date: day }),
  },
  'event page': { file: 'events.$pk._index', path: ({ event }) => `/events/${event}`, params: EVENT, turns: 3 },
  'shift editor': { file: 'events.$pk._editor', path: ({ event }) => `/events/${event}/shifts`, params: EVENT },
  'shift list': { file: 'events.$pk.shifts.list', path: ({ event }) => `/events/${event}/shifts/list`, params: EVENT },
  'series page': {
    file: 'series.$pk._index',
    path: ({ series }) => `/series/${series}`,
    params: ({ series }) => ({ pk: String(series) }),
  },
  'roster grid': { file: 'roster', path: () => '/roster?days=31' },
  'cover board': { file: 'cover._index', path: () => '/cover', turns: 3 },
  'to do': { file: 'todo', path: () => '/todo?kind=request', turns: 5 },
  'people list': { file: 'people.list', path: () => '/people/list?limit=-1' },
  'events list': { file: 'events.list._index', path: () => '/events/list?limit=-1' },
  'shifts by event': { file: 'shifts_.by-event', path: () => '/shifts/by-event' },
  'shifts as a list': {
    file: 'shifts',
    path: () => '/shifts?limit=-1',
  },
  'a setup list': { file: 'assignments.($pk)', path: () => '/assignments?limit=-1' },
  unavailability: { file: 'unavailability._index', path: () => '/unavailability' },
}

const sites = new Map<number, { site: Site; actor: Actor; ids: Ids }>()

const test = base
  .extend('grown', { scope: 'file' }, ({ world }) => async (n: number) => {
    const site = await world.makeSite({ timezone: 'Europe/London', sms_enabled: true, feature_timesheets: true })
    const me = await world.makePerson(site, { role: 'admin' })
    const fill = (text: string) => world.superuser.query(text, [site.id, n])
    await fill(`insert into core.people (site_id, name, email, role, is_active)
    select $1, 'Person ' || i, 'many' || i || '@example.org', case when i % 5 = 0 then 'new' else 'user' end, i % 5 <> 0 from generate_series(1, $2::int) i`)
    for (const table of ['roles', 'assignments', 'locations', 'eventtypes'])
      await fill(
        `insert into core.${table} (site_id, name) select $1, '${table} ' || i from generate_series(1, $2::int) i`,
      )
    await fill(
      `insert into core.news (site_id, title, content, posted) select $1, 'News ' || i, 'Text', now() - interval '1 hour' from generate_series(1, $2::int) i`,
    )
    const { id: series } = await world.insert(site, 'series', { name: 'League' })
    const day = new Date(world.clock.now().getTime() + 3 * 86_400_000).toISOString().slice(0, 10)
    const nth = (table: string) =>
      `(select id from core.${table} x where x.site_id = $1 order by id limit 1 offset (i - 1) % (select count(*) from core.${table} x where x.site_id = $1))`
    await world.superuser.query(
      `insert into core.events (site_id, name, series, eventtype, location, start, "end")
     select $1, 'Event ' || i, $3, ${nth('eventtypes')}, ${nth('locations')}, $4::timestamptz + interval '9 hours', $4::timestamptz + interval '13 hours'
     from generate_series(1, $2::int) i`,
      [site.id, n, series, day],
    )
    const { rows } = await world.superuser.query<{ id: number }>(
      'select min(id)::int as id from core.events where site_id = $1',
      [site.id],
    )
    const event = rows[0]!.id
    const shift = (of: string, person: string, draft: string) => `
    insert into core.shifts (site_id, event, person, role, assignment, location, start, "end", draft)
    select $1, ${of}, ${person}, ${nth('roles')}, ${nth('assignments')}, ${nth('locations')}, $3::timestamptz + interval '9 hours', $3::timestamptz + interval '13 hours', ${draft}
    from generate_series(1, $2::int) i`
    const values = [site.id, n, day]
    await world.superuser.query(shift(String(event), nth('people'), 'now()'), values)
    await world.superuser.query(shift(nth('events'), String(me.id), 'now()'), values)
    await fill(`${ASKED_AGAIN} site_id = $1 and $2 > 0`)
    await world.superuser.query(shift(nth('events'), 'null', 'null'), values)
    await world.superuser.query(
      `insert into core.requests (site_id, event, person, comments) select $1, ${nth('events')}, ${nth('people')}, 'Please'
     from generate_series(1, $2::int) i on conflict do nothing`,
      [site.id, n],
    )
    await world.superuser.query(
      `insert into core.covers (site_id, shift, person, state, seed, started_at)
     select $1, id, person, 'paused', 1, now() from core.shifts where site_id = $1 and person = $2 and draft is not null`,
      [site.id, me.id],
    )
    const month = day.slice(0, 7)
    return { site, actor: adminActor(me), ids: { event, series: Number(series), day, month } }
  })
  .extend('scene', { scope: 'file', auto: true }, async ({ grown }) => {
    for (const rows of [FEW, MANY]) sites.set(rows, await grown(rows))
    return {}
  })
  .extend('open', { scope: 'file' }, ({ api }) => async (page: Page, rows: number): Promise<PageRun> => {
    const { site, actor, ids } = sites.get(rows)!
    const { loader } = await modules[page.file]!()
    return runPage(api.context, { site, actor, loader, path: page.path(ids), params: page.params?.(ids) ?? {} })
  })

test.for(Object.entries(PAGES))(
  '%s sends as many queries for many rows as for few, in few turns',
  async ([name, page], { open }) => {
    const few = await open(page, FEW)
    const many = await open(page, MANY)
    process.stdout.write(
      `${name}: ${few.queries} queries in ${few.turns} turns at ${FEW} rows, ${many.queries} in ${many.turns} at ${MANY}\n`,
    )
    expect(few.queries).toBeGreaterThan(0)
    expect(many.bytes, 'the page shows what there is more of').toBeGreaterThan(few.bytes * 1.2)
    expect(many.queries).toBe(few.queries)
    expect(many.turns).toBeLessThanOrEqual(page.turns ?? 2)
  },
)

test(`a list of ${CROWD} people on one page opens with its first thousand and is read in parts to its end`, async ({
  grown,
  world,
  api,
}) => {
  const { site, actor } = await grown(FEW)
  await world.superuser.query(
    `insert into core.people (site_id, name, email) select $1, 'Many ' || i, 'crowd' || i || '@example.org' from generate_series(1, $2::int) i`,
    [site.id, CROWD],
  )
  const { loader } = await modules['people.list']!()
  const part = async (from: string) => {
    const { bytes, data } = await runPage(api.context, { site, actor, loader, path: `/people/list?limit=-1${from}` })
    return { bytes, ...(data as { count: number; from: number; rows: { id: number; name: string }[] }) }
  }
  const first = await part('')
  expect(first.rows).toHaveLength(1000)
  expect(first.count).toBeGreaterThan(CROWD)
  expect(first.bytes, 'eight megabytes at once are not').toBeLessThan(1_200_000)
  const ids = new Set<number>()
  for (let from = 0; from < first.count; from += 1000) {
    const { rows, from: at } = await part(`&from=${from}`)
    expect(at).toBe(from)
    for (const { id } of rows) ids.add(id)
  }
  expect(ids.size).toBe(first.count)
  expect((await part('&from=x')).from).toBe(0)
  expect((await part(`&from=${first.count}`)).rows).toEqual([])
}, 120_000)

test('lists of the same records keep their saved views apart, however many there are', async ({ world, api }) => {
  const { site, actor, ids } = sites.get(FEW)!
  const views = [...Array.from({ length: 101 }, (_, n) => ['shifts', `View ${n}`]), ['timesheets', 'June']]
  views.push(['events', 'Ours'], ['series/events', 'Heats'])
  for (const [collection, name] of views)
    await world.insert(site, 'savedviews', { collection, name, query: 'search=a', shared: true })
  const saved = async (file: string, params: Record<string, string> = {}) => {
    const { loader } = await modules[file]!()
    const { data } = await runPage(api.context, { site, actor, loader, path: '/here', params })
    return (data as { saved: { name: string }[] }).saved.map(({ name }) => name)
  }
  expect(await saved('shifts')).toHaveLength(101)
  expect(await saved('timesheets_.records')).toEqual(['June'])
  expect(await saved('events.list._index')).toEqual(['Ours'])
  expect(await saved('series.events.$pk', { pk: String(ids.series) })).toEqual(['Heats'])
})

test('a person’s page shows a hundred coming shifts, and all of them on request', async ({ grown, world, api }) => {
  const { site, actor, ids } = await grown(FEW)
  const someone = await world.makePerson(site)
  await world.superuser.query(
    `insert into core.shifts (site_id, event, person, start, "end", draft)
     select $1, $2, $3, $4::timestamptz + interval '9 hours', $4::timestamptz + interval '13 hours', now() from generate_series(1, 130)`,
    [site.id, ids.event, someone.id, ids.day],
  )
  const { loader } = await modules['people.$pk.shifts']!()
  const ahead = async (query: string) => {
    const path = `/people/${someone.id}/shifts${query}`
    const { data } = await runPage(api.context, { site, actor, loader, path, params: { pk: String(someone.id) } })
    const { upcoming } = data as { upcoming: { count: number; rows: unknown[] } }
    return [upcoming.rows.length, upcoming.count]
  }
  expect(await ahead('')).toEqual([100, 130])
  expect(await ahead('?ahead=all')).toEqual([130, 130])
})

test('the dashboard sends ten statements for a member and fourteen for an admin, in two turns', async ({
  grown,
  world,
  api,
}) => {
  const { site, actor, ids } = await grown(FEW)
  const { person } = actor as Extract<Actor, { kind: 'person' }>
  await world.superuser.query(
    `insert into core.shifts (site_id, event, start, "end", draft)
     select site_id, event, start + interval '2 days', "end" + interval '2 days', draft from core.shifts where site_id = $1 and draft is not null`,
    [site.id],
  )
  const now = world.clock.now()
  const running = { event: ids.event, person: person.id, start: now, end: new Date(now.getTime() + 3_600_000) }
  const { id: shift } = await world.insert(site, 'shifts', { ...running, actual_start: now, draft: now })
  await world.insert(site, 'audit', { actor: '', action: 'shift.start', subject: 'shifts', subject_id: shift, at: now })
  await world.insert(site, 'swaps', { person: person.id, kind: 'offer', shift, state: 'offered', created_at: now })
  const { loader } = await modules.dashboard!()
  const dashboard = async (of: Actor) => {
    const { queries, turns, data } = await runPage(api.context, { site, actor: of, loader, path: '/dashboard' })
    const { hours, needed, questions } = data as Record<string, object>
    expect([hours, needed, questions]).toMatchObject([
      expect.arrayContaining([expect.objectContaining({ id: shift, take_back_until: expect.any(String) })]),
      [{}, {}, {}],
      expect.arrayContaining([expect.objectContaining({ kind: 'shift' })]),
    ])
    return [queries, turns]
  }
  expect(await dashboard(memberActor(person))).toEqual([10, 2])
  expect(await dashboard(actor)).toEqual([14, 2])
})

type PageLoader = (args: LoaderFunctionArgs) => Promise<unknown>

/** Calls `count` when a statement is sent: one that is compiled already does not pass the plugin's step. */
function counted(db: SiteDb, count: () => void): SiteDb {
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => {
      count()
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const handle = db.withPlugin(counter)
  const send = handle.executeQuery.bind(handle)
  handle.executeQuery = (query) => {
    if (!('toOperationNode' in query)) count()
    return send(query)
  }
  return handle as unknown as SiteDb
}

type PageRun = { queries: number; turns: number; bytes: number; data: unknown }

/**
 * Calls a page's loader as the server does for a known actor.
 * @returns the number of its statements and of its turns (statements sent together), and the size of its data.
 */
async function runPage(
  context: WebContext,
  { site, actor, loader, path, params = {} }: Call & { loader: PageLoader },
): Promise<PageRun> {
  let [queries, turns] = [0, 0]
  let isNewTurn = true
  const count = () => {
    queries++
    if (isNewTurn) {
      turns++
      process.nextTick(() => {
        isNewTurn = true
      })
    }
    isNewTurn = false
  }
  const app: WebContext = {
    ...context,
    withSite: (of, work, options) => context.withSite(of, (db: SiteDb) => work(counted(db, count)), options),
  }
  const request = new Request(`http://${site.slug}.localhost${path}`)
  const args = { request, params, context: { app, site, actor, nonce: '', requestId: 'test' } }
  const data = await loader(args as unknown as LoaderFunctionArgs)
  return { queries, turns, bytes: JSON.stringify(data).length, data }
}

type Call = { site: Site; actor: Actor; path: string; params?: Record<string, string> }
