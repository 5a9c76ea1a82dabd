import { expect } from 'vitest'
import { publishAll } from '#server/publishing/commands.ts'
import { publishOne } from '#server/publishing/later/tick.ts'
import { test as base, NOW, SHIFT_START } from '#tests/support/answer-links.ts'
import { adminActor } from '#tests/support/world.ts'

const MINUTE = 60_000
const PHONE = { sms_verified: true, sms_notifications: true }

/** An unpublished event with four people: one by email and text, one by email, two unreachable. */
const test = base
  .extend('site', ({ world }) => world.makeSite({ sms_enabled: true }))
  .extend('headers', ({ api, site, admin }) => api.signIn(site, admin))
  .extend('people', async ({ world, site }) => {
    return {
      long: await world.makePerson(site, {
        name: 'Maximilian Featherstonehaugh-Cholmondeley',
        phone: '+447700900001',
        ...PHONE,
      }),
      short: await world.makePerson(site, { name: 'Ann Lee' }),
      bare: await world.makePerson(site, { name: 'Peggy Bare', email: '', phone: '+447700900631' }),
      quiet: await world.makePerson(site, { name: 'Niamh Quiet', email_notifications: false }),
    }
  })
  .extend('event', async ({ world, site, people }) => {
    const event = await world.insert(site, 'events', {
      name: 'Race 6',
      start: SHIFT_START,
      end: '2027-03-20T13:00:00Z',
    })
    const role = await world.insert(site, 'roles', { name: 'Helm' })
    for (const { id } of Object.values(people))
      await world.insert(site, 'shifts', {
        event: event.id,
        person: id,
        role: role.id,
        start: SHIFT_START,
        end: '2027-03-20T11:00:00Z',
      })
    return event.id
  })
  .extend(
    'proof',
    ({ callApi, headers, event }) =>
      async (over: object = {}) =>
        (await callApi('POST', '/roster/publish/proof', headers, { events: [event], ...over })).body,
  )
  .extend(
    'receipt',
    ({ callApi, headers, event }) =>
      async (query = '') =>
        (await callApi('GET', `/events/${event}/receipt${query}`, headers)).body,
  )
  .extend(
    'publish',
    ({ world, site, admin, event }) =>
      () =>
        world.act(site, adminActor(admin), (ctx) => publishAll(ctx, { events: [event], shifts: [] })),
  )

/**
 * A text without its links' codes, which only the sent message has, and without the host, which differs between the API
 * and the sender of the tests.
 */
