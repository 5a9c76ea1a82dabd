import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { planPreview } from '#server/reminders/planner.ts'
import { publishEvent, publishShift, unpublishShift } from '#server/shifts/publication/commands.ts'
import type { Site } from '#server/tenancy/site.ts'
import { changeShift, linesOf, makeRoster, makeShift, messagingFor, type Roster } from '#tests/support/messaging.ts'
import { adminActor, createWorld, SYSTEM, type World } from '#tests/support/world.ts'

let world: World
let messages: ReturnType<typeof messagingFor>
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.superuser.query("delete from platform.settings where name = 'reminders_planned'")
  await world.superuser.query('delete from core.deliveries')
  await world.superuser.query('delete from core.shifts')
  messages = messagingFor(world)
})

/** A shift on Saturday 19 June 2027 at 10:00 in London (BST). */
const START = '2027-06-19T09:00:00.000Z'
const WEEK = '2027-06-12T09:00:00.000Z'
const DAY = '2027-06-18T09:00:00.000Z'

const at = (iso: string, minutes = 0) => world.clock.set(new Date(Date.parse(iso) + minutes * 60_000))
const tick = async (iso: string, minutes = 0) => {
  at(iso, minutes)
  await messages.messaging.plan()
}
const lines = (site: Site) => linesOf(world, site)
const email = (of: string[]) => of.filter((line) => line.includes(' email ')).map((line) => line.replace(' email', ''))
const texts = () => messages.transports.email.sent.map((m) => `${m.subject}: ${m.text}`)
const admin = async (roster: Roster) => adminActor(await world.makePerson(roster.site, { role: 'admin' }))

describe('on time', () => {
  test('one week and one day before, by email and SMS, once each', async () => {
    const roster = await makeRoster(world)
    await makeShift(world, roster, START)
    await tick(WEEK, -1)
    expect(await lines(roster.site)).toEqual([])
    await tick(WEEK)
    expect(await lines(roster.site)).toEqual(['reminder.week email sent', 'reminder.week sms sent'])
    await tick(DAY, -1)
    expect(messages.transports.email.sent).toHaveLength(1)
    for (const minutes of [0, 1, 30, 600]) await tick(DAY, minutes)
    expect(messages.transports.email.sent.map((m) => m.kind)).toEqual(['reminder.week', 'reminder.day'])
    expect(messages.transports.sms.sent).toHaveLength(2)
    expect(messages.transports.email.sent[0]?.headers.unsubscribe).toMatch(
      /^https:\/\/s.*\.example\/profile\/emails\/.{20,}$/,
    )
  })
  test('unpublished and unassigned shifts get none', async () => {
    const roster = await makeRoster(world)
    await makeShift(world, roster, START, { draft: null })
    await makeShift(world, roster, START, { person: null })
    await tick(WEEK)
    expect(await lines(roster.site)).toEqual([])
  })
  test('an SMS due in quiet hours leaves the evening before, the email does not', async () => {
    const roster = await makeRoster(world)
    await makeShift(world, roster, '2027-06-19T05:00Z')
    await tick('2027-06-11T18:30Z', -1)
    expect(await lines(roster.site)).toEqual([])
    await tick('2027-06-11T18:30Z')
    expect(await lines(roster.site)).toEqual(['reminder.week sms sent'])
    await tick('2027-06-12T05:00Z')
    expect(await lines(roster.site)).toEqual(['reminder.week sms sent', 'reminder.week email sent'])
  })
  test('shifts of one day that are due together share a message, and its outcome', async () => {
    const roster = await makeRoster(world)
    for (const start of ['2027-06-19T05:00Z', '2027-06-19T05:30Z', '2027-06-19T06:00Z'])
      await makeShift(world, roster, start)
    await tick('2027-06-11T18:30Z')
    expect(messages.transports.sms.sent).toHaveLength(1)
    expect(messages.transports.sms.sent[0]?.text.split('\n')).toHaveLength(3)
    expect(await lines(roster.site)).toEqual([
      'reminder.week sms sent',
      'reminder.week sms sent',
      'reminder.week sms sent',
    ])
    const { rows } = await world.superuser.query(
      'select distinct provider_id from core.deliveries where site_id = $1',
      [roster.site.id],
    )
    expect(rows).toHaveLength(1)
  })
})

