import { expect } from 'vitest'
import { withTakeBack } from '#server/shifts/hours/take-back.ts'
import { credentialsOfRoles } from '#tests/support/api.ts'
import { test as base } from '#tests/support/fixture.ts'
import { fileForm } from '#tests/support/import-files.ts'

const test = base
  .extend('asAdmin', ({ api, site, admin }) => api.signIn(site, admin))
  .extend('asMember', ({ api, site, member }) => api.signIn(site, member))
  .extend('event', ({ world, site }) =>
    world.insert(site, 'events', { name: 'E', start: '2027-05-01T09:00Z', end: '2027-05-03T12:00Z' }),
  )
  .extend(
    'addShift',
    ({ world, site, event }) =>
      (start: string, end: string, more: Record<string, unknown> = {}) =>
        world.insert(site, 'shifts', { event: event.id, start, end, draft: '2027-01-01T00:00Z', ...more }),
  )

test('Allow lists the methods that an address has, and no others', async ({ api, site, asAdmin }) => {
  const ask = async (method: string, path: string) => {
    const { status, headers } = await api.call(site, { method, path, headers: asAdmin })
    return [status, headers.get('allow')]
  }
  expect(await ask('DELETE', '/locations/')).toEqual([405, 'GET, HEAD, POST, PUT'])
  expect(await ask('OPTIONS', '/locations/')).toEqual([204, 'GET, HEAD, POST, PUT'])
  expect(await ask('PATCH', '/locations/1/')).toEqual([405, 'GET, HEAD, PUT, DELETE'])
  expect(await ask('POST', '/deliveries/')).toEqual([405, 'GET, HEAD'])
  expect(await ask('OPTIONS', '/deliveries/1/')).toEqual([204, 'GET, HEAD'])
  expect(await ask('OPTIONS', '/nothing/')).toEqual([404, null])
  expect(await ask('GET', '/shifts/1/start')).toEqual([405, 'PUT, DELETE'])
})

test('HEAD is answered where GET is', async ({ api, site, asAdmin, event }) => {
  const paths = [
    '/events',
    `/events/${event.id}`,
    '/events/export.csv',
    '/dashboard',
    '/organisations/current',
    '/audit',
  ]
  for (const path of [...paths, '/events/calendar', '/openapi.json', '/sessions', '/auth/user'])
    expect((await api.call(site, { method: 'HEAD', path, headers: asAdmin })).status, path).toBe(200)
})

test('one record is changed at its own address', async ({ callApi, asAdmin, asMember, event }) => {
  const path = `/events/${event.id}/`
  expect(await callApi('PUT', path, asAdmin, { name: 'Race' })).toMatchObject({
    status: 200,
    body: { count: 1, order: [event.id], results: { events: { [event.id]: { name: 'Race' } } } },
  })
  expect((await callApi('PUT', path, asAdmin, [{ id: event.id, name: 'Cup' }])).status).toBe(200)
  expect(await callApi('PUT', path, asAdmin, { id: event.id + 1, name: 'X' })).toEqual({
    status: 400,
    body: { id: [`Must be ${event.id}, as in the address.`] },
  })
  expect((await callApi('PUT', path, asAdmin, [{}, {}])).status).toBe(400)
  expect((await callApi('PUT', '/events/999999/', asAdmin, { name: 'X' })).status).toBe(404)
  expect((await callApi('PUT', path, asMember, { name: 'X' })).status).toBe(403)
})

test('members export their own rows, and no refused export counts', async ({
  api,
  site,
  world,
  asMember,
  member,
  admin,
  addShift,
}) => {
  await addShift('2027-05-01T09:00Z', '2027-05-01T12:00Z', { person: member.id, notes: 'Mine' })
  await addShift('2027-05-01T09:00Z', '2027-05-01T12:00Z', { person: admin.id, notes: 'Theirs' })
  await world.insert(site, 'availability', {
    person: admin.id,
    date: '2027-05-01',
    start: '2027-05-01T00:00Z',
    end: '2027-05-01T23:59Z',
    available: 0,
  })
  const ask = (path: string) => api.call(site, { method: 'GET', path, headers: asMember })
  const shifts = await ask('/shifts/export.csv')
  expect(shifts.text.split('\r\n')[0]).toContain('actual_start')
  expect(shifts.text).toContain('Mine')
  expect(shifts.text).not.toContain('Theirs')
  const people = await ask('/people/export.csv')
  expect(people.text).toContain(member.email)
  expect(people.text.trim().split('\r\n')).toHaveLength(2)
  expect((await ask('/availability/export.csv')).text.trim().split('\r\n')).toHaveLength(1)
  for (const path of ['/roles/export.csv', '/events/export.csv', '/deliveries/export.csv'])
    expect((await ask(path)).status, path).toBe(403)
})

