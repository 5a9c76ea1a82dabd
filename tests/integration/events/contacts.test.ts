import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { UNDO_WINDOW_MS } from '#server/deliveries/contract.ts'
import { decode } from '#server/imports/decode.ts'
import { listCoordinators } from '#server/people/coordinators.ts'
import { readOwnData } from '#server/people/self/own-data.ts'
import { erasePerson } from '#server/platform/erase.ts'
import { createProductCollections } from '#server/registry.ts'
import { ownAccountOf } from '#tests/support/accounts.ts'
import { test as base, SHIFT_START } from '#tests/support/answer-links.ts'
import { callerOf, shapeOf } from '#tests/support/collections/samples.ts'
import { chooseContacts } from '#tests/support/contacts.ts'
import { noFiles } from '#tests/support/pictures.ts'
import { recentAdmin } from '#tests/support/world.ts'

const engine = createProductCollections()
const SPAN = { start: '2027-06-05T09:00:00Z', end: '2027-06-05T12:00:00Z' }

const test = base
  .extend('asAdmin', async ({ api, site, admin, callApi }) => {
    const headers = await api.signIn(site, admin)
    return (method: string, path: string, body?: unknown) => callApi(method, path, headers, body)
  })
  .extend('asMember', async ({ api, site, member, callApi }) => {
    const headers = await api.signIn(site, member)
    return (method: string, path: string, body?: unknown) => callApi(method, path, headers, body)
  })
  .extend('ann', ({ world, site }) => world.makePerson(site, { name: 'Ann Archer' }))
  .extend('ben', ({ world, site }) => world.makePerson(site, { name: 'Ben Baker' }))
  .extend('race', async ({ world, site }) => (await world.insert(site, 'events', { name: 'Race', ...SPAN })).id)
  .extend('contactsOf', ({ asAdmin }) => async (event: number) => {
    const { body } = await asAdmin('GET', `/events/${event}/`)
    return body.results.events[event].contacts
  })
  .extend('receivers', ({ world, site }) => async (event: number) => {
    return world.withSite(site.id, async (db) => (await listCoordinators(db, [event])).get(event))
  })

test('an admin chooses contacts in an order, finds events by them, and takes them back', async ({
  asAdmin,
  ann,
  ben,
  race,
  contactsOf,
}) => {
  const put = (contacts: readonly unknown[]) => asAdmin('PUT', `/events/${race}/`, { contacts })
  expect((await put([ben.id, ann.id, ben.id])).status).toBe(200)
  expect(await contactsOf(race)).toEqual([ben.id, ann.id])
  const found = await asAdmin('GET', `/events/?contacts=${ann.id}&expand=contacts`)
  expect(found.body).toMatchObject({ count: 1, results: { people: { [ann.id]: { name: 'Ann Archer' } } } })
  expect((await asAdmin('GET', '/events/?contacts=null')).body.count).toBe(0)
  expect((await put([ann.id])).status).toBe(200)
  expect(await contactsOf(race)).toEqual([ann.id])
  expect((await asAdmin('PUT', `/events/${race}/`, { name: 'Cup' })).status).toBe(200)
  expect(await contactsOf(race)).toEqual([ann.id])
  const made = await asAdmin('POST', '/events/', { name: 'Two', ...SPAN, contacts: [ann.id, ben.id] })
  expect(await contactsOf(made.body.order[0])).toEqual([ann.id, ben.id])
})

test('no event has more than ten contacts', async ({ world, site, asAdmin, race }) => {
  const people: number[] = []
  for (let i = 0; i < 11; i++) people.push((await world.makePerson(site)).id)
  const put = (contacts: readonly number[]) => asAdmin('PUT', `/events/${race}/`, { contacts })
  expect(await put(people)).toMatchObject({ status: 400, body: { contacts: ['At most 10.'] } })
  expect((await put(people.slice(1))).status).toBe(200)
})

test('a person of another site is no contact, by the API and by the key of the table', async ({
  world,
  site,
  asAdmin,
  race,
}) => {
  const other = await world.makeSite()
  const stranger = await world.makePerson(other)
  expect(await asAdmin('PUT', `/events/${race}/`, { contacts: [stranger.id] })).toMatchObject({
    status: 400,
    body: { contacts: ['Not found.'] },
  })
  await expect(chooseContacts(world, site, { event: race }, stranger)).rejects.toThrow(/event_contacts_person_fk/)
  await chooseContacts(world, other, { event: (await world.insert(other, 'events', SPAN)).id }, stranger)
  const seen = await world.withSite(site.id, (db) => db.selectFrom('event_contacts').selectAll().execute())
  expect(seen).toEqual([])
})

