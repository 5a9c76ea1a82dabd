import { expect } from 'vitest'
import { UNDO_WINDOW_MS } from '#server/deliveries/contract.ts'
import { test as base, SHIFT_START, tokenIn } from '#tests/support/answer-links.ts'
import { chooseContacts } from '#tests/support/contacts.ts'
import { tell } from '#tests/support/messages/messaging.ts'

const HOUR = 3_600_000

const test = base
  .extend('site', ({ world }) =>
    world.makeSite({
      timezone: 'Europe/London',
      sms_enabled: true,
      allow_release: true,
      release_days: 1,
      prefix: 'HSC',
    }),
  )
  .extend('coordinator', ({ world, site }) =>
    world.makePerson(site, {
      name: 'Cora Lead',
      role: 'admin',
      phone: '+447700900124',
      sms_verified: true,
      sms_notifications: true,
    }),
  )
  .extend('hoursBefore', ({ world }) => (hours: number) => {
    world.clock.set(new Date(Date.parse(SHIFT_START) - hours * HOUR))
  })
  .extend('answer', ({ answerAs }) => async (as: { id: number; email: string }, shift: number, body: object) => {
    expect((await answerAs(as, shift, { answer: 'declined', ...body })).status).toBe(200)
  })
  /** The notices to coordinators once the answers so far can no longer be undone. */
  .extend('declined', ({ world, outbox }) => async () => {
    world.clock.set(new Date(world.clock.epochMs() + UNDO_WINDOW_MS))
    const { mails, texts } = await outbox()
    const here = ({ kind }: { kind: string }) => kind === 'answer.declined'
    return { mails: mails.filter(here), texts: texts.filter(here) }
  })

const toWhom = ({ mails, texts }: { mails: { to: string }[]; texts: { to: string }[] }) =>
  [...mails, ...texts].map(({ to }) => to).sort()

test('a decline under 48 hours before notifies every coordinator by email and SMS, once', async ({
  world,
  site,
  member,
  admin,
  coordinator,
  shiftOf,
  hoursBefore,
  answer,
  declined,
}) => {
  const role = (await world.insert(site, 'roles', { name: 'Race Officer' })).id
  const shift = await shiftOf(member, { role })
  hoursBefore(46.5)
  await answer(member, shift, { reason: 'I am ill' })
  const sent = await declined()
  expect(toWhom(sent)).toEqual([admin.email, coordinator.email, '+447700900124'].sort())
  const [mail] = sent.mails
  for (const part of [
    member.name,
    'Race Officer at Race',
    'in 46 hours',
    'Reason: I am ill',
    'stays theirs',
    '/events/',
  ])
    expect(mail?.text).toContain(part)
  expect(sent.texts[0]?.text).toContain(member.name)
  await answer(member, shift, { reason: 'I am ill' })
  expect(toWhom(await declined())).toEqual([])
})

test('a decline reverted within the undo window reaches no one, and no one is asked', async ({
  world,
  site,
  member,
  coordinator,
  shiftOf,
  hoursBefore,
  answer,
  outbox,
}) => {
  expect(coordinator.id).toBeGreaterThan(0)
  const shift = await shiftOf(member)
  hoursBefore(30)
  await tell(world, site, shift, member)
  const seconds = (count: number) => world.clock.set(new Date(Date.parse(SHIFT_START) - 30 * HOUR + count * 1_000))
  await answer(member, shift, {})
  seconds(4)
  expect(toWhom(await outbox())).toEqual([])
  await answer(member, shift, { answer: 'asked' })
  seconds(90)
  expect(toWhom(await outbox())).toEqual([])
  const { rowCount } = await world.superuser.query('select from core.coverasks where site_id = $1', [site.id])
  expect(rowCount).toBe(0)
})

test.for([
  { name: 'with cover and time left', hours: 49, body: {}, told: false },
  { name: 'without cover', hours: 400, body: { cover: false }, told: true },
  { name: 'released in time', hours: 400, body: { cover: false, release: true }, told: false },
])(
  'a decline $name: coordinators are notified: $told',
  async ({ hours, body, told }, { member, admin, shiftOf, hoursBefore, answer, declined }) => {
    const shift = await shiftOf(member)
    hoursBefore(hours)
    await answer(member, shift, body)
    expect((await declined()).mails.map(({ to }) => to)).toEqual(told ? [admin.email] : [])
  },
)

test('a decline by the link of a mail notifies them as well', async ({
  member,
  admin,
  callApi,
  shiftOf,
  outbox,
  hoursBefore,
  declined,
}) => {
  await shiftOf(member)
  hoursBefore(7 * 24)
  const [mail] = (await outbox()).mails
  hoursBefore(20)
  expect((await callApi('POST', `/answers/${tokenIn(mail!)}`, {}, { answer: 'declined' })).status).toBe(200)
  expect((await declined()).mails.map(({ to }) => to)).toEqual([admin.email])
})

