import { expect } from 'vitest'
import { test as base } from '#tests/support/fixture.ts'

/** Values that are possible but meaningless: each is refused with a message at its field, and nothing is stored. */
const NOW = '2027-06-01T11:00:00Z'
const EVENT = { name: 'Regatta', start: '2027-06-05T09:00:00Z', end: '2027-06-05T12:00:00Z' }

const test = base
  .extend('startsAt', { scope: 'file' }, () => new Date(NOW))
  .extend('asAdmin', async ({ api, site, admin, callApi }) => {
    const headers = await api.signIn(site, admin)
    return (method: string, path: string, body?: unknown) => callApi(method, path, headers, body)
  })
  .extend('pending', ({ world, site }) => world.makePerson(site, { role: 'new', is_active: false }))
  .extend('inactive', ({ world, site }) => world.makePerson(site, { is_active: false }))

test('an approved person cannot become new again, active or not', async ({ asAdmin, member, inactive }) => {
  for (const { id } of [member, inactive]) {
    const refused = await asAdmin('PUT', '/people/', [{ id, role: 'new' }])
    expect(refused).toMatchObject({ status: 400, body: { role: [expect.stringMatching(/inactive/)] } })
  }
  // Reverting both, as the undo of an approval does, gives the reason.
  const back = await asAdmin('PUT', '/people/', [{ id: inactive.id, role: 'new', is_active: false }])
  expect(back.body.results.people[inactive.id]).toMatchObject({ role: 'new', is_active: false })
  const { body } = await asAdmin('GET', `/people/${member.id}/`)
  expect(body.results.people[member.id]).toMatchObject({ role: 'user', is_active: true })
  const bulk = await asAdmin('POST', '/people/bulk', { ids: [member.id], changes: { role: 'new' } })
  expect(bulk).toMatchObject({ status: 400, body: { role: [expect.any(String)] } })
})

test('a person who waits for approval is never active', async ({ asAdmin, pending }) => {
  const active = { name: 'Una', email: 'una@example.org', role: 'new', is_active: true }
  expect(await asAdmin('POST', '/people/', active)).toMatchObject({
    status: 400,
    body: { is_active: [expect.stringMatching(/approv/)] },
  })
  const made = await asAdmin('POST', '/people/', { ...active, is_active: undefined })
  const [una] = made.body.order
  expect(made.body.results.people[una]).toMatchObject({ role: 'new', is_active: false })
  const renamed = await asAdmin('PUT', '/people/', [{ id: una, name: 'Una B' }])
  expect(renamed.body.results.people[una]).toMatchObject({ role: 'new', is_active: false })
  const approved = await asAdmin('PUT', '/people/', [{ id: pending.id, role: 'new', is_active: true }])
  expect(approved.body.results.people[pending.id]).toMatchObject({ role: 'user', is_active: true })
})

test('the database holds no one who is new and active', async ({ world, site }) => {
  await expect(world.insert(site, 'people', { name: 'Una', email: 'u@example.org', role: 'new' })).rejects.toThrow(
    /people_new_is_inactive/,
  )
})

test('shifts and requests are for active people', async ({ asAdmin, world, site, member, pending, inactive }) => {
  const { id: event } = await world.insert(site, 'events', EVENT)
  const { id: open } = await world.insert(site, 'shifts', { event, start: EVENT.start, end: EVENT.end })
  for (const { id: person } of [pending, inactive]) {
    const refusal = { status: 400, body: { person: [expect.stringMatching(/not active/)] } }
    expect(await asAdmin('POST', '/shifts/', { event, person })).toMatchObject(refusal)
    expect(await asAdmin('PUT', '/shifts/', [{ id: open, person }])).toMatchObject(refusal)
    expect(await asAdmin('POST', '/shifts/bulk', { ids: [open], changes: { person } })).toMatchObject(refusal)
    expect(await asAdmin('PUT', `/shifts/${open}/person`, { was: null, person })).toMatchObject({ status: 400 })
    expect(await asAdmin('POST', '/requests/', { event, person })).toMatchObject(refusal)
    expect(await asAdmin('POST', '/requests/batch', [{ event, person }])).toMatchObject(refusal)
  }
  const given = await asAdmin('PUT', '/shifts/', [{ id: open, person: member.id }])
  expect(given.status).toBe(200)
  await asAdmin('PUT', '/people/', [{ id: member.id, is_active: false, shifts: 'leave' }])
  const noted = await asAdmin('PUT', '/shifts/', [{ id: open, notes: 'Bring boots' }])
  expect(noted.body.results.shifts[open]).toMatchObject({ person: member.id, notes: 'Bring boots' })
})

