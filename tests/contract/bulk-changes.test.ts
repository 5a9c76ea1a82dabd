import { expect } from 'vitest'
import type { Row } from '#server/engine/collections/define.ts'
import { createProductCollections } from '#server/registry.ts'
import { test } from '#tests/support/collections/bulk.ts'
import { outcome, shapeOf } from '#tests/support/collections/samples.ts'

const engine = createProductCollections()

test('every match changes in one request, as previewed; the preview changes nothing', async ({
  places,
  everything,
  bulk,
  asAdmin,
}) => {
  await places(30)
  const body = { filter: { name: 'pontoon 1' }, changes: { details: 'Slippery', order: 11 } }
  const before = await everything()
  const preview = await bulk('locations', { ...body, preview: true })
  expect(await everything()).toEqual(before)
  expect(preview).toMatchObject({ count: 11, changed: 11, refused: 0, issues: [] })
  expect(preview.samples).toHaveLength(11)
  expect(preview.samples[0]).toMatchObject({
    label: 'Pontoon 1',
    changes: { details: ['', 'Slippery'], order: [1, 11] },
  })
  await places(12)
  expect(await outcome(bulk('locations', { ...body, count: preview.count }))).toMatchObject({ status: 409 })
  expect(await bulk('locations', { ...body, count: 14 })).toMatchObject({ count: 14, changed: 14 })
  expect(await bulk('locations', body)).toEqual({ count: 14, changed: 0 })
  expect(shapeOf(await asAdmin('GET', 'locations', { query: { details: 'slippery' } })).count).toBe(14)
})

test('one refused record stops the change, and the preview names it', async ({ world, site, bulk, everything }) => {
  const at = (start: string) => ({ name: 'E', start: `2027-07-${start}T10:00Z`, end: `2027-07-${start}T12:00Z` })
  for (const day of ['01', '02', '03']) await world.insert(site, 'events', at(day))
  const body = { filter: {}, changes: { end: '2027-07-02T11:00:00Z' } }
  const preview = await bulk('events', { ...body, preview: true })
  expect(preview).toMatchObject({
    count: 3,
    refused: 1,
    issues: [{ label: expect.stringMatching(/^E, /), messages: { end: [expect.any(String)] } }],
  })
  const before = await everything()
  expect(await outcome(bulk('events', body))).toMatchObject({ status: 400, body: { end: [expect.any(String)] } })
  expect(await everything()).toEqual(before)
})

test('unknown fields, foreign ids, members and hidden filters are refused', async ({
  places,
  world,
  asAdmin,
  bulk,
  asMember,
}) => {
  const [mine] = shapeOf(await places(1)).order
  const abroad = await world.insert(await world.makeSite(), 'locations', { name: 'Abroad' })
  const refused = async (body: Row, call = asAdmin) => (await outcome(bulk('locations', body, call))).status
  expect(await refused({ changes: { bogus: 1 } })).toBe(400)
  expect(await refused({ changes: { order: 'x' } })).toBe(400)
  expect(await refused({ filter: { bogus: 1 }, changes: { order: 1 } })).toBe(400)
  // A page of a list is not what its filter matches.
  expect(await refused({ filter: { name: 'pontoon', limit: 1 }, remove: true })).toBe(400)
  expect(await refused({})).toBe(400)
  expect(await outcome(bulk('locations', { remove: false }))).toMatchObject({ body: { remove: ['Must be true.'] } })
  expect(await refused({ changes: { order: 1 }, remove: true })).toBe(400)
  expect(await refused({ ids: [mine, abroad.id], changes: { order: 1 } })).toBe(404)
  for (const change of [{ remove: true }, { changes: { order: 1 } }])
    expect(await outcome(bulk('locations', { ids: [mine, abroad.id, 9_000_000], ...change }))).toMatchObject({
      status: 404,
      body: { detail: 'Not found.', gone: [abroad.id, 9_000_000] },
    })
  expect(await refused({ changes: { order: 1 } }, asMember)).toBe(403)
  expect(await outcome(bulk('people', { changes: { email: 'x@example.org' } }))).toMatchObject({ status: 403 })
  expect(await outcome(bulk('deliveries', { remove: true }))).toMatchObject({ status: 403 })
})

test('a match that is deleted concurrently is a conflict, not an unknown record', async ({
  places,
  world,
  site,
  bulk,
}) => {
  const [first] = shapeOf(await places(2)).order
  const someone = await world.superuser.connect()
  await someone.query('begin')
  await someone.query('delete from core.locations where site_id = $1 and id = $2', [site.id, first])
  const answer = outcome(bulk('locations', { filter: { name: 'pontoon' }, changes: { order: 7 } }))
  const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
  await expect.poll(async () => (await world.superuser.query(waiting)).rowCount, { timeout: 10_000 }).toBeGreaterThan(0)
  await someone.query('commit')
  someone.release()
  expect(await answer).toMatchObject({ status: 409, body: { detail: expect.stringContaining('at the same moment') } })
})