describe('late', () => {
  test('published after the week was due: an assignment notice instead, and the day reminder', async () => {
    const roster = await makeRoster(world, { site: { sms_enabled: false } })
    const shift = await makeShift(world, roster, START, { draft: null })
    await tick(WEEK, 60)
    await world.act(roster.site, await admin(roster), (ctx) => publishShift(ctx, shift))
    await tick(WEEK, 61)
    await tick(DAY)
    expect(await lines(roster.site)).toEqual(['shift.assigned email sent', 'reminder.day email sent'])
  })
  test('assigned after the day was due: the assignment notice only', async () => {
    const roster = await makeRoster(world, { site: { sms_enabled: false } })
    const shift = await makeShift(world, roster, START, { person: null, assigned_at: null })
    await tick(DAY, 5)
    await changeShift(world, roster.site, shift, { person: roster.person.id })
    await tick(DAY, 6)
    await tick(DAY, 600)
    expect(await lines(roster.site)).toEqual(['shift.assigned email sent'])
  })
  test('published long before: the notice at once, both reminders when due', async () => {
    const roster = await makeRoster(world, { site: { sms_enabled: false } })
    const shift = await makeShift(world, roster, START, { draft: null })
    at('2027-05-01T12:00Z')
    await world.act(roster.site, await admin(roster), (ctx) => publishShift(ctx, shift))
    for (const time of ['2027-05-01T12:00Z', WEEK, DAY]) await tick(time, 1)
    expect(await lines(roster.site)).toEqual([
      'shift.assigned email sent',
      'reminder.week email sent',
      'reminder.day email sent',
    ])
  })
  test('no worker at the due time: sent late while still of use', async () => {
    const roster = await makeRoster(world, { site: { sms_enabled: false } })
    await makeShift(world, roster, START)
    await tick(WEEK, -60)
    await tick(DAY, -60)
    expect(await lines(roster.site)).toEqual(['reminder.week email sent'])
    await tick(START, -10)
    expect(await lines(roster.site)).toEqual(['reminder.week email sent', 'reminder.day email sent'])
  })
  test('both late: only the day reminder is sent', async () => {
    const roster = await makeRoster(world, { site: { sms_enabled: false } })
    await makeShift(world, roster, START)
    await tick(WEEK, -60)
    await tick(START, -60)
    expect((await lines(roster.site)).sort()).toEqual(['reminder.day email sent', 'reminder.week email skipped late'])
  })
  test('after the start: missed, and counted for the alert', async () => {
    const roster = await makeRoster(world, { site: { sms_enabled: false } })
    await makeShift(world, roster, START)
    await tick(WEEK, 1)
    await tick(START, 30)
    expect(await lines(roster.site)).toEqual(['reminder.week email sent', 'reminder.day email missed late'])
    expect(await messages.registry.getSingleMetricAsString('missed_total')).toContain('missed_total 1')
    expect(messages.transports.email.sent).toHaveLength(1)
  })
  test('queued, but not sent before the start: missed at send time', async () => {
    const roster = await makeRoster(world, { site: { sms_enabled: false } })
    await makeShift(world, roster, START)
    const idle = messagingFor(world, {
      rates: { email: { perSecond: 0.001, burst: 0 }, sms: { perSecond: 1, burst: 1 } },
    })
    at(DAY)
    const planned = idle.messaging.plan()
    await idle.messaging.stop()
    await planned
    expect(await lines(roster.site)).toEqual(['reminder.week email skipped late', 'reminder.day email queued'])
    at(START)
    await messages.messaging.drain()
    expect(await lines(roster.site)).toEqual(['reminder.week email skipped late', 'reminder.day email missed late'])
    expect(await messages.registry.getSingleMetricAsString('missed_total')).toContain('missed_total 1')
  })
  test('a first start on existing data reports nothing as missed', async () => {
    const roster = await makeRoster(world, { site: { sms_enabled: false } })
    await makeShift(world, roster, START)
    await tick(START, 60)
    expect(await lines(roster.site)).toEqual([])
  })
  test('a late SMS does not wake anybody: it waits for the end of the quiet hours', async () => {
    const roster = await makeRoster(world)
    await makeShift(world, roster, START)
    await tick(WEEK, -60)
    await tick('2027-06-13T01:00Z')
    expect((await lines(roster.site)).sort()).toEqual(['reminder.week email sent', 'reminder.week sms queued'])
    await tick('2027-06-13T07:00Z')
    expect((await lines(roster.site)).sort()).toEqual(['reminder.week email sent', 'reminder.week sms sent'])
  })
})

