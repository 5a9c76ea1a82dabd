import { describe, expect, test } from 'vitest'
import { publishShift } from '#server/shifts/publication/commands.ts'
import { changeShift, makeRoster, makeShift, type Roster } from '#tests/support/messaging.ts'
import { DAY, reminderTests, START, WEEK } from '#tests/support/reminders.ts'

const on = reminderTests()

describe('on time', () => {
  test('one week and one day before, by email and SMS, once each', async () => {
    const roster = await makeRoster(on.world)
    await makeShift(on.world, roster, START)
    await on.tick(WEEK, -1)
    expect(await on.lines(roster.site)).toEqual([])
    await on.tick(WEEK)
    expect(await on.lines(roster.site)).toEqual(['reminder.week email sent', 'reminder.week sms sent'])
    await on.tick(DAY, -1)
    expect(on.sent()).toHaveLength(1)
    for (const minutes of [0, 1, 30, 600]) await on.tick(DAY, minutes)
    expect(on.kinds()).toEqual(['reminder.week', 'reminder.day'])
    expect(on.messages.transports.sms.sent).toHaveLength(2)
    expect(on.sent()[0]?.headers.unsubscribe).toMatch(/^https:\/\/s.*\.example\/profile\/emails\/.{20,}$/)
  })
  test('unpublished and unassigned shifts get none', async () => {
    const roster = await makeRoster(on.world)
    await makeShift(on.world, roster, START, { draft: null })
    await makeShift(on.world, roster, START, { person: null })
    await on.tick(WEEK)
    expect(await on.lines(roster.site)).toEqual([])
  })
  test('an SMS due in quiet hours leaves the evening before, the email does not', async () => {
    const roster = await makeRoster(on.world)
    await makeShift(on.world, roster, '2027-06-19T05:00Z')
    await on.tick('2027-06-11T18:30Z', -1)
    expect(await on.lines(roster.site)).toEqual([])
    await on.tick('2027-06-11T18:30Z')
    expect(await on.lines(roster.site)).toEqual(['reminder.week sms sent'])
    await on.tick('2027-06-12T05:00Z')
    expect(await on.lines(roster.site)).toEqual(['reminder.week sms sent', 'reminder.week email sent'])
  })
  test('shifts of one day that are due together share a message, and its outcome', async () => {
    const roster = await makeRoster(on.world)
    for (const start of ['2027-06-19T05:00Z', '2027-06-19T05:30Z', '2027-06-19T06:00Z'])
      await makeShift(on.world, roster, start)
    await on.tick('2027-06-11T18:30Z')
    expect(on.messages.transports.sms.sent).toHaveLength(1)
    expect(on.messages.transports.sms.sent[0]?.text.split('\n')).toHaveLength(3)
    expect(await on.lines(roster.site)).toEqual([
      'reminder.week sms sent',
      'reminder.week sms sent',
      'reminder.week sms sent',
    ])
    const { rows } = await on.world.superuser.query(
      'select distinct provider_id from core.deliveries where site_id = $1',
      [roster.site.id],
    )
    expect(rows).toHaveLength(1)
  })
})