test('the hours of many shifts are corrected together, refused where impossible, and undone', async ({
  world,
  site,
  me,
  bulk,
  asAdmin,
  undo,
}) => {
  const at = { start: '2027-05-30T10:00Z', end: '2027-05-30T12:00Z' }
  const event = await world.insert(site, 'events', { name: 'Race', ...at })
  const shiftFields = { event: event.id, person: me.id, draft: '2027-05-01T10:00Z', ...at }
  for (const actual_start of [at.start, '2027-05-30T10:30Z'])
    await world.insert(site, 'shifts', { ...shiftFields, actual_start })
  const unfinished = { person__ne: 'null', draft__ne: 'null', end__lt: '2027-06-01T12:00:00Z', actual_end: 'null' }
  const edit = { filter: unfinished, changes: { actual_end: '2027-05-30T11:30:00Z' } }
  const preview = await bulk('shifts', { ...edit, preview: true })
  expect(preview).toMatchObject({ count: 2, changed: 2, refused: 0 })
  expect(preview.samples[0].changes).toEqual({ actual_end: [null, '2027-05-30T11:30:00.000Z'] })
  const stored = async () => shapeOf(await asAdmin('GET', 'shifts')).results
  const before = await stored()
  const { undo: way } = await bulk('shifts', { ...edit, count: 2 })
  const { results } = shapeOf(await asAdmin('GET', 'shifts', { query: { sort: 'hours' } }))
  expect(
    Object.values(results.shifts ?? {})
      .map(({ hours }) => hours)
      .toSorted(),
  ).toEqual([1, 1.5])
  expect(await undo('shifts', way.token)).toMatchObject({ count: 2 })
  expect(await stored()).toEqual(before)
  await world.insert(site, 'shifts', shiftFields)
  expect(await bulk('shifts', { ...edit, preview: true })).toMatchObject({
    count: 3,
    refused: 1,
    issues: [{ messages: { actual_start: ['Must be given with an actual end.'] } }],
  })
})

test('more than 20,000 records are refused before any is read, with a message', async ({ world, site, bulk }) => {
  await world.superuser.query(
    "insert into core.locations (site_id, name) select $1, 'Buoy ' || i from generate_series(1, 20001) i",
    [site.id],
  )
  const tooMany = { status: 413, body: { detail: 'At most 20000 records at a time.' } }
  for (const preview of [true, false])
    expect(await outcome(bulk('locations', { changes: { order: 3 }, preview }))).toMatchObject(tooMany)
  expect(await outcome(bulk('locations', { remove: true, preview: true }))).toMatchObject(tooMany)
  expect(await bulk('locations', { filter: { name__eq: 'buoy 20001' }, changes: { order: 3 } })).toMatchObject({
    count: 1,
  })
})

test('previews name records and their references: a shift by its event, day and assignment', async ({
  world,
  site,
  me,
  bulk,
}) => {
  const at = { start: '2027-07-01T10:00Z', end: '2027-07-01T12:00Z' }
  const event = await world.insert(site, 'events', { name: 'Race', ...at })
  const [bar, dock] = [
    await world.insert(site, 'assignments', { name: 'Bar' }),
    await world.insert(site, 'assignments', { name: 'Dock' }),
  ]
  await world.insert(site, 'shifts', { event: event.id, assignment: bar.id, ...at })
  await world.insert(site, 'requests', { event: event.id, person: me.id })
  expect(await bulk('shifts', { changes: { assignment: dock.id }, preview: true })).toMatchObject({
    samples: [{ label: 'Race, Thu 1 Jul 2027, Bar', changes: { assignment: [bar.id, dock.id] } }],
    names: { assignments: { [bar.id]: 'Bar', [dock.id]: 'Dock' } },
  })
  expect(await bulk('requests', { remove: true, preview: true })).toMatchObject({
    samples: [{ label: 'Mo Member, Race, Thu 1 Jul 2027' }],
  })
  const offered = await world.act(site, { kind: 'system', name: 'test' }, (ctx) =>
    engine.options(ctx, 'events', { search: '1 jul' }),
  )
  expect(offered).toEqual([{ id: event.id, label: 'Race, Thu 1 Jul 2027', past: false }])
})

test('a tag is added to people’s tags without duplicates, and undone', async ({ bulk, undo, world, site }) => {
  const tagged = async (tags: string[]) => (await world.makePerson(site, { tags })).id
  const ids = [await tagged(['crew']), await tagged(['Boat', 'crew']), await tagged([])]
  const tags = async () => {
    const { rows } = await world.superuser.query('select tags from core.people where id = any ($1) order by id', [ids])
    return rows.map((row) => row.tags)
  }
  const before = await tags()
  const preview = await bulk('people', { ids, add: { tags: ['boat'] }, preview: true })
  expect([preview.count, preview.changed]).toEqual([3, 2])
  expect(await tags()).toEqual(before)
  const done = await bulk('people', { ids, add: { tags: ['boat'] }, count: 3 })
  expect(done).toMatchObject({ count: 3, changed: 2 })
  expect(await tags()).toEqual([['crew', 'boat'], ['Boat', 'crew'], ['boat']])
  await undo('people', done.undo.token)
  expect(await tags()).toEqual(before)
})

test('lists of words accept words only, up to their limit', async ({ bulk, world, site, asMember }) => {
  const full = Array.from({ length: 100 }, (_, n) => `tag ${n}`)
  const ids = [(await world.makePerson(site, { tags: full })).id]
  await expect(bulk('people', { ids, add: { name: ['x'] } })).rejects.toMatchObject({ code: 'invalid' })
  await expect(bulk('people', { ids, add: { tags: 'x' } })).rejects.toMatchObject({ code: 'invalid' })
  await expect(bulk('people', { ids, add: { tags: ['one more'] } })).rejects.toMatchObject({ code: 'invalid' })
  await expect(bulk('people', { ids, add: { tags: ['x'] }, remove: true })).rejects.toMatchObject({ code: 'invalid' })
  await expect(bulk('people', { ids, add: { tags: ['x'] } }, asMember)).rejects.toMatchObject({ code: 'forbidden' })
})
