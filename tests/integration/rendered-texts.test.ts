import { describe, expect } from 'vitest'
import { createWithSite } from '#server/engine/tenancy/with-site.ts'
import { MIN_VALID_RENDERER, RENDERER_VERSION } from '#server/markdown/contract.ts'
import { MARKDOWN_JOB } from '#server/markdown/jobs.ts'
import { plainHtml } from '#server/markdown/plain.ts'
import { renderPendingTexts } from '#server/markdown/render-pending-texts.ts'
import { createRenderings } from '#server/markdown/renderings.ts'
import { listCurrentNews } from '#server/news/current/queries.ts'
import { createProductCollections } from '#server/registry.ts'
import { getSeriesPage } from '#server/requests/sign-up/queries.ts'
import { getEventPage } from '#server/shifts/roster.ts'
import { addEvent, saveRoster } from '#server/shifts/roster-editor/commands.ts'
import { getRosterEditor } from '#server/shifts/roster-editor/queries.ts'
import { test as base } from '#tests/support/fixture.ts'
import { adminActor, log, makeParsers } from '#tests/support/world.ts'

const TEXT = '**bold**'
const HTML = '<p><strong>bold</strong></p>'
/** One that never ends, one that nests too deep, one whose references expand to megabytes. */
const HOSTILE = [`${'- '.repeat(9_500)}a`, '>'.repeat(19_000), `[a]: ${'x'.repeat(10_000)}\n\n${'[a]'.repeat(3_000)}`]

const parsers = makeParsers()
/** For hostile texts, which always reach the time limit. */
const impatient = makeParsers({ timeLimits: { markdown: 1_000 } })
const test = base
  .extend('site', ({ world }) => world.makeSite({ timezone: 'Europe/London' }))
  .extend('headers', ({ api, site, admin }) => api.signIn(site, admin))
  .extend(
    'rowOf',
    { scope: 'file' },
    ({ world }) =>
      async (table: string, id: number) =>
        (await world.superuser.query(`select rendered_html, renderer from core.${table} where id = $1`, [id])).rows[0],
  )
  .extend('call', ({ api, site, headers }) => async (method: string, path: string, body: unknown) => {
    const answer = await api.call(site, { method, path, body, headers })
    expect(answer.status, answer.text).toBeLessThan(300)
    return answer.text ? JSON.parse(answer.text) : null
  })
  .extend(
    'renderings',
    { scope: 'file' },
    ({ world }) =>
      (over = parsers) =>
        createRenderings({ withSite: world.withSite, parsers: over, log }),
  )
  .extend(
    'act',
    ({ world, site, admin }) =>
      <T>(work: Parameters<typeof world.act<T>>[2]) =>
        world.act(site, adminActor(admin), work),
  )

test.beforeAll(async ({ api }) => {
  // On a slow machine, starting a thread may take longer than an answer waits.
  await api.context.parsers.parse(0, MARKDOWN_JOB, TEXT)
})
test.afterAll(async () => {
  await Promise.all([parsers.stop(), impatient.stop()])
})

const idOf = (answer: { order: number[] }) => answer.order[0]!
const span = { start: '2027-07-10T08:00:00Z', end: '2027-07-10T16:00:00Z' }

const engine = createProductCollections()

