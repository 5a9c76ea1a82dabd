import { describe, expect } from 'vitest'
import { getOwnAnswers } from '#server/answers/own.ts'
import type { ShiftQuestion } from '#server/answers/unanswered.ts'
import { readDashboard } from '#server/dashboard/answer.ts'
import { readSetup } from '#server/dashboard/first-steps.ts'
import { listUpcomingEvents } from '#server/events/upcoming.ts'
import { createRenderings } from '#server/markdown/renderings.ts'
import { listCurrentNews, pageOfCurrentNews } from '#server/news/current/queries.ts'
import { readFaultyEvents } from '#server/publishing/faulty-events.ts'
import { createProductCollections } from '#server/registry.ts'
import { listOwnRequests } from '#server/requests/sign-up/own-requests.ts'
import { listUpcomingShifts } from '#server/shifts/upcoming.ts'
import { listRecordHours } from '#server/timesheets/record-hours.ts'
import type { Question } from '#server/todo/contract.ts'
import { listQuestions } from '#server/todo/queries.ts'
import { test as base } from '#tests/support/fixture.ts'
import { adminActor, log, makeParsers, memberActor } from '#tests/support/world.ts'

const NOW = new Date('2027-07-10T12:00:00Z')
const engine = createProductCollections()

const test = base
  .extend('startsAt', { scope: 'file' }, () => NOW)
  .extend('site', ({ world }) =>
    world.makeSite({ timezone: 'Europe/London', feature_timesheets: true, sms_enabled: true }),
  )
  .extend('me', { auto: true }, ({ world, site }) => world.makePerson(site))
  .extend(
    'event',
    ({ world, site }) =>
      async (start: string, over: Record<string, unknown> = {}) =>
        (
          await world.insert(site, 'events', {
            name: start,
            start,
            end: new Date(Date.parse(start) + 7_200_000).toISOString(),
            ...over,
          })
        ).id,
  )
  .extend(
    'shift',
    ({ world, site, event, me }) =>
      async (start: string, over: Record<string, unknown> = {}) =>
        (
          await world.insert(site, 'shifts', {
            event: await event(start),
            person: me.id,
            start,
            end: new Date(Date.parse(start) + 7_200_000).toISOString(),
            draft: '2027-01-01T00:00Z',
            ...over,
          })
        ).id,
  )
  .extend(
    'dashboard',
    ({ world, site, me }) =>
      (admin = false) =>
        world.act(site, (admin ? adminActor : memberActor)(me), (ctx) => readDashboard(ctx, engine)),
  )

test('a new club sees its first steps until it has published a shift, whatever other clubs have', async ({
  world,
  site,
  shift,
}) => {
  const steps = async (logo: string | null = null) =>
    (await world.withSite(site.id, (db) => readSetup(db, { site: { ...site, logo }, person: 0 }))).steps
  expect(await steps()).toEqual({ logo: false, assignments: false, people: false, events: false })
  await world.makePerson(site)
  await world.insert(site, 'assignments', { name: 'Helm' })
  await shift('2027-07-12T10:00Z', { draft: null })
  expect(await steps('logo.png')).toEqual({ logo: true, assignments: true, people: true, events: true })
  await shift('2027-07-13T10:00Z')
  expect(await steps()).toBeNull()
})

test('specification 2.5: news that are out and not past their last day, the newest first, also before pinned ones; only listed tags survive', async ({
  world,
  site,
}) => {
  const post = async (posted: string, over: Record<string, unknown> = {}) =>
    (await world.insert(site, 'news', { posted, content: posted, ...over })).id
  const old = await post('2027-07-01T00:00Z', { show_until: '2027-07-10T12:05Z' })
  await post('2027-07-02T00:00Z', { show_until: '2027-07-10T11:59Z' })
  await post('2027-07-10T13:00Z')
  const fresh = await post('2027-07-09T00:00Z', { content: '**Hi** <script>x</script><a href="javascript:x">y</a>' })
  const sameHour = await post('2027-06-27T00:00Z', { pinned: true })
  const sameHourPlain = await post('2027-06-27T00:00Z')
  const pinnedBefore = await post('2027-06-25T00:00Z', { pinned: true })
  const others = []
  for (let day = 1; day <= 20; day++) others.unshift(await post(`2027-05-${String(day).padStart(2, '0')}T00:00Z`))
  const parsers = makeParsers()
  await createRenderings({ withSite: world.withSite, parsers, log }).settle(site.id, 60_000)
  await parsers.stop()
  const listed = await world.withSite(site.id, (db) => listCurrentNews(db, { now: world.clock.now() }))
  expect(listed.map(({ id }) => id)).toEqual([fresh, old, sameHour, sameHourPlain, pinnedBefore, ...others])
  expect(listed[0]?.html).toContain('<strong>Hi</strong>')
  expect(listed[0]?.html).not.toMatch(/script/)
})

