import { expect } from 'vitest'
import { STARTERS } from '#server/messages/templates/starters.ts'
import { test as base } from '#tests/support/fixture.ts'

const test = base
  .extend('headers', ({ api, site, admin }) => api.signIn(site, admin))
  .extend(
    'save',
    ({ callApi, headers }) =>
      (body: object) =>
        callApi('PUT', '/messagetemplates/draft', headers, body),
  )

const HELLO = { name: 'Hello', kind: 'email', subject: 'Hello {{person.first_name}}', body: 'See you' }

test('two tabs on one template are a conflict, and the first one’s text stays', async ({
  save,
  admin,
  callApi,
  headers,
}) => {
  const { id, version } = (await save({ fields: HELLO })).body
  expect((await save({ id, version, fields: { body: 'See you soon' } })).status).toBe(200)
  const second = await save({ id, version, fields: { body: 'Bye' } })
  expect(second.status).toBe(409)
  expect(second.body.conflicts).toMatchObject([
    { id, removed: false, fields: { body: 'See you soon' }, by: admin.name },
  ])
  const { results } = (await callApi('GET', `/messagetemplates/${id}`, headers)).body
  expect(results.messagetemplates[id].body).toBe('See you soon')
})

test('a template without a name or with an unknown field is refused at the field', async ({ save }) => {
  const refused = await save({ fields: { ...HELLO, name: '', body: '{{no.field}}' } })
  expect(refused.status).toBe(400)
  expect(Object.keys(refused.body)).toEqual(expect.arrayContaining(['new.name', 'new.body']))
})

test('the preview of a template shows a real person and the next event', async ({ world, site, callApi, headers }) => {
  const ann = await world.makePerson(site, { name: 'Ann Lee' })
  const day = (days: number) => new Date(world.clock.now().getTime() + days * 86_400_000)
  const { id: event } = await world.insert(site, 'events', { name: 'Race 4', start: day(2), end: day(3) })
  await world.insert(site, 'shifts', { event, start: day(2), end: day(3), draft: day(-1) })
  const text = { kind: 'email', subject: '{{event.name|Nothing}}', body: 'Hello **{{person.first_name}}** <b>x</b>' }
  const read = await callApi('POST', '/messagetemplates/preview', headers, { ...text, person: ann.id })
  expect(read).toMatchObject({
    status: 200,
    body: { subject: 'Race 4', person: { name: 'Ann Lee', receives: true }, rendered: true },
  })
  expect(read.body.html).toMatch(/<strong[^>]*>Ann<\/strong>/)
  const readers = await callApi('POST', '/messagetemplates/readers', headers, text)
  expect(readers.body.readers.map(({ name }: { name: string }) => name)).toContain('Ann Lee')
  expect((await callApi('GET', '/messagetemplates', headers)).body.count).toBe(0)
})

test('another site, a member, and a person of another site see nothing of it', async ({
  world,
  api,
  site,
  member,
  save,
  callApi,
  headers,
}) => {
  const { id } = (await save({ fields: HELLO })).body
  const other = await world.makeSite()
  const stranger = await world.makePerson(other, { role: 'admin' })
  const theirs = await api.signIn(other, stranger)
  const seen = await api.call(other, { method: 'GET', path: `/messagetemplates/${id}`, headers: theirs })
  expect(seen.status).toBe(404)
  const asked = await callApi('POST', '/messagetemplates/preview', headers, { ...HELLO, person: stranger.id })
  expect(asked.status).toBe(404)
  const members = await api.signIn(site, member)
  for (const call of ['preview', 'readers', 'starters'])
    expect((await callApi('POST', `/messagetemplates/${call}`, members, HELLO)).status).toBe(403)
})

test('the starting templates are added once, where there are none', async ({ save, callApi, headers }) => {
  const add = () => callApi('POST', '/messagetemplates/starters', headers)
  const answers = await Promise.all([add(), add()])
  expect(answers.map(({ body }) => body.added).sort()).toEqual([0, STARTERS.length])
  const { count } = (await callApi('GET', '/messagetemplates', headers)).body
  expect(count).toBe(STARTERS.length)
  await save({ fields: HELLO })
  expect((await add()).body).toEqual({ added: 0 })
})