describe('a text is rendered before its write is answered', () => {
  const collections: [name: string, field: string, more: object][] = [
    ['news', 'content', { title: 'News' }],
    ['series', 'details', { name: 'Series' }],
    ['events', 'details', { name: 'Event', ...span }],
  ]

  test.for(collections)(
    '%s: created, changed, changed by many and undone',
    async ([name, field, more], { rowOf, call, act }) => {
      const shown = async (id: number) => (await rowOf(name, id)).rendered_html
      const id = idOf(await call('POST', `/${name}/`, [{ ...more, [field]: TEXT }]))
      expect(await rowOf(name, id)).toEqual({ rendered_html: HTML, renderer: RENDERER_VERSION })
      await call('PUT', `/${name}/`, [{ id, [field]: '*other*' }])
      expect(await shown(id)).toBe('<p><em>other</em></p>')
      const { undo } = await call('POST', `/${name}/bulk`, { ids: [id], changes: { [field]: TEXT } })
      expect(await shown(id)).toBe(HTML)
      await call('POST', `/${name}/undo`, { token: undo.token })
      expect(await shown(id)).toBe('<p><em>other</em></p>')
      const { token } = await act((ctx) => engine.remove(ctx, name, id))
      await call('POST', `/${name}/undo`, { token })
      expect(await shown(id)).toBe('<p><em>other</em></p>')
    },
  )

  test('the API answers the Markdown, and nothing of its rendering', async ({ call }) => {
    const id = idOf(await call('POST', '/news/', [{ title: 'A', content: TEXT }]))
    const record = (await call('GET', `/news/${id}/`, undefined)).results.news[id]
    expect(record.content).toBe(TEXT)
    expect(Object.keys(record)).not.toContain('rendered_html')
    expect(Object.keys(record)).not.toContain('renderer')
  })

  test('a file, and its undo', async ({ call, world, site }) => {
    const form = new FormData()
    form.set('file', new File([`title,content\nFrom a file,${TEXT}\n`], 'news.csv', { type: 'text/csv' }))
    const { undo } = await call('POST', '/news/', form)
    const { rows } = await world.superuser.query(
      'select rendered_html from core.news where site_id = $1 and title = $2',
      [site.id, 'From a file'],
    )
    expect(rows[0].rendered_html).toBe(HTML)
    expect(undo.token).toBeTruthy()
  })

  test('the copies of an event by a rule', async ({ call, world, site }) => {
    const event = idOf(await call('POST', '/events/', [{ name: 'Race', details: TEXT, ...span }]))
    const rule = { unit: 'week', every: 1, weekdays: [], monthly: 'day', until: '2027-07-31', count: null }
    await call('POST', `/events/${event}/repeat`, { rule, except: [], places: false })
    const { rows } = await world.superuser.query('select rendered_html from core.events where site_id = $1', [site.id])
    expect(rows.length).toBeGreaterThan(2)
    for (const { rendered_html } of rows) expect(rendered_html).toBe(HTML)
  })

  test('the roster editor renders too', async ({ world, act, site }) => {
    const asked: string[] = []
    const editing = <T>(work: Parameters<typeof world.act<T>>[2]) =>
      act<T>((ctx) => work({ ...ctx, wake: (job) => void asked.push(job) }))
    const times = { start: '2027-07-11T08:00', end: '2027-07-11T10:00' }
    const none = { eventtype: null, series: null, location: null, contact: '', color: null }
    const event = await editing((ctx) => addEvent(ctx, engine, { name: 'Added', details: TEXT, ...times, ...none }))
    expect(asked).toContain('texts.render')
    asked.length = 0
    const version = async () =>
      (await world.withSite(site.id, (db) => getRosterEditor(db, { event, zone: site.timezone }))).event.version
    const nothing = { publish: false, added: [], changed: [], removed: [] }
    const save = async (fields: { name?: string; details?: string }) => {
      const staged = { version: await version(), fields }
      return editing((ctx) => saveRoster(ctx, engine, event, { ...nothing, event: staged }))
    }
    expect(await save({ name: 'Renamed' })).toMatchObject({ saved: true })
    expect(asked).not.toContain('texts.render')
    expect(await save({ details: '*other*' })).toMatchObject({ saved: true })
    expect(asked).toContain('texts.render')
  })
})

test('every way of writing a text removes its previous rendering', async ({ world, site, rowOf, renderings }) => {
  const { id } = await world.insert(site, 'news', { content: TEXT, rendered_html: '<script>', renderer: 99 })
  expect(await rowOf('news', id)).toEqual({ rendered_html: null, renderer: 0 })
  await renderings().settle(site.id, 30_000)
  expect(await rowOf('news', id)).toEqual({ rendered_html: HTML, renderer: RENDERER_VERSION })
  await world.superuser.query('update core.news set title = $2 where id = $1', [id, 'Other'])
  expect((await rowOf('news', id)).rendered_html).toBe(HTML)
  await world.superuser.query('update core.news set content = $2 where id = $1', [id, 'new'])
  expect(await rowOf('news', id)).toEqual({ rendered_html: null, renderer: 0 })
})

test('rendering is no change: it affects no version, sequence or undo', async ({ world, site, renderings, rowOf }) => {
  const { id } = await world.insert(site, 'events', { name: 'A', details: TEXT, ...span })
  const look = async () =>
    (await world.superuser.query('select updated_at, sequence from core.events where id = $1', [id])).rows[0]
  const before = await look()
  await renderings().settle(site.id, 30_000)
  expect((await rowOf('events', id)).renderer).toBe(RENDERER_VERSION)
  expect(await look()).toEqual(before)
})