describe('moved', () => {
  test('to another day after the reminder: told at once, and reminded for the new day', async () => {
    const roster = await makeRoster(world, { site: { sms_enabled: false } })
    const shift = await makeShift(world, roster, START)
    await tick(WEEK)
    await changeShift(world, roster.site, shift, { start: '2027-07-10T09:00Z', end: '2027-07-10T12:00Z' })
    await tick(WEEK, 1)
    expect(texts()[1]).toBe(`shift.changed Regatta: 2027-07-10T09:00:00.000Z was ${START}`)
    await tick('2027-07-03T09:00Z')
    await tick('2027-07-09T09:00Z')
    expect(messages.transports.email.sent.map((m) => m.kind)).toEqual([
      'reminder.week',
      'shift.changed',
      'reminder.week',
      'reminder.day',
    ])
  })
  test('unsent reminders of the old day are withdrawn', async () => {
    const roster = await makeRoster(world, { site: { sms_enabled: false } })
    const shift = await makeShift(world, roster, START)
    const idle = messagingFor(world, {
      rates: { email: { perSecond: 0.001, burst: 0 }, sms: { perSecond: 1, burst: 1 } },
    })
    at(WEEK)
    const planned = idle.messaging.plan()
    await idle.messaging.stop()
    await planned
    await changeShift(world, roster.site, shift, { start: '2027-06-20T09:00Z', end: '2027-06-20T12:00Z' })
    await tick(WEEK, 1)
    expect(await lines(roster.site)).toEqual(['reminder.week email cancelled moved'])
    await tick('2027-06-13T09:00Z')
    expect(await lines(roster.site)).toEqual(['reminder.week email cancelled moved', 'reminder.week email sent'])
  })
  test('within the day: told, the same key, no second reminder of a week', async () => {
    const roster = await makeRoster(world, { site: { sms_enabled: false } })
    const shift = await makeShift(world, roster, START)
    await tick(WEEK)
    await changeShift(world, roster.site, shift, { start: '2027-06-19T13:00Z', end: '2027-06-19T16:00Z' })
    for (const minutes of [1, 240, 300]) await tick(WEEK, minutes)
    await tick('2027-06-18T13:00Z')
    expect(messages.transports.email.sent.map((m) => m.kind)).toEqual([
      'reminder.week',
      'shift.changed',
      'reminder.day',
    ])
    expect(messages.transports.email.sent[2]?.text).toContain('2027-06-19T13:00')
  })
  test('and moved back: no reminder is repeated, but each move that was told is told', async () => {
    const roster = await makeRoster(world, { site: { sms_enabled: false } })
    const shift = await makeShift(world, roster, START)
    await tick(WEEK)
    await changeShift(world, roster.site, shift, { start: '2027-06-26T09:00Z', end: '2027-06-26T12:00Z' })
    await tick(WEEK, 1)
    await changeShift(world, roster.site, shift, { start: START, end: '2027-06-19T12:00Z' })
    await tick(WEEK, 2)
    await tick(WEEK, 90)
    expect(messages.transports.email.sent.map((m) => m.kind)).toEqual([
      'reminder.week',
      'shift.changed',
      'shift.changed',
    ])
  })
  test('and moved back before anybody was told: nobody is', async () => {
    const roster = await makeRoster(world, { site: { sms_enabled: false } })
    const shift = await makeShift(world, roster, START)
    await tick(WEEK)
    await changeShift(world, roster.site, shift, { start: '2027-06-26T09:00Z', end: '2027-06-26T12:00Z' })
    await changeShift(world, roster.site, shift, { start: START, end: '2027-06-19T12:00Z' })
    await tick(WEEK, 2)
    expect((await lines(roster.site)).sort()).toEqual([
      'reminder.week email sent',
      'shift.changed email skipped unchanged',
    ])
  })
  test('into the last week, never told of it: a notice replaces the reminder', async () => {
    const roster = await makeRoster(world, { site: { sms_enabled: false } })
    const shift = await makeShift(world, roster, '2027-08-19T09:00Z')
    await tick(WEEK)
    await changeShift(world, roster.site, shift, { start: '2027-06-15T09:00Z', end: '2027-06-15T12:00Z' })
    await tick(WEEK, 1)
    await tick('2027-06-14T09:00Z')
    expect(await lines(roster.site)).toEqual(['shift.assigned email sent', 'reminder.day email sent'])
  })
  test('nobody is told what does not concern the message: notes', async () => {
    const roster = await makeRoster(world, { site: { sms_enabled: false } })
    const shift = await makeShift(world, roster, START)
    await tick(WEEK)
    await changeShift(world, roster.site, shift, { notes: 'Bring gloves' })
    await tick(WEEK, 1)
    expect(messages.transports.email.sent).toHaveLength(1)
  })
})