const withoutCodes = (text: string) =>
  text.replace(/https?:\/\/[^/\s"]+/g, 'https://club').replace(/(answer|a|emails)\/[\w.-]+/g, '$1/…')

test('the proof lists recipients, and unreachable people with the reason and a number; nothing is stored', async ({
  world,
  proof,
  people,
}) => {
  const answer = await proof()
  expect(answer).toMatchObject({
    shifts: 4,
    people: 2,
    by_text: 1,
    reached: [
      { person: people.short.id, name: 'Ann Lee', what: ['You are on: Helm'], channels: ['email'] },
      { person: people.long.id, what: ['You are on: Helm'], channels: ['email', 'sms'] },
    ],
    unreached: [
      {
        person: people.quiet.id,
        phone: null,
        what: ['You are on: Helm'],
        why: 'Has switched off this kind of email. Texts',
      },
      {
        person: people.bare.id,
        phone: '+447700900631',
        why: 'Has no email address. Has not verified the phone number.',
      },
    ].map((line) => ({ ...line, why: expect.stringContaining(line.why.replace(' Texts', '')) })),
    first: people.long.id,
    mail: { person: people.long.id },
  })
  const { rows } = await world.superuser.query(
    'select count(*)::int as n from core.deliveries where person = any ($1)',
    [Object.values(people).map(({ id }) => id)],
  )
  expect(rows).toEqual([{ n: 0 }])
})

test('the messages of the proof equal the sent ones, to the letter', async ({ proof, publish, outbox, people }) => {
  const shown = await proof()
  const other = await proof({ person: people.short.id })
  await publish()
  const { mails, texts } = await outbox()
  const sent = (to: string) => mails.find((mail) => mail.to === to)!
  for (const [{ mail }, { email }] of [
    [shown, people.long],
    [other, people.short],
  ] as const) {
    const [message] = mail.messages
    expect(message.email).toMatchObject({ subject: sent(email).subject, to: email })
    expect(withoutCodes(message.email.html)).toBe(withoutCodes(sent(email).html))
  }
  const [text] = texts
  expect(withoutCodes(shown.mail.messages[0].sms.text)).toBe(withoutCodes(text!.text))
  expect(shown.mail.messages[0].sms).toMatchObject({ text: expect.stringMatching(/.{1,160}/s), parts: 1 })
  expect(other.mail.messages).toMatchObject([{ kind: 'shift.assigned', sms: null }])
})

test('the receipt shows the progress for each person, and keeps the mail as sent', async ({
  world,
  admin,
  publish,
  outbox,
  receipt,
  callApi,
  headers,
  people,
  event,
}) => {
  expect(await receipt()).toMatchObject({ published: null, people: [], mail: null })
  await publish()
  expect((await receipt()).people.map(({ name, state }: { name: string; state: string }) => [name, state])).toEqual([
    ['Niamh Quiet', 'not_reached'],
    ['Peggy Bare', 'not_reached'],
    ['Ann Lee', 'waiting'],
    ['Maximilian Featherstonehaugh-Cholmondeley', 'waiting'],
  ])
  const waiting = await receipt(`?person=${people.short.id}`)
  const { mails } = await outbox()
  expect(waiting.mail).toMatchObject({ sent_at: null, messages: [{ email: { to: people.short.email } }] })
  const before = await receipt(`?person=${people.short.id}`)
  expect(before).toMatchObject({
    published: { by: admin.name, by_me: true },
    notified: 2,
    by_text: 1,
    mail: { person: people.short.id, messages: [{ kind: 'shift.assigned', email: { to: people.short.email } }] },
  })
  const mail = mails.find(({ to }) => to === people.short.email)!
  expect(withoutCodes(before.mail.messages[0].email.html)).toBe(withoutCodes(mail.html))

  const { rows } = await world.superuser.query<{ id: number; person: number }>(
    'select id::int, person::int from core.shifts where event = $1',
    [event],
  )
  const shiftOf = (person: { id: number }) => rows.find((row) => row.person === person.id)!.id
  await callApi('PUT', `/shifts/${shiftOf(people.short)}/answer`, headers, { answer: 'confirmed' })
  await callApi('PUT', `/shifts/${shiftOf(people.long)}/answer`, headers, { answer: 'declined' })
  await world.superuser.query(`update core.events set name = 'Renamed' where id = $1`, [event])
  const after = await receipt(`?person=${people.short.id}`)
  expect(after.people.map(({ name, state }: { name: string; state: string }) => [name, state])).toEqual([
    ['Niamh Quiet', 'not_reached'],
    ['Peggy Bare', 'not_reached'],
    ['Maximilian Featherstonehaugh-Cholmondeley', 'seeking_cover'],
    ['Ann Lee', 'confirmed'],
  ])
  expect(after.mail.messages[0].email.html).toBe(before.mail.messages[0].email.html)
})

test('a bounced mail needs attention, with the reason', async ({ world, publish, outbox, receipt, people }) => {
  await publish()
  await outbox()
  await world.superuser.query(`update core.deliveries set state = 'bounced', reason = null where person = $1`, [
    people.short.id,
  ])
  expect((await receipt()).people.find(({ person }: { person: number }) => person === people.short.id)).toMatchObject({
    state: 'not_reached',
    why: 'Came back: the address doesn’t accept emails.',
    channels: [],
  })
})

test('the proof of the editor covers the roster as staged', async ({ callApi, headers, people, event }) => {
  const fields = {
    person: people.short.id,
    assignment: null,
    role: null,
    location: null,
    start: '2027-03-20T15:00',
    end: '2027-03-20T16:00',
    modified_start: null,
    modified_end: null,
    notes: '',
  }
  const staged = { event: null, added: [{ key: 'a', fields }], changed: [], removed: [], publish: false }
  const { status, body } = await callApi('POST', `/events/${event}/proof`, headers, { staged, person: people.short.id })
  expect([status, body.shifts, body.mail?.messages.length]).toEqual([200, 5, 1])
  expect(body.reached[0].what).toEqual([
    'You are on: Helm, Sat 20 Mar 9:00 am',
    'You are on: Race 6, Sat 20 Mar 3:00 pm',
  ])
})

test('members, other clubs and bad input get neither proof nor receipt', async ({
  world,
  api,
  callApi,
  headers,
  site,
  member,
  event,
}) => {
  const own = await api.signIn(site, member)
  expect((await callApi('POST', '/roster/publish/proof', own, { events: [event] })).status).toBe(403)
  expect((await callApi('GET', `/events/${event}/receipt`, own)).status).toBe(403)
  expect((await callApi('GET', '/events/999999999/receipt', headers)).status).toBe(404)
  expect((await callApi('GET', `/events/${event}/receipt?person=x`, headers)).status).toBe(400)
  const elsewhere = await world.makeSite()
  const foreign = await api.signIn(elsewhere, await world.makePerson(elsewhere, { role: 'admin' }))
  const there = await api.call(elsewhere, {
    method: 'POST',
    path: '/roster/publish/proof',
    headers: foreign,
    body: { events: [event] },
  })
  expect(JSON.parse(there.text)).toMatchObject({ shifts: 0, people: 0, reached: [], unreached: [], mail: null })
  expect(
    (await api.call(elsewhere, { method: 'GET', path: `/events/${event}/receipt`, headers: foreign })).status,
  ).toBe(404)
})

test('shifts are published at the planned time, once, by whichever worker comes first', async ({
  world,
  callApi,
  headers,
  admin,
  outbox,
  event,
  receipt,
}) => {
  const at = new Date(NOW.getTime() + 5 * MINUTE).toISOString()
  const planned = await callApi('POST', '/roster/publish/later', headers, { events: [event], at })
  expect(planned).toMatchObject({ status: 201, body: { at, shifts: 4 } })
  world.clock.set(new Date(NOW.getTime() + 4 * MINUTE))
  expect((await outbox()).mails).toEqual([])
  world.clock.set(new Date(NOW.getTime() + 5 * MINUTE))
  const [first, second] = [outbox(), outbox()]
  await Promise.all([first, second])
  const { rows } = await world.superuser.query(
    `select count(*)::int as n from core.deliveries where event = $1 and kind = 'shift.assigned' and channel = 'email' and state = 'sent'`,
    [event],
  )
  expect(rows).toEqual([{ n: 2 }])
  expect(await receipt()).toMatchObject({ published: { by: admin.name }, notified: 2 })
  expect((await callApi('PUT', `/roster/publish/later/${planned.body.id}/cancel`, headers)).status).toBe(409)
})

test('a planned publication can be cancelled or replaced, and refuses an invalid time', async ({
  world,
  site,
  admin,
  callApi,
  headers,
  event,
  outbox,
}) => {
  const plan = (at: string) => callApi('POST', '/roster/publish/later', headers, { events: [event], at })
  expect(await plan(NOW.toISOString())).toMatchObject({
    status: 400,
    body: { at: ['Choose a date and time in the future.'] },
  })
  expect(await plan(SHIFT_START)).toMatchObject({
    status: 400,
    body: { at: ['Choose a time before the first of the shifts begins.'] },
  })
  expect(await plan('tomorrow')).toMatchObject({ status: 400, body: { at: ['Must be an instant.'] } })
  const first = await plan(new Date(NOW.getTime() + MINUTE).toISOString())
  const second = await plan(new Date(NOW.getTime() + 2 * MINUTE).toISOString())
  const states = async () =>
    (
      await world.superuser.query('select id::int, state from core.publications where id = any ($1) order by id', [
        [first.body.id, second.body.id],
      ])
    ).rows.map(({ state }) => state)
  expect(await states()).toEqual(['cancelled', 'planned'])
  for (let times = 0; times < 2; times += 1)
    expect((await callApi('PUT', `/roster/publish/later/${second.body.id}/cancel`, headers)).status).toBe(200)
  world.clock.set(new Date(NOW.getTime() + 3 * MINUTE))
  expect((await outbox()).mails).toEqual([])
  // A worker that had found it before it was cancelled.
  await world.act(site, adminActor(admin), (ctx) => publishOne(ctx, second.body.id))
  expect((await outbox()).mails).toEqual([])
  expect(await states()).toEqual(['cancelled', 'cancelled'])
})
