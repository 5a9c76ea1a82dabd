import { describe, expect } from 'vitest'
import { publishShift } from '#server/publishing/commands.ts'
import type { FixturesOf } from '#tests/support/fixture.ts'
import { changeShift, makeRoster, makeShift, type Roster } from '#tests/support/messages/messaging.ts'
import { DAY, START, test, WEEK } from '#tests/support/messages/reminders.ts'

type On = Pick<FixturesOf<typeof test>, 'reminders'>

describe('on time', () => {
  test('one week and one day before, by email and SMS, once each', async ({ reminders }) => {
    const roster = await makeRoster(reminders.world)
    await makeShift(reminders.world, roster, START)
    await reminders.tick(WEEK, -1)
    expect(await reminders.lines(roster.site)).toEqual([])
    await reminders.tick(WEEK)
    expect(await reminders.lines(roster.site)).toEqual(['reminder.week email sent', 'reminder.week sms sent'])
    await reminders.tick(DAY, -1)
    expect(reminders.sent()).toHaveLength(1)
    for (const minutes of [0, 1, 30, 600]) await reminders.tick(DAY, minutes)
    expect(reminders.kinds()).toEqual(['reminder.week', 'reminder.day'])
    expect(reminders.messages.transports.sms.sent).toHaveLength(2)
    expect(reminders.sent()[0]?.headers.unsubscribe).toMatch(/^https:\/\/s.*\.example\/profile\/emails\/.{20,}$/)
  })
  test('are due by the shift’s own start, and state that time', async ({ reminders }) => {
    const roster = await makeRoster(reminders.world)
    await makeShift(reminders.world, roster, START, { modified_start: '2027-06-19T11:00Z' })
    await reminders.tick(WEEK, -1)
    expect(await reminders.lines(roster.site)).toEqual([])
    await reminders.tick(WEEK)
    expect(await reminders.lines(roster.site)).toEqual(['reminder.week email sent', 'reminder.week sms sent'])
    for (const { text } of [...reminders.sent(), ...reminders.messages.transports.sms.sent]) {
      expect(text).toContain('11:00')
      expect(text).not.toContain('T09:00')
    }
  })
  test('unpublished and unassigned shifts get none', async ({ reminders }) => {
    const roster = await makeRoster(reminders.world)
    await makeShift(reminders.world, roster, START, { draft: null })
    await makeShift(reminders.world, roster, START, { person: null })
    await reminders.tick(WEEK)
    expect(await reminders.lines(roster.site)).toEqual([])
  })
  test('an SMS due in quiet hours is sent the evening before, the email is not', async ({ reminders }) => {
    const roster = await makeRoster(reminders.world)
    await makeShift(reminders.world, roster, '2027-06-19T05:00Z')
    await reminders.tick('2027-06-11T18:30Z', -1)
    expect(await reminders.lines(roster.site)).toEqual([])
    await reminders.tick('2027-06-11T18:30Z')
    expect(await reminders.lines(roster.site)).toEqual(['reminder.week sms sent'])
    await reminders.tick('2027-06-12T05:00Z')
    expect(await reminders.lines(roster.site)).toEqual(['reminder.week sms sent', 'reminder.week email sent'])
  })
  test('shifts of one day that are due together share a message, and its outcome', async ({ reminders }) => {
    const roster = await makeRoster(reminders.world)
    for (const start of ['2027-06-19T05:00Z', '2027-06-19T05:30Z', '2027-06-19T06:00Z'])
      await makeShift(reminders.world, roster, start)
    await reminders.tick('2027-06-11T18:30Z')
    expect(reminders.messages.transports.sms.sent).toHaveLength(1)
    expect(reminders.messages.transports.sms.sent[0]?.text.split('\n')).toHaveLength(3)
    expect(await reminders.lines(roster.site)).toEqual([
      'reminder.week sms sent',
      'reminder.week sms sent',
      'reminder.week sms sent',
    ])
    const { rows } = await reminders.world.superuser.query(
      'select distinct provider_id from core.deliveries where site_id = $1',
      [roster.site.id],
    )
    expect(rows).toHaveLength(1)
  })
})