test('times of an export are on the wall clock of the site, with its zone in a column, and can be imported', async ({
  api,
  world,
  clock,
}) => {
  clock.set(new Date('2027-11-30T00:00Z'))
  const site = await world.makeSite({ timezone: 'Europe/London' })
  const headers = await api.signIn(site, await world.makePerson(site, { role: 'admin' }))
  const event = { name: 'Night', start: '2027-10-31T00:30Z', end: '2027-10-31T01:30:00.250Z' }
  await world.insert(site, 'events', event)
  await world.insert(site, 'events', { name: 'Day', start: '2027-06-01T09:00Z', end: '2027-06-01T10:00Z' })
  const { text } = await api.call(site, { method: 'GET', path: '/events/export.csv?sort=start', headers })
  const [head, day, night] = text.split('\r\n')
  expect(head).toMatch(/,timezone$/)
  expect(day).toContain(',2027-06-01 10:00:00,2027-06-01 11:00:00,')
  expect(day).toMatch(/,Europe\/London$/)
  expect(night).toContain(',2027-10-31 01:30:00,2027-10-31T01:30:00.250Z,')
  const send = async (csv: string) => {
    const body = new FormData()
    body.set('file', new File([csv], 'events.csv'))
    const answer = await api.call(site, { method: 'POST', path: '/events/?preview', headers, body })
    return JSON.parse(answer.text)
  }
  expect(await send(text)).toMatchObject({
    rows: 2,
    unchanged: 2,
    errors: 0,
    ignored: expect.not.arrayContaining(['timezone']),
  })
  const abroad = await send('name,start,end,timezone\r\nAbroad,2027-06-02 10:00,2027-06-02 11:00,Australia/Perth\r\n')
  expect(abroad.items[0].changes.start).toEqual([null, '2027-06-02T02:00:00.000Z'])
  const wrong = await send('name,start,end,timezone\r\nX,2027-06-02 10:00,2027-06-02 11:00,Mars\r\n')
  expect(wrong.items[0].messages).toEqual({ timezone: ['Not a time zone.'] })
})

test('a mistaken start can be undone for ten minutes, by its person', async ({
  world,
  callApi,
  api,
  site,
  member,
  admin,
  clock,
  addShift,
}) => {
  clock.set(new Date('2027-05-01T09:00Z'))
  const asMember = await api.signIn(site, member)
  const shift = await addShift('2027-05-01T09:00Z', '2027-05-01T12:00Z', { person: member.id })
  const others = await addShift('2027-05-01T09:00Z', '2027-05-01T12:00Z', { person: admin.id })
  const start = () => callApi('PUT', `/shifts/${shift.id}/start`, asMember, { datetime: '2027-05-01T09:00:00Z' })
  const back = () => callApi('DELETE', `/shifts/${shift.id}/start`, asMember)
  expect((await start()).status).toBe(200)
  const until = () =>
    world.withSite(site.id, async (db) => {
      const running = { id: shift.id, actual_start: clock.now(), actual_end: null }
      const ended = { ...running, actual_end: clock.now() }
      const [open, over] = await withTakeBack(db, [running, ended], clock.now())
      return [open?.take_back_until, over?.take_back_until]
    })
  expect(await until()).toEqual([expect.stringMatching(/^2027-05-01T09:10:0/), null])
  clock.set(new Date('2027-05-01T09:09:50Z'))
  expect(await back()).toMatchObject({
    status: 200,
    body: { results: { shifts: { [shift.id]: { actual_start: null } } } },
  })
  expect((await back()).status).toBe(200)
  await start()
  clock.set(new Date('2027-05-01T09:20:01Z'))
  expect(await until()).toEqual([null, null])
  expect(await back()).toEqual({
    status: 409,
    body: { detail: 'A start can be undone for ten minutes. Ask an admin to correct it.' },
  })
  expect((await callApi('DELETE', `/shifts/${others.id}/start`, asMember)).status).toBe(403)
  await callApi('PUT', `/shifts/${shift.id}/end`, asMember, { datetime: '2027-05-01T09:15:00Z' })
  expect(await back()).toEqual({ status: 409, body: { detail: 'This shift has ended.' } })
})

test('GET organisations/current answers an admin what the PUT answers', async ({
  callApi,
  asAdmin,
  asMember,
  api,
  world,
  site,
}) => {
  const path = '/organisations/current'
  const put = await callApi('PUT', path, asAdmin, {})
  expect(await callApi('GET', path, asAdmin)).toEqual(put)
  const { reader } = await credentialsOfRoles(world, api, site)
  expect(await callApi('GET', path, reader)).toEqual(put)
  for (const headers of [{}, asMember])
    expect((await callApi('GET', path, headers)).body).not.toHaveProperty('quiet_start')
})

test('competencies that a role requires are stored once each', async ({ callApi, asAdmin, world, site }) => {
  const { id } = await world.insert(site, 'competencies', { name: 'First aid' })
  const { body } = await callApi('POST', '/roles', asAdmin, { name: 'Helm', required_competencies: [id, id] })
  expect(body.results.roles[body.order[0]].required_competencies).toEqual([id])
})