test('a member reads no contacts, and changes none', async ({ world, site, asMember, race, ann, member }) => {
  await chooseContacts(world, site, { event: race }, ann, member)
  const { body } = await asMember('GET', `/events/${race}/`)
  expect(body.results.events[race]).not.toHaveProperty('contacts')
  expect((await asMember('GET', `/events/?contacts=${ann.id}`)).status).toBe(400)
  expect((await asMember('PUT', `/events/${race}/`, { contacts: [] })).status).toBe(403)
})

test('the text of a contact chooses no one; a chosen person is a coordinator of that event only, once', async ({
  world,
  site,
  admin,
  ann,
  ben,
  race,
  receivers,
}) => {
  const { id: other } = await world.insert(site, 'events', { name: 'Cup', contact: `Ann Archer ${ann.email}`, ...SPAN })
  await chooseContacts(world, site, { event: race }, ann, admin)
  expect(await receivers(race)).toEqual([admin.id, ann.id])
  expect(await receivers(other)).toEqual([admin.id])
  await chooseContacts(world, site, { event: other }, ben)
  await world.superuser.query('update core.people set is_active = false where id = $1', [ben.id])
  expect(await receivers(other)).toEqual([admin.id])
})

test('a contact who takes no notifications gets none', async ({
  world,
  site,
  admin,
  member,
  ann,
  ben,
  shiftOf,
  answerAs,
  outbox,
}) => {
  const shift = await shiftOf(member)
  await chooseContacts(world, site, { shift }, ann, ben)
  await world.superuser.query('update core.people set email_notifications = false where id = $1', [ben.id])
  world.clock.set(new Date(Date.parse(SHIFT_START) - 30 * 3_600_000))
  expect((await answerAs(member, shift, { answer: 'declined' })).status).toBe(200)
  world.clock.set(new Date(world.clock.epochMs() + UNDO_WINDOW_MS))
  const sent = (await outbox()).mails.filter(({ kind }) => kind === 'answer.declined')
  expect(sent.map(({ to }) => to).sort()).toEqual([admin.email, ann.email].sort())
})

test('contacts are notified of a new request, once for a series and not of one withdrawn in time', async ({
  world,
  site,
  admin,
  member,
  ann,
  ben,
  callApi,
  api,
  outbox,
}) => {
  world.clock.set(new Date('2027-05-01T09:00:00Z'))
  const { id: series } = await world.insert(site, 'series', { name: 'Cup' })
  const events: number[] = []
  for (const name of ['First race', 'Second race'])
    events.push((await world.insert(site, 'events', { name, series, ...SPAN })).id)
  const { id: other } = await world.insert(site, 'events', { name: 'Supper', ...SPAN })
  for (const event of events) await chooseContacts(world, site, { event }, ann)
  await chooseContacts(world, site, { event: other }, ben, admin, member)
  const headers = await api.signIn(site, member)
  const batch = (list: readonly number[]) =>
    callApi(
      'POST',
      '/requests/batch',
      headers,
      list.map((event) => ({ event, comments: 'Knee is better' })),
    )
  const requests = async () => {
    world.clock.set(new Date(world.clock.epochMs() + UNDO_WINDOW_MS))
    return (await outbox()).mails.filter(({ kind }) => kind === 'request.made')
  }
  const taken = await batch([other])
  expect(await callApi('PUT', '/requests/withdraw', headers, { requests: taken.body.order })).toMatchObject({
    status: 200,
  })
  expect(await requests()).toEqual([])
  expect((await batch(events)).status).toBe(200)
  const [mail, ...more] = await requests()
  expect(more).toEqual([])
  expect(mail).toMatchObject({ to: ann.email })
  for (const part of [
    `${member.name} would like to help at 2 events`,
    'First race',
    'Second race',
    'An admin will reply',
  ])
    expect(mail?.text).toContain(part)
  expect(mail?.text).not.toContain('Knee')
  const { status } = await callApi('POST', '/requests/', headers, [{ event: other, person: member.id }])
  expect(status).toBe(201)
  const sent = await requests()
  expect(sent.map(({ to }) => to).sort()).toEqual([admin.email, ben.email].sort())
  expect(sent.find(({ to }) => to === admin.email)?.text).toContain('/todo')
  expect(sent.find(({ to }) => to === ben.email)?.text).not.toContain('/todo')
})

test('a request that an admin makes for someone notifies no contact', async ({
  world,
  site,
  member,
  ann,
  race,
  asAdmin,
}) => {
  await chooseContacts(world, site, { event: race }, ann)
  expect((await asAdmin('POST', '/requests/', [{ event: race, person: member.id }])).status).toBe(201)
  const { rowCount } = await world.superuser.query('select from core.deliveries where site_id = $1', [site.id])
  expect(rowCount).toBe(0)
})