describe('late', () => {
  const becomesKnown = {
    published: async ({ reminders }: On, roster: Roster) => {
      const shift = await makeShift(reminders.world, roster, START, { draft: null })
      const actor = await reminders.admin(roster)
      return () => reminders.world.act(roster.site, actor, (ctx) => publishShift(ctx, shift))
    },
    assigned: async ({ reminders }: On, roster: Roster) => {
      const shift = await makeShift(reminders.world, roster, START, { person: null, assigned_at: null })
      return () => changeShift(reminders.world, roster.site, shift, { person: roster.person.id })
    },
  }
  const KNOWN = Object.entries(becomesKnown)
  test.for(KNOWN)(
    '%s after the week was due: a notice instead, and the day reminder',
    async ([_how, arrange], { reminders }) => {
      const roster = await makeRoster(reminders.world)
      const become = await arrange({ reminders }, roster)
      await reminders.tick(WEEK, 60)
      await become()
      for (const minutes of [61, 90]) await reminders.tick(WEEK, minutes)
      for (const minutes of [0, 1]) await reminders.tick(DAY, minutes)
      expect(await reminders.lines(roster.site)).toEqual([
        'shift.assigned email sent',
        'shift.assigned sms sent',
        'reminder.day email sent',
        'reminder.day sms sent',
      ])
    },
  )
  test.for(KNOWN)('%s after the day was due: the notice only', async ([_how, arrange], { reminders }) => {
    const roster = await makeRoster(reminders.world)
    const become = await arrange({ reminders }, roster)
    await reminders.tick(DAY, 5)
    await become()
    for (const minutes of [6, 600, 1_400]) await reminders.tick(DAY, minutes)
    expect(await reminders.lines(roster.site)).toEqual(['shift.assigned email sent', 'shift.assigned sms sent'])
  })
  test('published long before: the notice immediately, both reminders when due', async ({ reminders }) => {
    const roster = await reminders.byEmail()
    const shift = await makeShift(reminders.world, roster, START, { draft: null })
    reminders.at('2027-05-01T12:00Z')
    await reminders.world.act(roster.site, await reminders.admin(roster), (ctx) => publishShift(ctx, shift))
    for (const time of ['2027-05-01T12:00Z', WEEK, DAY]) await reminders.tick(time, 1)
    expect(await reminders.lines(roster.site)).toEqual([
      'shift.assigned email sent',
      'reminder.week email sent',
      'reminder.day email sent',
    ])
  })
  test('no worker at the due time: sent late while still useful', async ({ reminders }) => {
    const roster = await reminders.byEmail()
    await makeShift(reminders.world, roster, START)
    await reminders.tick(WEEK, -60)
    await reminders.tick(DAY, -60)
    expect(await reminders.lines(roster.site)).toEqual(['reminder.week email sent'])
    await reminders.tick(START, -10)
    expect(await reminders.lines(roster.site)).toEqual(['reminder.week email sent', 'reminder.day email sent'])
  })
  test('both late: only the day reminder is sent', async ({ reminders }) => {
    const roster = await reminders.byEmail()
    await makeShift(reminders.world, roster, START)
    await reminders.tick(WEEK, -60)
    await reminders.tick(START, -60)
    expect((await reminders.lines(roster.site)).sort()).toEqual([
      'reminder.day email sent',
      'reminder.week email skipped late',
    ])
  })
  test('after the start: missed, and counted for the alert', async ({ reminders }) => {
    const roster = await reminders.byEmail()
    await makeShift(reminders.world, roster, START)
    await reminders.tick(WEEK, 1)
    await reminders.tick(START, 30)
    expect(await reminders.lines(roster.site)).toEqual(['reminder.week email sent', 'reminder.day email missed late'])
    expect(await reminders.messages.registry.getSingleMetricAsString('missed_total')).toContain('missed_total 1')
    expect(reminders.sent()).toHaveLength(1)
  })
  test('queued, but not sent before the start: missed at send time', async ({ reminders }) => {
    const roster = await reminders.byEmail()
    await makeShift(reminders.world, roster, START)
    await reminders.queueOnly(DAY)
    expect(await reminders.lines(roster.site)).toEqual(['reminder.day email queued'])
    reminders.at(START)
    await reminders.messages.messaging.drain()
    expect(await reminders.lines(roster.site)).toEqual(['reminder.day email missed late'])
    expect(await reminders.messages.registry.getSingleMetricAsString('missed_total')).toContain('missed_total 1')
  })
  test('a first start on existing data reports nothing as missed', async ({ reminders }) => {
    const roster = await reminders.byEmail()
    await makeShift(reminders.world, roster, START)
    await reminders.tick(START, 60)
    expect(await reminders.lines(roster.site)).toEqual([])
  })
  test('a late SMS does not wake anyone: it waits for the end of the quiet hours', async ({ reminders }) => {
    const roster = await makeRoster(reminders.world)
    await makeShift(reminders.world, roster, START)
    await reminders.tick(WEEK, -60)
    await reminders.tick('2027-06-13T01:00Z')
    expect((await reminders.lines(roster.site)).sort()).toEqual([
      'reminder.week email sent',
      'reminder.week sms queued',
    ])
    await reminders.tick('2027-06-13T07:00Z')
    expect((await reminders.lines(roster.site)).sort()).toEqual(['reminder.week email sent', 'reminder.week sms sent'])
  })
})