test('own waiting requests are not declined, without a shift and not over; both audiences have their own', async ({
  world,
  site,
  me,
  event,
  dashboard,
}) => {
  const other = await world.makePerson(site)
  const request = async (on: number, over: Record<string, unknown> = {}) =>
    (await world.insert(site, 'requests', { event: on, person: me.id, ...over })).id
  const waiting = await request(await event('2027-07-20T10:00Z'))
  await request(await event('2027-07-21T10:00Z'), { declined_at: NOW })
  await request(await event('2027-07-01T10:00Z'))
  const held = await event('2027-07-22T10:00Z')
  await request(held)
  await world.insert(site, 'shifts', {
    event: held,
    person: me.id,
    start: '2027-07-22T10:00Z',
    end: '2027-07-22T12:00Z',
    draft: NOW,
  })
  const theirs = await request(await event('2027-07-23T10:00Z'), { person: other.id })
  expect(
    (await world.withSite(site.id, (db) => listOwnRequests(db, { person: me.id, now: world.clock.now() }))).map(
      ({ id }) => id,
    ),
  ).toEqual([waiting])
  const { cards, results } = await dashboard(true)
  expect(cards).toMatchObject({
    own_requests: [waiting],
    pending_requests: [waiting, theirs],
    pending_requests_count: 2,
  })
  expect(Object.keys(results.requests ?? {}).map(Number)).toEqual([waiting, theirs])
  expect(results.people).toHaveProperty(String(other.id))
})

test('upcoming shifts are published, own and not over; hours to record are today’s and those without an end', async ({
  shift,
  dashboard,
}) => {
  const later = await shift('2027-07-12T10:00Z')
  const running = await shift('2027-07-10T11:30Z')
  const forgotten = await shift('2027-07-01T10:00Z')
  await shift('2027-07-02T10:00Z', { actual_start: '2027-07-02T10:00Z', actual_end: '2027-07-02T12:00Z' })
  await shift('2027-07-11T10:00Z', { draft: null })
  await shift('2027-07-11T15:00Z', { actual_start: '2027-07-10T09:00Z', actual_end: '2027-07-10T10:00Z' })
  const { cards, results } = await dashboard()
  expect(cards.upcoming_shifts).toEqual([running, later])
  expect(cards.record_hours).toEqual([running, forgotten])
  expect(results.shifts).toHaveProperty(String(forgotten))
  expect(Object.keys(results.events ?? {}).length).toBeGreaterThan(2)
})

test('five events and series in all, merged by start, without the events of a consecutive series', async ({
  world,
  site,
  event,
  dashboard,
}) => {
  const series = (await world.insert(site, 'series', { name: 'Camp', consecutive: true })).id
  for (const day of ['13', '14']) await event(`2027-07-${day}T10:00Z`, { series })
  const singles = []
  for (const day of ['11', '12', '15', '16', '17']) singles.push(await event(`2027-07-${day}T10:00Z`))
  const { cards } = await dashboard()
  expect(cards.upcoming_events).toEqual([
    { kind: 'event', id: singles[0] },
    { kind: 'event', id: singles[1] },
    { kind: 'series', id: series },
    { kind: 'event', id: singles[2] },
    { kind: 'event', id: singles[3] },
  ])
})