test('the recorder of a phoned decline is not notified, and no one is after it was reverted', async ({
  member,
  admin,
  coordinator,
  shiftOf,
  hoursBefore,
  answer,
  declined,
}) => {
  const [one, other] = [await shiftOf(member), await shiftOf(member)]
  hoursBefore(30)
  await answer(admin, one, {})
  await answer(member, other, {})
  await answer(member, other, { answer: 'asked' })
  expect((await declined()).mails.map(({ to }) => to)).toEqual([coordinator.email])
})

test.for([
  { name: 'with a search', hours: 30, body: {}, says: 'Suitable people are being asked.' },
  { name: 'without one', hours: 400, body: { cover: false }, says: 'No one is being asked yet.' },
  {
    name: 'off the shift',
    hours: 30,
    body: { release: true },
    says: 'They are off the roster, and the shift is open.',
  },
])(
  'a decline $name says what happens to the shift',
  async ({ hours, body, says }, { member, admin, shiftOf, hoursBefore, answer, declined }) => {
    const shift = await shiftOf(member)
    hoursBefore(hours)
    await answer(member, shift, body)
    expect((await declined()).mails).toMatchObject([{ to: admin.email, text: expect.stringContaining(says) }])
  },
)

test('a second decline after a reverted one notifies them again', async ({
  member,
  admin,
  shiftOf,
  hoursBefore,
  answer,
  declined,
}) => {
  const shift = await shiftOf(member)
  hoursBefore(30)
  for (const reason of ['I am ill', 'I am ill again']) {
    await answer(member, shift, { reason })
    expect((await declined()).mails).toMatchObject([{ to: admin.email, text: expect.stringContaining(reason) }])
    await answer(member, shift, { answer: 'asked' })
    expect((await declined()).mails).toEqual([])
  }
})

test('a reason added later changes only the reason: waiting messages get it, and no one is notified again', async ({
  world,
  site,
  member,
  admin,
  coordinator,
  callApi,
  shiftOf,
  outbox,
  hoursBefore,
  declined,
  answersOf,
}) => {
  const shift = await shiftOf(member)
  hoursBefore(7 * 24)
  const [mail] = (await outbox()).mails
  // At two in the morning the mails are sent, and the text waits for the day.
  hoursBefore(31)
  const decline = async (body: object) =>
    expect((await callApi('POST', `/answers/${tokenIn(mail!)}`, {}, { answer: 'declined', ...body })).status).toBe(200)
  await decline({})
  expect(toWhom(await declined())).toEqual([admin.email, coordinator.email].sort())
  const { rows: searches } = await world.superuser.query(
    "update core.covers set state = 'stopped', next_rung_at = null, ended = 'stopped', ended_at = now() where site_id = $1 and shift = $2 returning id",
    [site.id, shift],
  )
  expect(searches).toHaveLength(1)
  await decline({ reason: 'Chickenpox' })
  expect(await answersOf(shift)).toMatchObject({ reason: 'Chickenpox', given: 1 })
  const waiting = await world.superuser.query(
    "select facts::text from core.deliveries where site_id = $1 and kind = 'answer.declined' and state = 'queued'",
    [site.id],
  )
  expect(waiting.rows).toHaveLength(1)
  expect(waiting.rows[0].facts).toContain('Reason: Chickenpox')
  const open = "select from core.covers where site_id = $1 and shift = $2 and state <> 'stopped'"
  expect((await world.superuser.query(open, [site.id, shift])).rowCount).toBe(0)
  hoursBefore(24)
  expect(toWhom(await declined())).toEqual(['+447700900124'])
  await decline({ cover: true })
  expect((await world.superuser.query(open, [site.id, shift])).rowCount, 'asked for by name').toBe(1)
  expect(toWhom(await declined())).toEqual([])
})

test('the contacts of the event are notified of a decline beside the admins, once and without the reason', async ({
  world,
  site,
  member,
  admin,
  coordinator,
  shiftOf,
  hoursBefore,
  answer,
  declined,
}) => {
  const contact = await world.makePerson(site, { name: 'Connie Contact' })
  const shift = await shiftOf(member)
  await chooseContacts(world, site, { shift }, contact, admin)
  hoursBefore(30)
  await answer(member, shift, { reason: 'Chickenpox' })
  const { mails } = await declined()
  expect(mails.map(({ to }) => to).sort()).toEqual([admin.email, contact.email, coordinator.email].sort())
  const reads = (to: string) => mails.find((mail) => mail.to === to)?.text
  expect(reads(admin.email)).toContain('Chickenpox')
  expect(reads(contact.email)).toContain(member.name)
  expect(reads(contact.email)).not.toContain('Chickenpox')
})