describe('reassigned', () => {
  test('the old person is told if reminded, the new one at once, and back again repeats no reminder', async () => {
    const roster = await makeRoster(world, { site: { sms_enabled: false } })
    const other = await world.makePerson(roster.site)
    const shift = await makeShift(world, roster, START)
    await tick(WEEK)
    await changeShift(world, roster.site, shift, { person: other.id })
    await tick(WEEK, 1)
    expect(messages.transports.email.sent[0]).toMatchObject({ kind: 'reminder.week', to: roster.person.email })
    expect(
      messages.transports.email.sent
        .slice(1)
        .map((m) => [m.kind, m.to])
        .sort(),
    ).toEqual([
      ['shift.assigned', other.email],
      ['shift.cancelled', roster.person.email],
    ])
    await changeShift(world, roster.site, shift, { person: roster.person.id })
    await tick(WEEK, 2)
    await tick(WEEK, 60)
    expect(
      messages.transports.email.sent
        .slice(3)
        .map((m) => [m.kind, m.to])
        .sort(),
    ).toEqual([
      ['shift.assigned', roster.person.email],
      ['shift.cancelled', other.email],
    ])
    await tick(DAY)
    expect(messages.transports.email.sent.slice(5).map((m) => [m.kind, m.to])).toEqual([
      ['reminder.day', roster.person.email],
    ])
  })
  test('there and back before anybody was told changes and tells nothing', async () => {
    const roster = await makeRoster(world, { site: { sms_enabled: false } })
    const other = await world.makePerson(roster.site)
    const shift = await makeShift(world, roster, START)
    await tick(WEEK)
    await changeShift(world, roster.site, shift, { person: other.id })
    await changeShift(world, roster.site, shift, { person: roster.person.id })
    await tick(WEEK, 1)
    expect((await lines(roster.site)).sort()).toEqual([
      'reminder.week email sent',
      'shift.assigned email cancelled reassigned',
      'shift.cancelled email cancelled yours_again',
    ])
  })
  test('unsent reminders of the old person are withdrawn, and nobody hears of what they never knew', async () => {
    const roster = await makeRoster(world, { site: { sms_enabled: false } })
    const other = await world.makePerson(roster.site)
    const shift = await makeShift(world, roster, START)
    at('2027-05-01T00:00Z')
    await changeShift(world, roster.site, shift, { person: other.id })
    await tick('2027-05-01T00:00Z', 1)
    await tick(WEEK)
    expect(messages.transports.email.sent.map((m) => [m.kind, m.to])).toEqual([
      ['shift.assigned', other.email],
      ['reminder.week', other.email],
    ])
  })
  test('people are not told about their own action', async () => {
    const roster = await makeRoster(world, { site: { sms_enabled: false } })
    const me = await world.makePerson(roster.site, { role: 'admin' })
    const shift = await makeShift(world, roster, START, { person: null, assigned_at: null })
    at('2027-05-01T00:00Z')
    await changeShift(world, roster.site, shift, { person: me.id }, adminActor(me))
    await tick(WEEK)
    await changeShift(world, roster.site, shift, { person: null }, adminActor(me))
    await tick(WEEK, 1)
    expect(await lines(roster.site)).toEqual(['reminder.week email sent'])
  })
})