test('until a text is rendered readers see it as typed; no reader renders', async ({
  world,
  site,
  admin,
  renderings,
}) => {
  const text = '# Tide\n**now** <script>x</script>'
  await world.insert(site, 'news', { content: text, posted: world.clock.now() })
  const { id: series } = await world.insert(site, 'series', { name: 'S', details: text })
  const { id: event } = await world.insert(site, 'events', { name: 'E', details: text, ...span })
  const pages = () =>
    world.withSite(site.id, async (db) => [
      (await listCurrentNews(db, { now: world.clock.now() }))[0]?.html,
      (await getSeriesPage(db, { series, person: admin.id, admin: false, now: world.clock.now(), zone: 'UTC' }))
        ?.details_html,
      (await getEventPage(db, { event, reader: { person: admin.id } })).details_html,
    ])
  const plain = '<p># Tide<br>**now** &lt;script&gt;x&lt;/script&gt;</p>'
  expect(await pages()).toEqual([plain, plain, plain])
  await renderings().settle(site.id, 30_000)
  for (const html of await pages()) {
    expect(html).toContain('<h1>Tide</h1>')
    expect(html).toContain('<strong>now</strong>')
    expect(html).not.toContain('script')
  }
})

test('hostile texts stay as typed, after three attempts, and delay nothing else', async ({
  world,
  site,
  renderings,
  rowOf,
}) => {
  const made = []
  for (const content of HOSTILE) made.push((await world.insert(site, 'news', { content })).id)
  const { id: fine } = await world.insert(site, 'news', { content: TEXT })
  const strict = renderings(impatient)
  for (let pass = 0; pass < 3; pass++) await strict.settle(site.id, 60_000)
  expect((await rowOf('news', fine)).rendered_html).toBe(HTML)
  for (const [i, id] of made.entries())
    expect(await rowOf('news', id)).toEqual({ rendered_html: plainHtml(HOSTILE[i]!), renderer: RENDERER_VERSION })
  const before = await rowOf('news', made[0]!)
  await strict.settle(site.id, 60_000)
  expect(await rowOf('news', made[0]!)).toEqual(before)
})

test('a member sees the page with a hostile text on it, and its author is answered immediately', async ({
  renderings,
  world,
  site,
}) => {
  const slow = makeParsers({ timeLimits: { markdown: 3_000 } })
  const patient = renderings(slow)
  for (const content of HOSTILE) await world.insert(site, 'news', { content, posted: world.clock.now() })
  const begun = performance.now()
  await patient.settle(site.id, 300)
  expect(performance.now() - begun).toBeLessThan(2_500)
  const listed = await world.withSite(site.id, (db) => listCurrentNews(db, { now: world.clock.now() }))
  expect(listed.map(({ html }) => html).sort()).toEqual(HOSTILE.map(plainHtml).sort())
  await slow.stop()
  await patient.stop()
})

test('the worker renders missing texts: old ones, those of another renderer, of all sites', async ({
  world,
  site,
  rowOf,
}) => {
  const other = await world.makeSite()
  const { id: here } = await world.insert(site, 'series', { name: 'A', details: TEXT })
  const { id: there } = await world.insert(other, 'events', { name: 'B', details: TEXT, ...span })
  const { id: older } = await world.insert(other, 'news', { content: TEXT })
  await world.superuser.query(`update core.news set rendered_html = 'old', renderer = $2 where id = $1`, [
    older,
    RENDERER_VERSION - 1,
  ])
  const worker = createRenderings({ withSite: createWithSite(world.pool('worker')), parsers, log })
  await renderPendingTexts(world.pool('worker'), worker)
  for (const [table, id] of [
    ['series', here],
    ['events', there],
    ['news', older],
  ] as const)
    expect(await rowOf(table, id)).toEqual({ rendered_html: HTML, renderer: RENDERER_VERSION })
  const { rows } = await world.superuser.query('select core.sites_to_render($1::smallint, 50)::text[] as sites', [
    RENDERER_VERSION,
  ])
  for (const { id } of [site, other]) expect(rows[0].sites).not.toContain(String(id))
  expect(MIN_VALID_RENDERER).toBeLessThanOrEqual(RENDERER_VERSION)
})

test('two processes render the same texts in parallel, and a text that changes meanwhile gets its own', async ({
  world,
  site,
  rowOf,
  renderings,
}) => {
  const { id } = await world.insert(site, 'news', { content: 'first' })
  const slow = createRenderings({
    withSite: world.withSite,
    log,
    parsers: {
      parse: async (of, name, input) => {
        const made = await parsers.parse(of, name, input)
        await world.superuser.query('update core.news set content = $2 where id = $1 and content = $3', [
          id,
          TEXT,
          'first',
        ])
        return made
      },
    },
  })
  await slow.settle(site.id, 30_000)
  expect(await rowOf('news', id)).toEqual({ rendered_html: null, renderer: 0 })
  await Promise.all([renderings(), renderings(), renderings()].map((one) => one.settle(site.id, 30_000)))
  expect((await rowOf('news', id)).rendered_html).toBe(HTML)
})
