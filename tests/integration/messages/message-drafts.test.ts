import { expect } from 'vitest'
import { test as base } from '#tests/support/fixture.ts'

const test = base
  .extend('headers', ({ api, site, admin }) => api.signIn(site, admin))
  .extend(
    'save',
    ({ callApi, headers }) =>
      (body: object, key?: string) =>
        callApi('PUT', '/messages/draft', key ? { ...headers, 'idempotency-key': key } : headers, body),
  )

test('a draft is created by its first change and saved with the version that was read', async ({
  save,
  callApi,
  headers,
}) => {
  const created = await save({ fields: { kind: 'email', subject: 'Race 4' } })
  expect(created).toMatchObject({ status: 200, body: { id: expect.any(Number), version: expect.any(String) } })
  const { id, version } = created.body
  const saved = await save({ id, version, fields: { body: 'Hello' } })
  expect(saved.body.version).not.toBe(version)
  const { results } = (await callApi('GET', `/messages/${id}`, headers)).body
  expect(results.messages[id]).toMatchObject({ subject: 'Race 4', body: 'Hello', status: 'draft' })
})

test('two tabs on one draft are a conflict, and the first one’s text stays', async ({
  save,
  admin,
  callApi,
  headers,
}) => {
  const { id, version } = (await save({ fields: { subject: 'Race 4' } })).body
  await save({ id, version, fields: { subject: 'Race 4 is off' } })
  const second = await save({ id, version, fields: { subject: 'Race 4 is on' } })
  expect(second.status).toBe(409)
  expect(second.body.conflicts).toMatchObject([
    { id, removed: false, fields: { subject: 'Race 4 is off' }, by: admin.name },
  ])
  const mine = await save({ id, version: second.body.conflicts[0].version, fields: { subject: 'Race 4 is on' } })
  expect(mine.status).toBe(200)
  const { results } = (await callApi('GET', `/messages/${id}`, headers)).body
  expect(results.messages[id].subject).toBe('Race 4 is on')
})

test('a draft whose answer was lost is created once, and a removed one is a conflict', async ({
  save,
  callApi,
  headers,
}) => {
  const [first, again] = [
    await save({ fields: { body: 'Hello' } }, 'k1'),
    await save({ fields: { body: 'Hello' } }, 'k1'),
  ]
  expect(again.body).toEqual(first.body)
  expect((await callApi('GET', '/messages', headers)).body.count).toBe(1)
  const { id, version } = first.body
  expect((await callApi('DELETE', `/messages/${id}`, headers)).status).toBe(204)
  const gone = await save({ id, version, fields: { body: 'Bye' } })
  expect([gone.status, gone.body.conflicts[0].removed]).toEqual([409, true])
})

test('invalid input is refused at its field, and a member saves nothing', async ({
  save,
  api,
  site,
  member,
  callApi,
}) => {
  const refused = await save({ fields: { body: '{{no.field}}', audience: { event: 999_999 } } })
  expect(refused.status).toBe(400)
  expect(Object.keys(refused.body)).toEqual(expect.arrayContaining(['new.body', 'new.audience']))
  const { id, version } = (await save({ fields: {} })).body
  expect((await save({ id, version, fields: { body: '{{no.field}}' } })).body).toHaveProperty([`${id}.body`])
  expect((await save({ id, fields: {} })).status).toBe(400)
  const other = await api.signIn(site, member)
  expect((await callApi('PUT', '/messages/draft', other, { fields: {} })).status).toBe(403)
  expect((await callApi('GET', `/messages/${id}/check`, other)).status).toBe(403)
})

test('a check names the recipients, fields that are empty for some, and their last message', async ({
  world,
  site,
  admin,
  member: _,
  save,
  callApi,
  headers,
}) => {
  const ann = await world.makePerson(site, { name: 'Ann Lee' })
  const fields = {
    subject: 'Hello',
    body: 'On {{event.day}}, {{shift.start|soon}}',
    audience: { people: [admin.id, ann.id] },
  }
  const { id } = (await save({ fields })).body
  const check = async (message: number) => (await callApi('GET', `/messages/${message}/check`, headers)).body
  expect(await check(id)).toMatchObject({
    matching: 2,
    receiving: 2,
    recent: null,
    missing: [{ field: 'event.day', label: 'Event day', people: 2, names: expect.arrayContaining(['Ann Lee']) }],
    caps: { left: 1_000, cap: 'person', most: 1_000 },
    quiet: null,
  })
  expect((await callApi('PUT', `/messages/${id}/send`, headers, {})).status).toBe(202)
  const next = (await save({ fields: { ...fields, body: 'Hi', audience: { people: [ann.id] } } })).body.id
  expect(await check(next)).toMatchObject({ receiving: 1, recent: { people: 1, at: expect.any(String) }, missing: [] })
  expect((await check(next)).caps).toMatchObject({ left: 998 })
  const text = (await save({ fields: { kind: 'sms', body: 'Hi', audience: { people: [ann.id] } } })).body.id
  expect(await check(text)).toMatchObject({ caps: { left: 500, most: 500 }, quiet: { from: '20:00', until: '08:00' } })
})