describe('withdrawn', () => {
  test('unpublished after the reminder: told once, and told again when it is back', async () => {
    const roster = await makeRoster(world, { site: { sms_enabled: false } })
    const actor = await admin(roster)
    const shift = await makeShift(world, roster, START)
    await tick(WEEK)
    for (const minutes of [1, 2]) {
      await world.act(roster.site, actor, (ctx) => unpublishShift(ctx, shift))
      await tick(WEEK, minutes)
    }
    await world.act(roster.site, actor, (ctx) => publishEvent(ctx, roster.event))
    await tick(WEEK, 3)
    expect(messages.transports.email.sent.map((m) => m.kind)).toEqual([
      'reminder.week',
      'shift.cancelled',
      'shift.assigned',
    ])
  })
  test.each(['shift', 'event'] as const)('removed %s: told what was removed', async (what) => {
    const roster = await makeRoster(world, { site: { sms_enabled: false } })
    const shift = await makeShift(world, roster, START)
    await tick(WEEK)
    await world.act(roster.site, SYSTEM, async (ctx) => {
      const { watchShifts } = await import('#server/deliveries/notices.ts')
      const tell = await watchShifts(ctx, what === 'shift' ? { shifts: [shift] } : { events: [roster.event] })
      await (what === 'shift'
        ? ctx.db.deleteFrom('shifts').where('id', '=', shift)
        : ctx.db.deleteFrom('events').where('id', '=', roster.event)
      ).execute()
      await tell()
    })
    await tick(WEEK, 1)
    expect(texts()[1]).toBe(`shift.cancelled Regatta: ${START} was ${START}`)
  })
  test('before anybody knew: nobody is told', async () => {
    const roster = await makeRoster(world)
    const shift = await makeShift(world, roster, START)
    at('2027-05-01T00:00Z')
    await world.act(roster.site, await admin(roster), (ctx) => unpublishShift(ctx, shift))
    await tick(WEEK)
    expect(await lines(roster.site)).toEqual([])
  })
  test('a shift in the past: nobody is told', async () => {
    const roster = await makeRoster(world, { site: { sms_enabled: false } })
    const shift = await makeShift(world, roster, START)
    await tick(WEEK)
    at(START, 60)
    await world.act(roster.site, await admin(roster), (ctx) => unpublishShift(ctx, shift))
    await tick(START, 61)
    expect(messages.transports.email.sent).toHaveLength(1)
  })
})