test('every series is listed once, a non-consecutive one at its next event, with its remaining events', async ({
  world,
  site,
  event,
  me,
}) => {
  const series = (await world.insert(site, 'series', { name: 'League' })).id
  const away = (await world.insert(site, 'series', { name: 'Old', archived: true })).id
  for (const day of ['03', '17', '24', '31']) await event(`2027-07-${day}T10:00Z`, { series })
  const single = await event('2027-07-20T10:00Z')
  const kept = await event('2027-07-21T10:00Z', { series: away })
  const entries = await world.withSite(site.id, (db) =>
    listUpcomingEvents(db, { person: me.id, now: NOW, admin: false }),
  )
  expect(entries).toMatchObject([
    { kind: 'series', id: series, detail: '3 events to come', consecutive: false },
    { kind: 'event', id: single, consecutive: false },
    { kind: 'event', id: kept },
  ])
  expect(entries[0]?.start.toISOString()).toBe('2027-07-17T10:00:00.000Z')
  expect(entries[0]?.end.toISOString()).toBe('2027-07-17T12:00:00.000Z')
})

test('current news come in pages, none twice and none left out, with their number', async ({ world, site }) => {
  for (let n = 10; n < 35; n++)
    await world.insert(site, 'news', { title: `Post ${n}`, posted: `2027-06-01T10:${n}:00Z`, pinned: n % 7 === 0 })
  await world.insert(site, 'news', { title: 'Over', posted: '2027-06-01T10:00Z', show_until: '2027-07-01T00:00Z' })
  await world.insert(site, 'news', { title: 'Not yet', posted: '2027-08-01T10:00Z' })
  const page = (offset: number) =>
    world.withSite(site.id, (db) => pageOfCurrentNews(db, { now: NOW, limit: 20, offset }))
  const [first, second, beyond] = [await page(0), await page(20), await page(40)]
  expect([first.count, first.posts.length, second.count, second.posts.length]).toEqual([25, 20, 25, 5])
  const titles = [...first.posts, ...second.posts].map(({ title }) => title)
  expect(titles).toEqual(Array.from({ length: 25 }, (_, n) => `Post ${34 - n}`))
  expect(beyond).toEqual({ count: 0, posts: [] })
})

test('only admins get the admins’ keys; a member’s answer has none of them', async ({
  world,
  site,
  event,
  dashboard,
}) => {
  const newcomer = await world.makePerson(site, { role: 'new' })
  const drafted = await event('2027-07-20T10:00Z')
  await world.insert(site, 'shifts', { event: drafted, start: '2027-07-20T10:00Z', end: '2027-07-20T12:00Z' })
  expect((await dashboard(true)).cards).toMatchObject({
    new_registrations: [newcomer.id],
    pending_requests: [],
    pending_requests_count: 0,
    unpublished_events: [drafted],
    verify_phone: true,
  })
  const member = await dashboard()
  expect(Object.keys(member.cards).sort()).toEqual(
    [
      'news',
      'own_requests',
      'needed_most',
      'record_hours',
      'upcoming_events',
      'upcoming_shifts',
      'verify_phone',
    ].sort(),
  )
  expect(JSON.stringify(member)).not.toContain(newcomer.name)
})

describe('a site without hours and texts', () => {
  test.override('site', ({ world }) => world.makeSite({ feature_timesheets: false, sms_enabled: false }))

  test('shows no hours to record and no phone card', async ({ shift, dashboard }) => {
    await shift('2027-07-01T10:00Z')
    expect((await dashboard()).cards).toMatchObject({ record_hours: [], verify_phone: false })
  })
})