test('copies of an event have its contacts', async ({ world, site, asAdmin, race, ann, contactsOf }) => {
  await chooseContacts(world, site, { event: race }, ann)
  const { status, body } = await asAdmin('POST', `/events/${race}/repeat`, {
    rule: { unit: 'week', every: 1, weekdays: [6], monthly: 'day', until: null, count: 2 },
    except: [],
    places: false,
  })
  expect({ status, body }).toMatchObject({ status: expect.toSatisfy((code: number) => code < 300) })
  const { body: events } = await asAdmin('GET', '/events/?sort=-start&limit=1')
  expect(events.order[0]).not.toBe(race)
  expect(await contactsOf(events.order[0])).toEqual([ann.id])
})

test('deleting a contact asks first, and its undo makes them a contact again', async ({
  world,
  site,
  asAdmin,
  race,
  ann,
  contactsOf,
}) => {
  await chooseContacts(world, site, { event: race }, ann)
  const asked = await asAdmin('DELETE', `/people/${ann.id}/`)
  expect(asked).toMatchObject({ status: 409, body: { confirm: 1, also_cleared: { events: 1 }, also_removed: {} } })
  const { status, body } = await asAdmin('POST', '/people/bulk', { ids: [ann.id], remove: true, confirm: 1 })
  expect(status).toBe(200)
  expect(await contactsOf(race)).toEqual([])
  await asAdmin('POST', '/people/undo', { token: body.undo.token })
  expect(await contactsOf(race)).toEqual([ann.id])
})

test('a file names contacts by their ids, and its import can be undone', async ({ world, site, admin, ann, ben }) => {
  const call = callerOf(world, engine, site, await recentAdmin(world, site, admin))
  const send = async (rows: string) => {
    const file = decode(Buffer.from(`name,start,end,contacts\n${rows}`))
    return JSON.parse(String((await call('POST', 'events', { file })).body))
  }
  const row = (contacts: string) => `Supper,2027-06-05 18:00,2027-06-05 22:00,"${contacts}"\n`
  const imported = await send(row(`${ben.id}, ${ann.id}`))
  expect(imported).toMatchObject({ created: 1 })
  expect(await send(row(`${ben.id},${ann.id}`))).toMatchObject({ unchanged: 1 })
  const { order, results } = shapeOf(await call('GET', 'events', { query: { name: 'Supper' } }))
  expect(results.events?.[order[0] ?? 0]).toMatchObject({ contacts: [ben.id, ann.id] })
  await call('POST', 'events', { segments: ['undo'], body: { token: imported.undo.token } })
  expect(shapeOf(await call('GET', 'events', { query: { name: 'Supper' } })).count).toBe(0)
})

test('own data names the events of a contact, and erasure ends them', async ({ world, site, race, ann, receivers }) => {
  await chooseContacts(world, site, { event: race }, ann)
  const { session } = await ownAccountOf(world, site, ann)
  expect(await world.act(site, session.actor, readOwnData)).toMatchObject({ contact_of: [{ event: 'Race' }] })
  expect(await receivers(race)).toContain(ann.id)
  await erasePerson(
    { pool: world.pool('platform'), storage: noFiles, now: world.clock.now() },
    site.slug,
    String(ann.id),
  )
  const { rowCount } = await world.superuser.query('select from core.event_contacts where person = $1', [ann.id])
  expect(rowCount).toBe(0)
})

test('people who were notified because of a text stay notified, by the migration', async ({
  world,
  site,
  ann,
  ben,
  asAdmin,
  contactsOf,
}) => {
  const { body } = await asAdmin('POST', '/events/', [
    { name: 'By name', contact: 'ann archer', start: '2999-06-05T09:00:00Z', end: '2999-06-05T12:00:00Z' },
    {
      name: 'By email',
      contact: `Ben <${ben.email.toUpperCase()}>`,
      start: '2999-06-05T09:00:00Z',
      end: '2999-06-05T12:00:00Z',
    },
    { name: 'Past', contact: 'Ann Archer', start: '2020-06-05T09:00:00Z', end: '2020-06-05T12:00:00Z' },
  ])
  const other = await world.makeSite()
  await world.insert(other, 'events', {
    contact: 'Ann Archer',
    start: '2999-06-05T09:00:00Z',
    end: '2999-06-05T12:00:00Z',
  })
  const [, move = ''] = readFileSync('migrations/0006-event-contacts.sql', 'utf8').split(
    'set local role watchbill_platform;',
  )
  await world.superuser.query(move.replace('reset role;', ''))
  const [byName, byEmail, past] = body.order
  expect(await contactsOf(byName)).toEqual([ann.id])
  expect(await contactsOf(byEmail)).toEqual([ben.id])
  expect(await contactsOf(past)).toEqual([])
  const { rowCount } = await world.superuser.query('select from core.event_contacts where site_id = $1', [other.id])
  expect(rowCount).toBe(0)
  const { rowCount: queued } = await world.superuser.query('select from core.deliveries where site_id = $1', [site.id])
  expect(queued).toBe(0)
})
