import { expect } from 'vitest'
import { askForAnswers } from '#server/answers/questions.ts'
import { test as base } from '#tests/support/fixture.ts'
import { askByMail, messagingFor } from '#tests/support/messages/messaging.ts'
import { log } from '#tests/support/world.ts'

const NOW = new Date('2027-07-01T11:00:00Z')
const at = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000).toISOString()
const lasting = (hours: number) => ({ start: at(hours), end: at(hours + 4) })
const SOON = lasting(72)

const test = base
  .extend('startsAt', { scope: 'file' }, () => NOW)
  .extend('event', async ({ world, site }) => (await world.insert(site, 'events', { name: 'Race', ...SOON })).id)
  .extend('shift', ({ world, site, event, member }) => async (over: Record<string, unknown> = {}) => {
    const row = { event, person: member.id, draft: at(-400), assigned_at: at(-400), ...SOON, ...over }
    const { id } = await world.insert(site, 'shifts', row)
    await askByMail(world, site, id, member)
    return id
  })
  .extend('plan', ({ world }) => () => {
    world.clock.set(NOW)
    return askForAnswers({ pool: world.pool('worker'), clock: world.clock, log })
  })
  .extend('asked', ({ world, site }) => async () => {
    const { rows } = await world.superuser.query<{ id: number }>(
      'select id::int as id from core.shift_facts where site_id = $1 and nudged order by id',
      [site.id],
    )
    return rows.map(({ id }) => id)
  })

test('people who have not answered are asked again once, not on the last day and not within a day of the first question', async ({
  world,
  site,
  shift,
  plan,
  asked,
}) => {
  const due = await shift()
  const lastButOne = await shift(lasting(24.5))
  await shift(lasting(23.5))
  await shift(lasting(24 * 9))
  await shift({ draft: at(-23) })
  await shift({ assigned_at: at(-23) })
  await shift({ actual_start: at(-1) })
  await shift({ draft: null })
  const confirmed = await shift()
  await world.superuser.query(
    `insert into core.answers (site_id, shift, person, answer, via, at) select site_id, id, person, 'confirmed', 'screen', now() from core.shifts where id = $1`,
    [confirmed],
  )
  await plan()
  expect(await asked()).toEqual([due, lastButOne])
  const stored = () => world.superuser.query('select from core.questions where site_id = $1', [site.id])
  const { rowCount } = await stored()
  await plan()
  expect((await stored()).rowCount).toBe(rowCount)
})

test('a club that does not ask for answers sends no second question', async ({ world, site, shift, plan, asked }) => {
  await shift()
  await world.superuser.query('update core.sites set ask_answers = false where id = $1', [site.id])
  await plan()
  expect(await asked()).toEqual([])
})

test.for([
  { sms_verified: true, sms_notifications: true, channels: ['email', 'sms'] },
  { sms_verified: false, sms_notifications: true, channels: ['email'] },
  { sms_verified: true, sms_notifications: false, channels: ['email'] },
])('a second question goes out by $channels', async ({ channels, ...over }, { world, site, member, shift, plan }) => {
  await world.superuser.query('update core.sites set sms_enabled = true where id = $1', [site.id])
  await world.superuser.query(
    'update core.people set phone = $2, sms_verified = $3, sms_notifications = $4 where id = $1',
    [member.id, '+447700900123', over.sms_verified, over.sms_notifications],
  )
  const id = await shift()
  await plan()
  const { rows } = await world.superuser.query<{ channel: string }>(
    `select channel from core.deliveries where shift = $1 and kind = 'answer.nudge' order by channel`,
    [id],
  )
  expect(rows.map(({ channel }) => channel)).toEqual(channels)
})

test.for([
  { email_reminders: true, asked: [] },
  { email_reminders: false, asked: ['email'] },
])(
  'where the reminder of the same day asks, no second question is sent (by email: $email_reminders)',
  async ({ email_reminders, asked }, { world, site, member, shift }) => {
    await world.superuser.query(
      "update core.sites set sms_enabled = true, answer_by_days = 7, timezone = 'UTC' where id = $1",
      [site.id],
    )
    await world.superuser.query(
      'update core.people set phone = $2, sms_verified = true, sms_notifications = true, email_reminders = $3 where id = $1',
      [member.id, '+447700900124', email_reminders],
    )
    const id = await shift(lasting(7 * 24))
    const { messaging } = messagingFor(world)
    await messaging.plan()
    const { rows } = await world.superuser.query<{ kind: string; channel: string }>(
      "select kind, channel from core.deliveries where shift = $1 and state = 'sent' order by kind, channel",
      [id],
    )
    const reminders = email_reminders ? ['reminder.week email', 'reminder.week sms'] : ['reminder.week sms']
    expect(rows.map(({ kind, channel }) => `${kind} ${channel}`)).toEqual([
      ...asked.map((channel) => `answer.nudge ${channel}`),
      ...reminders,
    ])
  },
)
