import { expect } from 'vitest'
import { test as base, SHIFT_START, tokenIn } from '#tests/support/answer-links.ts'

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
  .extend('declined', ({ outbox }) => async () => {
    const { mails, texts } = await outbox()
    const here = ({ kind }: { kind: string }) => kind === 'answer.declined'
    return { mails: mails.filter(here), texts: texts.filter(here) }
  })

const toWhom = ({ mails, texts }: { mails: { to: string }[]; texts: { to: string }[] }) =>
  [...mails, ...texts].map(({ to }) => to).sort()

test('a decline under 48 hours before tells every coordinator by email and SMS, once', async ({
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

test('who recorded it for a person who phoned is not notified, and nobody is after it was taken back', async ({
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
  { name: 'without one', hours: 400, body: { cover: false }, says: 'Nobody is being asked yet.' },
  {
    name: 'off the shift',
    hours: 30,
    body: { release: true },
    says: 'They are off the roster, and the shift is open.',
  },
])(
  'a decline $name says what becomes of the shift',
  async ({ hours, body, says }, { member, admin, shiftOf, hoursBefore, answer, declined }) => {
    const shift = await shiftOf(member)
    hoursBefore(hours)
    await answer(member, shift, body)
    expect((await declined()).mails).toMatchObject([{ to: admin.email, text: expect.stringContaining(says) }])
  },
)

test('a second decline after a first one was taken back notifies them again', async ({
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