describe('at send time', () => {
  const cases: [string, Record<string, unknown>, string[]][] = [
    ['opted out of reminders', { email_reminders: false }, ['reminder.week skipped opted_out']],
    ['bounced', { email_blocked: 'bounced' }, ['reminder.week skipped bounced']],
    ['complained', { email_blocked: 'complained' }, ['reminder.week skipped complained']],
    ['no address', { email: '' }, []],
    ['not active', { is_active: false }, []],
    ['erased', { erased_at: '2027-06-01T00:00Z' }, []],
    ['notices off do not stop reminders', { email_notifications: false }, ['reminder.week sent']],
  ]
  test.each(cases)('%s', async (_name, values, expected) => {
    const roster = await makeRoster(world, { person: { ...values, sms_notifications: false } })
    await makeShift(world, roster, START)
    await tick(WEEK)
    expect(email(await lines(roster.site))).toEqual(expected)
  })
  test.each([
    ['unverified', { sms_verified: false }],
    ['SMS turned off', { sms_notifications: false }],
    ['no phone', { phone: null }],
  ])('%s: no SMS row, email unaffected', async (_name, values) => {
    const roster = await makeRoster(world, { person: values })
    await makeShift(world, roster, START)
    await tick(WEEK)
    expect(await lines(roster.site)).toEqual(['reminder.week email sent'])
  })
  test('STOP was answered: the SMS is skipped', async () => {
    const roster = await makeRoster(world, { person: { sms_blocked: true } })
    await makeShift(world, roster, START)
    await tick(WEEK)
    expect((await lines(roster.site)).sort()).toEqual(['reminder.week email sent', 'reminder.week sms skipped stopped'])
  })
  test('the provider knows of a STOP: remembered for this person', async () => {
    const roster = await makeRoster(world)
    await makeShift(world, roster, START)
    messages.transports.sms.outcomes.push({ kind: 'rejected', reason: '21610 unsubscribed recipient' })
    await tick(WEEK)
    expect((await lines(roster.site)).sort()).toEqual(['reminder.week email sent', 'reminder.week sms skipped stopped'])
    await tick(DAY)
    expect(messages.transports.sms.sent).toHaveLength(1)
  })
  test.each([
    ['begun', { actual_start: '2027-06-18T08:00Z' }],
    ['ended', { actual_start: '2027-06-18T08:00Z', actual_end: '2027-06-18T08:30Z' }],
  ])('a shift that has %s after it was queued is cancelled', async (_name, values) => {
    const roster = await makeRoster(world, { site: { sms_enabled: false } })
    const shift = await makeShift(world, roster, START, {
      draft: '2027-06-17T00:00Z',
      assigned_at: '2027-06-17T00:00Z',
    })
    const idle = messagingFor(world, {
      rates: { email: { perSecond: 0.001, burst: 0 }, sms: { perSecond: 1, burst: 1 } },
    })
    at(DAY)
    const planned = idle.messaging.plan()
    await idle.messaging.stop()
    await planned
    await changeShift(world, roster.site, shift, values)
    await messages.messaging.drain()
    expect(await lines(roster.site)).toEqual(['reminder.day email cancelled began'])
  })
  test('a change that is still being written is waited for, so that no message is stale', async () => {
    const roster = await makeRoster(world, { site: { sms_enabled: false } })
    const shift = await makeShift(world, roster, START)
    at(WEEK)
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const change = world.act(roster.site, SYSTEM, async (ctx) => {
      await ctx.db.updateTable('shifts').set({ draft: null }).where('id', '=', shift).execute()
      await held
    })
    await new Promise((resolve) => setTimeout(resolve, 100))
    const sending = messages.messaging.plan()
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(messages.transports.email.sent).toHaveLength(0)
    release()
    await Promise.all([change, sending])
    expect(await lines(roster.site)).toEqual(['reminder.week email cancelled unpublished'])
  })
  test('notices follow the switch for notifications', async () => {
    const roster = await makeRoster(world, { person: { email_notifications: false, sms_notifications: false } })
    const shift = await makeShift(world, roster, START, { draft: null })
    at('2027-05-01T00:00Z')
    await world.act(roster.site, await admin(roster), (ctx) => publishShift(ctx, shift))
    await tick('2027-05-01T00:00Z', 1)
    expect(await lines(roster.site)).toEqual(['shift.assigned email skipped opted_out'])
  })
})

test('a preview says what would be queued and writes nothing', async () => {
  const roster = await makeRoster(world)
  await makeShift(world, roster, START)
  const preview = await planPreview({ pool: world.pool('platform') }, new Date(WEEK))
  expect(
    preview
      .filter((row) => row.site === roster.site.slug)
      .map((row) => [row.kind, row.channel, row.due_at.toISOString(), row.start_local_date]),
  ).toEqual([
    ['reminder.week', 'email', WEEK, '2027-06-19'],
    ['reminder.week', 'sms', WEEK, '2027-06-19'],
  ])
  expect(await lines(roster.site)).toEqual([])
})

test('the nightly check agrees with the planner, and finds what was taken away or added', async () => {
  const roster = await makeRoster(world, { person: { updated_at: '2027-01-01T00:00Z' } })
  const other = await world.makePerson(roster.site, { updated_at: '2027-01-01T00:00Z', email_reminders: false })
  for (const start of ['2027-06-19T05:00Z', START, '2027-06-19T18:00Z']) await makeShift(world, roster, start)
  await makeShift(world, roster, START, { draft: '2027-06-15T00:00Z' })
  await makeShift(world, roster, START, { person: other.id })
  for (let hour = 0; hour < 24 * 10; hour++) await tick('2027-06-10T00:00Z', hour * 60)
  at('2027-06-20T03:15Z')
  const checked = await messages.messaging.check()
  expect(checked.shifts).toBe(5)
  expect(checked.differences).toEqual([])
  await world.superuser.query(
    "delete from core.deliveries where id = (select min(id) from core.deliveries where kind = 'reminder.day' and channel = 'sms')",
  )
  await world.superuser.query(
    "update core.shifts set draft = '2027-06-18T23:00Z' where site_id = $1 and start = '2027-06-19T18:00Z'",
    [roster.site.id],
  )
  const again = await messages.messaging.check()
  expect(again.differences.map((d) => d.kind).sort()).toEqual(['extra', 'extra', 'extra', 'extra', 'missing'])
})