test('an approved person joins the club on that day', async ({ api, world, clock }) => {
  clock.set(new Date('2027-05-01T14:30Z'))
  const site = await world.makeSite({ timezone: 'Pacific/Auckland' })
  const headers = await api.signIn(site, await world.makePerson(site, { role: 'admin' }))
  const joined = async (more: Record<string, unknown>) => {
    const person = await world.makePerson(site, { role: 'new', is_active: false, ...more })
    const path = '/people'
    const answer = await api.call(site, { method: 'PUT', path, headers, body: [{ id: person.id, is_active: true }] })
    return JSON.parse(answer.text).results.people[person.id].joined
  }
  expect(await joined({})).toBe('2027-05-02')
  expect(await joined({ joined: '2020-01-01' })).toBe('2020-01-01')
})

test('a photo that is too large is refused under its field', async ({ api, site, asMember }) => {
  for (const size of [5.5, 7]) {
    const body = new FormData()
    body.set('file', new File([new Uint8Array(size * 1024 * 1024)], 'a.png', { type: 'image/png' }))
    const answer = await api.call(site, { method: 'POST', path: '/people/upload_image_self', headers: asMember, body })
    expect([answer.status, JSON.parse(answer.text)]).toEqual([400, { file: ['The image may have at most 5 MiB.'] }])
  }
})

test('a call about the caller tells an API key that it needs a person', async ({ callApi, world, api, site }) => {
  const { reader } = await credentialsOfRoles(world, api, site)
  for (const path of ['/dashboard', '/events/calendar', '/calendarfeed', '/auth/user'])
    expect(await callApi('GET', path, reader), path).toEqual({
      status: 403,
      body: { detail: 'API keys cannot make this call. It’s for signed-in people.' },
    })
})

test('the description has the schemes, the codes of a 401, and instants as such', async ({ api, site }) => {
  const document = JSON.parse((await api.call(site, { method: 'GET', path: '/openapi.json' })).text)
  expect(document.components.securitySchemes.kiosk).toMatchObject({
    type: 'apiKey',
    in: 'header',
    name: 'x-kiosk-auth',
  })
  expect(document.paths['/kiosk/data'].get.security).toEqual([{ kiosk: [] }])
  expect(document.components.schemas.Unauthenticated.properties.code.enum).toContain('token_expired')
  const body = document.paths['/shifts/{id}/start'].put.requestBody.content['application/json'].schema
  expect(body.properties.datetime.format).toBe('date-time')
})

test('a person has all settings everywhere, and the joined format follows the two', async ({
  callApi,
  asMember,
  member,
}) => {
  await callApi('PUT', '/people/change_settings_self', asMember, { settings: { timeFormat: 'HH:mm' } })
  const settings = {
    dateFormat: 'ddd D MMM YYYY',
    timeFormat: 'HH:mm',
    dateTimeFormat: 'ddd D MMM YYYY HH:mm',
    theme: 'Auto',
    hidden_external_calendars: '',
  }
  expect((await callApi('GET', '/auth/user', asMember)).body.settings).toEqual(settings)
  for (const path of ['/people?self', `/people/${member.id}`])
    expect((await callApi('GET', path, asMember)).body.results.people[member.id].settings, path).toEqual(settings)
})

test('a record accepts null for details', async ({ callApi, asAdmin, world, site, member }) => {
  const competency = await world.insert(site, 'competencies', { name: 'First aid' })
  const record = { person: member.id, competency: competency.id, achieved: '2026-01-01', details: null, training: null }
  for (const path of ['/records', '/records/add']) {
    const answer = await callApi('POST', path, asAdmin, {
      ...record,
      achieved: path === '/records' ? '2026-01-01' : '2026-01-02',
    })
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  }
})

test('members cannot count open shifts: by lists, counts, numbers or exports', async ({
  callApi,
  api,
  site,
  asMember,
  asAdmin,
  member,
  event,
  addShift,
}) => {
  const own = await addShift('2027-05-01T09:00Z', '2027-05-01T12:00Z', { person: member.id })
  const open = await addShift('2027-05-01T09:00Z', '2027-05-01T12:00Z')
  for (const query of ['', '?person=null', `?event=${event.id}`, `?id=${open.id}`, '?sort=person'])
    expect((await callApi('GET', `/shifts${query}`, asMember)).body.order, query).not.toContain(open.id)
  expect((await callApi('GET', '/shifts', asMember)).body).toMatchObject({ count: 1, order: [own.id] })
  expect((await callApi('GET', `/shifts/${open.id}`, asMember)).status).toBe(404)
  expect((await callApi('GET', '/shifts?person=null', asAdmin)).body.order).toEqual([open.id])
  expect((await callApi('GET', `/events/${event.id}`, asMember)).body.results.events[event.id]).not.toHaveProperty(
    'empty',
  )
  const exported = await api.call(site, { method: 'GET', path: '/shifts/export.csv', headers: asMember })
  expect(exported.text).not.toContain(`\r\n${open.id},`)
})

test.for([
  ['1', 409],
  ['0', 409],
  ['', 409],
  ['true', 409],
  ['perhaps', 400],
] as const)(
  'the flag "%s" in the form of an import is answered with %s',
  async ([skip_errors, status], { callApi, asAdmin }) => {
    const file = fileForm('name,email\nM,m@host.test\n', { kind: 'people', mapping: '{}', options: '{}', skip_errors })
    expect((await callApi('POST', '/imports', asAdmin, file)).status).toBe(status)
  },
)