test('starting a search for cover is a decline: under 48 hours coordinators are notified', async ({
  api,
  site,
  member,
  admin,
  coordinator,
  callApi,
  shiftOf,
  hoursBefore,
  declined,
}) => {
  const [soon, later] = [await shiftOf(member), await shiftOf(member)]
  const seek = async (who: typeof member, shift: number) =>
    expect((await callApi('POST', '/covers', await api.signIn(site, who), { shift })).status).toBe(201)
  hoursBefore(60)
  await seek(member, later)
  expect((await declined()).mails).toEqual([])
  hoursBefore(30)
  await seek(member, soon)
  const { mails } = await declined()
  expect(mails.map(({ to }) => to).sort()).toEqual([admin.email, coordinator.email].sort())
  expect(mails[0]?.text).toContain('Suitable people are being asked.')
})

test('neither a coordinator who cannot come themselves nor one who has left is notified', async ({
  world,
  site,
  admin,
  coordinator,
  shiftOf,
  hoursBefore,
  answer,
  declined,
}) => {
  await world.makePerson(site, { role: 'admin', is_active: false })
  const third = await world.makePerson(site, { role: 'admin' })
  const shift = await shiftOf(coordinator)
  hoursBefore(30)
  await answer(admin, shift, {})
  expect(toWhom(await declined())).toEqual([third.email])
})

const MINUTE = 60_000

test('coordinators are notified once an hour of a link that is answered no and yes repeatedly', async ({
  world,
  member,
  admin,
  coordinator,
  callApi,
  shiftOf,
  outbox,
  hoursBefore,
  declined,
}) => {
  await shiftOf(member)
  hoursBefore(7 * 24)
  const path = `/answers/${tokenIn((await outbox()).mails[0]!)}`
  const say = async (body: object) => expect((await callApi('POST', path, {}, body)).status).toBe(200)
  const no = { answer: 'declined', cover: false }
  const later = (minutes: number) => world.clock.set(new Date(world.clock.epochMs() + minutes * MINUTE))
  const all = [admin.email, coordinator.email, '+447700900124'].sort()
  await say(no)
  expect(toWhom(await declined()), 'the first, immediately').toEqual(all)
  for (const minute of [20, 40]) {
    later(20)
    await say({ answer: 'confirmed' })
    await say({ ...no, reason: `Minute ${minute}` })
    expect(toWhom(await declined())).toEqual([])
  }
  later(21)
  const sent = await declined()
  expect(toWhom(sent), 'the last one, an hour later').toEqual(all)
  expect(sent.mails.map(({ text }) => text).join()).toContain('Minute 40')
  await say({ answer: 'confirmed' })
  await say(no)
  await say({ answer: 'confirmed' })
  later(61)
  expect(toWhom(await declined()), 'they can come after all').toEqual([])
  await say(no)
  expect(toWhom(await declined()), 'an hour is over').toEqual(all)
})

test('a no reverted before its notice was sent does not count', async ({
  world,
  site,
  member,
  admin,
  coordinator,
  shiftOf,
  hoursBefore,
  answer,
  declined,
}) => {
  const shift = await shiftOf(member)
  hoursBefore(400)
  for (const body of [{ cover: false }, { answer: 'confirmed' }, { cover: false }, { answer: 'confirmed' }])
    await answer(member, shift, body)
  await answer(member, shift, { cover: false })
  expect(toWhom(await declined())).toEqual([admin.email, coordinator.email, '+447700900124'].sort())
  const { rows } = await world.superuser.query(
    "select from core.deliveries where site_id = $1 and kind = 'answer.declined' and state = 'queued'",
    [site.id],
  )
  expect(rows).toEqual([])
})

test('under 48 hours each no is notified immediately, up to six a day for one shift; another shift has its own limit', async ({
  world,
  member,
  admin,
  coordinator,
  shiftOf,
  hoursBefore,
  answer,
  declined,
}) => {
  const [shift, other] = [await shiftOf(member), await shiftOf(member)]
  hoursBefore(47)
  const told: number[] = []
  for (let i = 0; i < 7; i++) {
    world.clock.set(new Date(world.clock.epochMs() + MINUTE))
    await answer(member, shift, {})
    told.push((await declined()).mails.length)
    await answer(member, shift, { answer: 'confirmed' })
  }
  expect(told).toEqual([2, 2, 2, 2, 2, 2, 0])
  await answer(member, other, {})
  expect((await declined()).mails.map(({ to }) => to).sort()).toEqual([admin.email, coordinator.email].sort())
  await answer(member, shift, {})
  hoursBefore(22)
  expect((await declined()).mails.map(({ to }) => to).sort(), 'the next day').toEqual(
    [admin.email, coordinator.email].sort(),
  )
})