test('hours to record follow one rule on the screen and over the API: a day lasts up to its midnight, none is left out (2.5-36 to 39)', async ({
  shift,
  dashboard,
  world,
  site,
  me,
}) => {
  const ended = { actual_start: '2027-07-09T18:00Z', actual_end: '2027-07-09T23:00Z' }
  // London is an hour ahead of UTC: the day of the tenth ends at 23:00Z.
  const long = await shift('2027-07-08T23:00Z', { end: '2027-07-10T23:00Z' })
  const evening = await shift('2027-07-10T20:00Z', { end: '2027-07-10T23:00Z' })
  await shift('2027-07-09T18:00Z', { end: '2027-07-09T23:00Z', ...ended })
  await shift('2027-07-10T23:00Z')
  await shift('2027-07-08T09:00Z', { end: '2027-07-12T09:00Z' })
  const forgotten: number[] = []
  for (let day = 1; day <= 12; day++) forgotten.unshift(await shift(`2027-06-${String(day).padStart(2, '0')}T10:00Z`))
  const due = [long, evening, ...forgotten]
  expect((await dashboard()).cards.record_hours).toEqual(due)
  const shown = await world.withSite(site.id, (db) =>
    listRecordHours(db, { person: me.id, now: world.clock.now(), zone: site.timezone }),
  )
  expect(shown.map(({ id }) => id)).toEqual(due)
})

test('archived events count nowhere: not in a series, its places and days, nor as unpublished or requested', async ({
  world,
  site,
  event,
  me,
  dashboard,
}) => {
  const series = (await world.insert(site, 'series', { name: 'Camp', consecutive: true })).id
  const place = { draft: NOW, person: null }
  const kept = await event('2027-07-13T10:00Z', { series })
  await world.insert(site, 'shifts', {
    ...place,
    event: kept,
    start: '2027-07-13T10:00Z',
    end: '2027-07-13T12:00Z',
  })
  for (const day of ['11', '15']) {
    const away = await event(`2027-07-${day}T10:00Z`, { series, archived: true })
    const times = { event: away, start: `2027-07-${day}T10:00Z`, end: `2027-07-${day}T12:00Z` }
    await world.insert(site, 'shifts', { ...place, ...times })
    await world.insert(site, 'shifts', { ...place, ...times, person: me.id })
    await world.insert(site, 'shifts', { ...times, draft: null })
    const other = await world.makePerson(site)
    await world.insert(site, 'requests', { event: away, person: other.id })
  }
  const listed = await world.withSite(site.id, (db) => listUpcomingEvents(db, { person: me.id, now: NOW, admin: true }))
  expect(listed).toMatchObject([{ kind: 'series', id: series, detail: '1 event', empty: 1, mine: false }])
  expect(listed.map(({ start, end }) => [start.toISOString(), end.toISOString()])).toEqual([
    ['2027-07-13T10:00:00.000Z', '2027-07-13T12:00:00.000Z'],
  ])
  const { cards, results } = await dashboard(true)
  expect(cards).toMatchObject({ unpublished_events: [], pending_requests: [], pending_requests_count: 0 })
  const camp = results.series?.[series]
  expect([camp?.start, camp?.end].map((at) => new Date(String(at)).toISOString())).toEqual([
    '2027-07-13T10:00:00.000Z',
    '2027-07-13T12:00:00.000Z',
  ])
})

test('a requested event is marked until its reader is on it or declined', async ({ world, site, event, me }) => {
  const upcoming = await event('2027-07-20T10:00Z')
  const read = () =>
    world.withSite(site.id, (db) => listUpcomingEvents(db, { person: me.id, now: NOW, admin: false })).then(([e]) => e)
  expect(await read()).toMatchObject({ id: upcoming, mine: false, requested: false })
  const { id } = await world.insert(site, 'requests', { event: upcoming, person: me.id })
  expect(await read()).toMatchObject({ requested: true })
  await world.superuser.query('update core.requests set declined_at = now() where id = $1', [id])
  expect(await read()).toMatchObject({ requested: false })
})

test('past events with unpublished shifts are counted apart from the coming ones', async ({ world, site, event }) => {
  const past = await event('2027-07-01T10:00Z', { end: '2027-07-01T12:00Z' })
  await world.insert(site, 'shifts', { event: past, start: '2027-07-01T10:00Z', end: '2027-07-01T12:00Z' })
  const read = async () =>
    (await world.withSite(site.id, (db) => readFaultyEvents(db, { now: NOW, limit: 20 }))).unpublished
  expect(await read()).toEqual({ count: 0, ids: [], past: 1, rows: [] })
  await world.superuser.query('update core.shifts set draft = now() where event = $1', [past])
  expect(await read()).toEqual({ count: 0, ids: [], past: 0, rows: [] })
})

