import { expect } from 'vitest'
import { createProductCollections } from '#server/registry.ts'
import { type Caller, callerOf, outcome, shapeOf } from '#tests/support/collections/samples.ts'
import { test as base } from '#tests/support/fixture.ts'
import { adminActor, memberActor } from '#tests/support/world.ts'

const engine = createProductCollections()

const test = base
  .extend('startsAt', { scope: 'file' }, () => new Date('2027-06-01T12:00:00Z'))
  .extend('site', ({ world }) => world.makeSite({ timezone: 'Australia/Sydney' }))
  .extend('me', ({ world, site }) => world.makePerson(site))
  .extend('other', { auto: true }, ({ world, site }) => world.makePerson(site))
  .extend('asAdmin', async ({ world, site }) =>
    callerOf(world, engine, site, adminActor(await world.makePerson(site, { role: 'admin' }))),
  )
  .extend('asMember', ({ world, site, me }) => callerOf(world, engine, site, memberActor(me)))

const rows = async (call: Caller, name: string, query: Record<string, string> = {}) => {
  const { order, results } = shapeOf(await call('GET', name, { query: { limit: '-1', ...query } }))
  return order.map((id) => results[name]?.[id])
}
const make = async (call: Caller, name: string, body: unknown) => {
  const { order, results } = shapeOf(await call('POST', name, { body }))
  return results[name]?.[order[0] ?? 0] as Record<string, unknown> & { id: number }
}
const status = async (call: Promise<unknown>) => (await outcome(call)).status

test('a member cannot request a past or archived event, and neither withdraws nor repeats a declined request', async ({
  world,
  site,
  asMember,
  asAdmin,
}) => {
  const gone = { start: '2027-05-01T09:00Z', end: '2027-05-01T12:00Z' }
  const at = { start: '2027-07-01T09:00Z', end: '2027-07-01T12:00Z' }
  const past = await world.insert(site, 'events', { name: 'Past', ...gone })
  const away = await world.insert(site, 'events', { name: 'Away', archived: true, ...at })
  const open = await world.insert(site, 'events', { name: 'Open', ...at })
  const asks = (event: number, by = asMember) => outcome(by('POST', 'requests', { body: { event } }))
  expect(await asks(past.id)).toMatchObject({ status: 400, body: { event: ['This event is over.'] } })
  expect(await asks(away.id)).toMatchObject({ status: 400, body: { event: ['This event is no longer open.'] } })
  expect((await asks(past.id, asAdmin)).status).toBe(200)
  const declined = await make(asMember, 'requests', { event: open.id })
  await world.superuser.query(`update core.requests set declined_at = now() where id = $1`, [declined.id])
  const remove = (by: Caller) => outcome(by('DELETE', 'requests', { segments: [String(declined.id)] }))
  expect(await remove(asMember)).toMatchObject({
    status: 409,
    body: { detail: 'The club couldn’t give you a shift at this event.' },
  })
  expect((await asks(open.id)).status).toBe(400)
  expect((await rows(asMember, 'requests', { event: String(open.id) }))[0]).toMatchObject({ actioned: true })
  expect((await remove(asAdmin)).status).toBe(200)
})