describe('late', () => {
  const becomesKnown = {
    published: async (roster: Roster) => {
      const shift = await makeShift(on.world, roster, START, { draft: null })
      const actor = await on.admin(roster)
      return () => on.world.act(roster.site, actor, (ctx) => publishShift(ctx, shift))
    },
    assigned: async (roster: Roster) => {
      const shift = await makeShift(on.world, roster, START, { person: null, assigned_at: null })
      return () => changeShift(on.world, roster.site, shift, { person: roster.person.id })
    },
  }
  const KNOWN = Object.entries(becomesKnown)
  test.each(KNOWN)('%s after the week was due: a notice instead, and the day reminder', async (_how, arrange) => {
    const roster = await makeRoster(on.world)
    const become = await arrange(roster)
    await on.tick(WEEK, 60)
    await become()
    for (const minutes of [61, 90]) await on.tick(WEEK, minutes)
    for (const minutes of [0, 1]) await on.tick(DAY, minutes)
    expect(await on.lines(roster.site)).toEqual([
      'shift.assigned email sent',
      'shift.assigned sms sent',
      'reminder.day email sent',
      'reminder.day sms sent',
    ])
  })
  test.each(KNOWN)('%s after the day was due: the notice only', async (_how, arrange) => {
    const roster = await makeRoster(on.world)
    const become = await arrange(roster)
    await on.tick(DAY, 5)
    await become()
    for (const minutes of [6, 600, 1_400]) await on.tick(DAY, minutes)
    expect(await on.lines(roster.site)).toEqual(['shift.assigned email sent', 'shift.assigned sms sent'])
  })
  test('published long before: the notice at once, both reminders when due', async () => {
    const roster = await on.byEmail()
    const shift = await makeShift(on.world, roster, START, { draft: null })
    on.at('2027-05-01T12:00Z')
    await on.world.act(roster.site, await on.admin(roster), (ctx) => publishShift(ctx, shift))
    for (const time of ['2027-05-01T12:00Z', WEEK, DAY]) await on.tick(time, 1)
    expect(await on.lines(roster.site)).toEqual([
      'shift.assigned email sent',
      'reminder.week email sent',
      'reminder.day email sent',
    ])
  })
  test('no worker at the due time: sent late while still of use', async () => {
    const roster = await on.byEmail()
    await makeShift(on.world, roster, START)
    await on.tick(WEEK, -60)
    await on.tick(DAY, -60)
    expect(await on.lines(roster.site)).toEqual(['reminder.week email sent'])
    await on.tick(START, -10)
    expect(await on.lines(roster.site)).toEqual(['reminder.week email sent', 'reminder.day email sent'])
  })
  test('both late: only the day reminder is sent', async () => {
    const roster = await on.byEmail()
    await makeShift(on.world, roster, START)
    await on.tick(WEEK, -60)
    await on.tick(START, -60)
    expect((await on.lines(roster.site)).sort()).toEqual([
      'reminder.day email sent',
      'reminder.week email skipped late',
    ])
  })
  test('after the start: missed, and counted for the alert', async () => {
    const roster = await on.byEmail()
    await makeShift(on.world, roster, START)
    await on.tick(WEEK, 1)
    await on.tick(START, 30)
    expect(await on.lines(roster.site)).toEqual(['reminder.week email sent', 'reminder.day email missed late'])
    expect(await on.messages.registry.getSingleMetricAsString('missed_total')).toContain('missed_total 1')
    expect(on.sent()).toHaveLength(1)
  })
  test('queued, but not sent before the start: missed at send time', async () => {
    const roster = await on.byEmail()
    await makeShift(on.world, roster, START)
    await on.queueOnly(DAY)
    expect(await on.lines(roster.site)).toEqual(['reminder.week email skipped late', 'reminder.day email queued'])
    on.at(START)
    await on.messages.messaging.drain()
    expect(await on.lines(roster.site)).toEqual(['reminder.week email skipped late', 'reminder.day email missed late'])
    expect(await on.messages.registry.getSingleMetricAsString('missed_total')).toContain('missed_total 1')
  })
  test('a first start on existing data reports nothing as missed', async () => {
    const roster = await on.byEmail()
    await makeShift(on.world, roster, START)
    await on.tick(START, 60)
    expect(await on.lines(roster.site)).toEqual([])
  })
  test('a late SMS does not wake anybody: it waits for the end of the quiet hours', async () => {
    const roster = await makeRoster(on.world)
    await makeShift(on.world, roster, START)
    await on.tick(WEEK, -60)
    await on.tick('2027-06-13T01:00Z')
    expect((await on.lines(roster.site)).sort()).toEqual(['reminder.week email sent', 'reminder.week sms queued'])
    await on.tick('2027-06-13T07:00Z')
    expect((await on.lines(roster.site)).sort()).toEqual(['reminder.week email sent', 'reminder.week sms sent'])
  })
})