test('`achieved` of a record must not be later than today in the site’s zone', async ({
  asAdmin,
  world,
  site,
  member,
}) => {
  const { id: competency } = await world.insert(site, 'competencies', { name: 'First aid', valid_months: 12 })
  const of = (achieved: string) => ({ person: member.id, competency, achieved })
  expect(await asAdmin('POST', '/records/', of('2027-06-02'))).toMatchObject({
    status: 400,
    body: { achieved: [expect.stringMatching(/future/)] },
  })
  const { body } = await asAdmin('POST', '/records/', of('2027-06-01'))
  const [today] = body.order
  expect(await asAdmin('PUT', '/records/', [{ id: today, achieved: '2028-01-01' }])).toMatchObject({
    status: 400,
    body: { achieved: [expect.any(String)] },
  })
  expect(await asAdmin('POST', '/records/bulk', { ids: [today], changes: { achieved: '2028-01-01' } })).toMatchObject({
    status: 400,
  })
  // A future record stored earlier does not affect the current one.
  const { id: later } = await world.insert(site, 'records', of('2027-09-01'))
  const list = await asAdmin('GET', '/records/?limit=-1')
  expect(list.body.results.records[later]).toMatchObject({ current: false })
  expect(list.body.results.records[today]).toMatchObject({ current: true })
})

test('the same record is stored once', async ({ asAdmin, world, site, member }) => {
  const { id: competency } = await world.insert(site, 'competencies', { name: 'First aid' })
  const record = { person: member.id, competency, achieved: '2027-05-01' }
  const refusal = { achieved: [expect.stringMatching(/already/)] }
  const two = await asAdmin('POST', '/records/', [record, { ...record, details: 'Again' }])
  expect(two).toMatchObject({ status: 400, body: refusal })
  expect((await asAdmin('POST', '/records/', record)).status).toBe(201)
  expect(await asAdmin('POST', '/records/', record)).toMatchObject({ status: 400, body: refusal })
  const { body } = await asAdmin('POST', '/records/', { ...record, achieved: '2027-04-01' })
  const [id] = body.order
  const moved = await asAdmin('PUT', '/records/', [{ id, achieved: record.achieved }])
  expect(moved).toMatchObject({ status: 400, body: refusal })
})

test('a post has a title or some content', async ({ asAdmin }) => {
  const refusal = { status: 400, body: { title: [expect.stringMatching(/title or/)] } }
  for (const empty of [{}, { title: '', content: '' }, { title: '  ', content: '\n \n' }])
    expect(await asAdmin('POST', '/news/', empty)).toMatchObject(refusal)
  const { body } = await asAdmin('POST', '/news/', { content: 'Boats are out.' })
  const [id] = body.order
  expect(await asAdmin('PUT', '/news/', [{ id, content: ' ' }])).toMatchObject(refusal)
  expect((await asAdmin('PUT', '/news/', [{ id, title: 'Boats', content: '' }])).status).toBe(200)
  expect(await asAdmin('POST', '/news/bulk', { ids: [id], changes: { title: '' } })).toMatchObject(refusal)
})

test('a mark has a meaning, for one day', async ({ asAdmin, member }) => {
  const person = member.id
  const first = { person, date: '2027-12-05' }
  expect(await asAdmin('POST', '/availability/', first)).toMatchObject({
    status: 400,
    body: { available: ['Required.'] },
  })
  const days = { person, start: '2027-12-05T00:00:00Z', end: '2027-12-09T23:59:59.999Z', available: 1 }
  const refusal = { status: 400, body: { end: [expect.stringMatching(/one day/)] } }
  expect(await asAdmin('POST', '/availability/', days)).toMatchObject(refusal)
  expect(await asAdmin('POST', '/availability/', { ...days, end: '2027-12-04T12:00:00Z' })).toMatchObject(refusal)
  const { body } = await asAdmin('POST', '/availability/', { ...days, end: '2027-12-05T17:00:00Z' })
  const [id] = body.order
  const stored = body.results.availability[id]
  expect(stored).toMatchObject({ date: '2027-12-05', available: 1 })
  expect(await asAdmin('PUT', '/availability/', [{ id, end: '2027-12-09T12:00:00Z' }])).toMatchObject(refusal)
  const moved = await asAdmin('PUT', '/availability/', [{ ...stored, date: '2027-12-07' }])
  expect(moved.body.results.availability[id]).toMatchObject({ date: '2027-12-07', available: 1 })
  const midnight = await asAdmin('POST', '/availability/', {
    ...days,
    start: '2027-12-20T00:00Z',
    end: '2027-12-21T00:00Z',
  })
  expect(midnight.status).toBe(201)
})