test('a member requests a shift, changes the comment and withdraws, and never for someone else', async ({
  world,
  site,
  asMember,
  me,
  other,
  asAdmin,
}) => {
  const series = await world.insert(site, 'series', { name: 'Autumn' })
  const at = { start: '2027-07-01T09:00Z', end: '2027-07-01T12:00Z' }
  const event = await world.insert(site, 'events', { name: 'Race', series: series.id, ...at })
  const asked = await make(asMember, 'requests', [
    { person: me.id, event: event.id, comments: 'Series Auto-Signup', assignment: null, role: null, new: true },
  ])
  expect(asked).toMatchObject({ person: me.id, new: true, series: series.id, actioned: false, declined_at: null })
  expect(await outcome(asMember('POST', 'requests', { body: { event: event.id } }))).toMatchObject({
    status: 400,
    body: { event: [expect.stringContaining('already')] },
  })
  expect(await status(asMember('POST', 'requests', { body: { event: event.id, person: other.id } }))).toBe(403)
  await make(asAdmin, 'requests', { event: event.id, person: other.id })
  expect((await rows(asMember, 'requests', { expand: 'event,series' })).map((r) => r?.id)).toEqual([asked.id])
  expect(await rows(asAdmin, 'requests', { series: String(series.id), actioned: 'false' })).toHaveLength(2)
  await asMember('PUT', 'requests', { body: { id: asked.id, comments: 'Any time' } })
  expect(await status(asMember('PUT', 'requests', { body: { id: asked.id, person: other.id } }))).toBe(403)
  const place = await world.insert(site, 'shifts', { event: event.id, person: me.id, ...at })
  const states = async () => [
    (await rows(asMember, 'requests'))[0]?.actioned,
    (await rows(asMember, 'requests', { actioned: 'true' })).length,
    (await rows(asAdmin, 'requests', { person: String(me.id) }))[0]?.actioned,
  ]
  expect(await states()).toEqual([false, 0, true])
  await world.superuser.query('update core.shifts set draft = now() where id = $1', [place.id])
  expect(await states()).toEqual([true, 1, true])
  expect((await rows(asMember, 'requests'))[0]).toMatchObject({ comments: 'Any time' })
  const theirs = (await rows(asAdmin, 'requests', { person: String(other.id) }))[0]
  expect(await status(asMember('DELETE', 'requests', { segments: [String(theirs?.id)] }))).toBe(404)
  expect(await status(asMember('DELETE', 'requests', { segments: [String(asked.id)] }))).toBe(200)
})

test('a mark belongs to a local day, even one of 25 hours, and a day has one', async ({
  asMember,
  me,
  other,
  asAdmin,
}) => {
  const mark = await make(asMember, 'availability', {
    person: me.id,
    start: '2027-04-03T13:00:00Z',
    end: '2027-04-04T13:59:59.999Z',
    available: 2,
  })
  expect(mark).toMatchObject({ date: '2027-04-04', available: 2 })
  expect([mark.start, mark.end].map((text) => new Date(String(text)).toISOString())).toEqual([
    '2027-04-03T13:00:00.000Z',
    '2027-04-04T13:59:59.999Z',
  ])
  expect(await outcome(asMember('POST', 'availability', { body: { date: '2027-04-04', available: 1 } }))).toMatchObject(
    {
      status: 400,
      body: { date: [expect.stringContaining('already')] },
    },
  )
  expect(await outcome(asMember('POST', 'availability', { body: { available: 1 } }))).toMatchObject({
    status: 400,
    body: { date: ['Required.'] },
  })
  expect(await status(asMember('POST', 'availability', { body: { date: '2027-05-01', available: 3 } }))).toBe(400)
  expect(await status(asMember('POST', 'availability', { body: { date: '2027-05-01', person: other.id } }))).toBe(403)
  const changed = await asMember('PUT', 'availability', { body: { ...mark, available: 0 } })
  expect(shapeOf(changed).results.availability?.[mark.id]).toMatchObject({ available: 0, date: '2027-04-04' })
  const moved = await asMember('PUT', 'availability', { body: { id: mark.id, start: '2027-05-01T20:00:00Z' } })
  expect(shapeOf(moved).results.availability?.[mark.id]).toMatchObject({ date: '2027-05-02' })
  await make(asAdmin, 'availability', { person: other.id, date: '2027-05-02', available: 1 })
  expect(await rows(asMember, 'availability')).toHaveLength(1)
  expect(await status(asMember('DELETE', 'availability', { segments: [String(mark.id)] }))).toBe(200)
})

test('a record is current while it is the newest and not expired in the zone; a member never sees its details', async ({
  asAdmin,
  me,
  world,
  other,
  asMember,
}) => {
  const skipper = await make(asAdmin, 'competencies', { name: 'Skipper', valid_months: 12 })
  const record = (achieved: string, person = me.id) =>
    make(asAdmin, 'records', { person, competency: skipper.id, achieved, details: 'secret' })
  const old = await record('2026-05-31')
  expect(old).toMatchObject({ expires: '2027-05-31', current: false, details: 'secret' })
  const last = await record('2026-06-01')
  expect(last).toMatchObject({ expires: '2027-06-01', current: true })
  world.clock.set(new Date('2027-06-01T14:00:00Z'))
  expect((await rows(asAdmin, 'records', { current: 'true' })).length).toBe(0)
  await asAdmin('PUT', 'competencies', { body: { id: skipper.id, valid_months: null } })
  expect((await rows(asAdmin, 'records', { current: 'true' })).map((r) => r?.id)).toEqual([last.id])
  const theirs = await record('2027-01-31', other.id)
  const mine = await rows(asMember, 'records', { expand: 'competency' })
  expect(mine.map((r) => r?.id)).toEqual([last.id, old.id])
  for (const row of mine) expect(row).not.toHaveProperty('details')
  expect(await status(asMember('GET', 'records', { segments: [String(theirs.id)] }))).toBe(404)
  expect(await status(asMember('POST', 'records', { body: [] }))).toBe(403)
  expect(await outcome(asAdmin('POST', 'records', { body: {} }))).toMatchObject({
    body: { person: ['Required.'], competency: ['Required.'], achieved: ['Required.'] },
  })
})