test('unpublished events are counted beyond those that the card shows', async ({ world, site, event, dashboard }) => {
  for (let n = 0; n < 23; n++)
    await world.insert(site, 'shifts', {
      event: await event(`2027-08-${String(n + 1).padStart(2, '0')}T10:00Z`),
      start: '2027-08-01T10:00Z',
      end: '2027-08-01T12:00Z',
    })
  const { unpublished: first } = await world.withSite(site.id, (db) => readFaultyEvents(db, { now: NOW, limit: 20 }))
  expect([first.count, first.ids.length, first.rows.length, first.rows[0]?.unpublished]).toEqual([23, 23, 20, 1])
  expect((await dashboard(true)).cards.unpublished_events).toHaveLength(23)
})

test('an admin’s card has the first twenty requests and the number of all (9-04)', async ({
  event,
  world,
  site,
  dashboard,
}) => {
  const on = await event('2027-07-20T10:00Z')
  const asked: number[] = []
  for (let n = 0; n < 21; n++) {
    const { id: person } = await world.makePerson(site)
    asked.push((await world.insert(site, 'requests', { event: on, person })).id)
  }
  const { pending_requests, pending_requests_count } = (await dashboard(true)).cards
  expect([pending_requests, pending_requests_count]).toEqual([asked.slice(0, 20), 21])
})

test('each own shift shows its answer, and later changes; a shift without a question counts as confirmed', async ({
  world,
  site,
  member,
}) => {
  const at = { start: '2037-06-01T09:00:00Z', end: '2037-06-01T12:00:00Z' }
  const [jetty, slip] = [
    await world.insert(site, 'locations', { name: 'Jetty' }),
    await world.insert(site, 'locations', { name: 'Slipway' }),
  ]
  const event = await world.insert(site, 'events', { name: 'Race', ...at, location: jetty.id })
  const facts = { event: event.id, person: member.id, draft: '2026-01-01T00:00:00Z', ...at }
  const [asked, changed] = [
    await world.insert(site, 'shifts', facts),
    await world.insert(site, 'shifts', { ...facts, location: jetty.id }),
  ]
  await world.superuser.query(
    `insert into core.answers (site_id, shift, person, answer, via, at) select site_id, id, person, 'confirmed', 'screen', now() from core.shifts where id = $1`,
    [changed.id],
  )
  await world.superuser.query('update core.shifts set location = $2 where id = $1', [changed.id, slip.id])
  const read = async () => {
    const rows = await world.withSite(site.id, (db) => listUpcomingShifts(db, { person: member.id, now: new Date() }))
    const questions = await world.act(site, memberActor(member), (ctx) => listQuestions(ctx, member.id))
    const before = (id: number) =>
      (questions.find((one) => one.id === id) as Question<'shift', ShiftQuestion> | undefined)?.facts.before
    return Object.fromEntries(rows.map(({ id, answer }) => [id, { answer, place: before(id)?.location ?? null }]))
  }
  expect(await read()).toEqual({
    [asked.id]: { answer: 'asked', place: null },
    [changed.id]: { answer: 'asked', place: 'Jetty' },
  })
  await world.superuser.query('update core.sites set ask_answers = false where id = $1', [site.id])
  expect(Object.values(await read()).map(({ answer }) => answer)).toEqual(['confirmed', 'confirmed'])
  await world.superuser.query(
    `insert into core.answers (site_id, shift, person, answer, via, at) select site_id, id, person, 'seeking_cover', 'screen', now() from core.shifts where id = $1`,
    [asked.id],
  )
  expect((await read())[asked.id]).toMatchObject({ answer: 'seeking_cover' })
  const own = await world.withSite(site.id, (db) => getOwnAnswers(db, { person: member.id, now: NOW, event: event.id }))
  expect(own).toMatchObject({ [asked.id]: { answer: 'seeking_cover' }, [changed.id]: { answer: 'confirmed' } })
})