test('members see and edit only the profile fields that allow it, with valid entries', async ({
  asAdmin,
  asMember,
  me,
  other,
}) => {
  const field = (over: Record<string, unknown>) => make(asAdmin, 'profilefields', { display_name: 'F', ...over })
  const open = await field({ kind: 'choice', choices: ['Helm', 'Crew'], required: true })
  const fixed = await field({ user_editable: false })
  const hidden = await field({ user_visible: false })
  expect((await rows(asMember, 'profilefields')).map((r) => r?.id)).toEqual([open.id, fixed.id])
  const wrong = { entry_type: open.id, value: 'Bosun' }
  expect(await outcome(asMember('POST', 'profileentries', { body: wrong }))).toMatchObject({
    status: 400,
    body: { value: ['Must be one of Helm, Crew.'] },
  })
  const entry = await make(asMember, 'profileentries', { entry_type: open.id, person: me.id, value: 'Helm' })
  expect(await status(asMember('POST', 'profileentries', { body: { entry_type: fixed.id, value: 'x' } }))).toBe(403)
  expect(await status(asMember('POST', 'profileentries', { body: { entry_type: hidden.id, value: 'x' } }))).toBe(400)
  const theirs = { entry_type: open.id, person: other.id, value: 'Crew' }
  expect(await status(asMember('POST', 'profileentries', { body: theirs }))).toBe(403)
  for (const { id } of [fixed, hidden])
    await make(asAdmin, 'profileentries', { entry_type: id, person: me.id, value: 'x' })
  await make(asAdmin, 'profileentries', theirs)
  const mine = await rows(asMember, 'profileentries', { sort: 'id' })
  expect(mine.map((r) => r?.entry_type)).toEqual([open.id, fixed.id])
  expect(await status(asMember('PUT', 'profileentries', { body: { id: mine[1]?.id, value: 'y' } }))).toBe(403)
  expect(await status(asMember('DELETE', 'profileentries', { segments: [String(mine[1]?.id)] }))).toBe(403)
  expect(await status(asMember('DELETE', 'profileentries', { segments: [String(entry.id)] }))).toBe(400)
  expect(await status(asMember('PUT', 'profileentries', { body: { id: entry.id, value: 'Crew' } }))).toBe(200)
  expect(await rows(asAdmin, 'profileentries', { profile: String(me.id) })).toHaveLength(3)
  const count = await field({ kind: 'number' })
  const drives = await field({ kind: 'boolean' })
  expect(await make(asMember, 'profileentries', { entry_type: count.id, value: 0 })).toMatchObject({ value: '0' })
  expect(await make(asMember, 'profileentries', { entry_type: drives.id, value: false })).toMatchObject({
    value: 'false',
  })
})

test('news can be read from its posting until it expires', async ({ asAdmin, asMember }) => {
  const post = (title: string, posted: string, show_until: string | null) =>
    make(asAdmin, 'news', { title, posted, show_until })
  await post('Now', '2027-06-01T11:00:00Z', null)
  await post('Over', '2027-05-01T11:00:00Z', '2027-05-30T11:00:00Z')
  await post('Later', '2027-07-01T11:00:00Z', null)
  expect(await make(asAdmin, 'news', { title: 'Fresh' })).toMatchObject({ author: expect.any(Number) })
  expect(new Set((await rows(asMember, 'news')).map((r) => r?.title))).toEqual(new Set(['Fresh', 'Now']))
  expect(await rows(asAdmin, 'news')).toHaveLength(4)
  await expect(post('Never', '2027-06-01T11:00:00Z', '2027-05-01T11:00:00Z')).rejects.toMatchObject({ code: 'invalid' })
})
