import { describe, expect } from 'vitest'
import { publishShift } from '#server/publishing/commands.ts'
import { changeShift, makeRoster, makeShift } from '#tests/support/messages/messaging.ts'
import { DAY, START, test, WEEK } from '#tests/support/messages/reminders.ts'
import { whileOtherWrites } from '#tests/support/waiting.ts'

const email = (of: string[]) => of.filter((line) => line.includes(' email ')).map((line) => line.replace(' email', ''))

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
  test.for(cases)('%s', async ([_name, values, expected], { reminders }) => {
    const roster = await makeRoster(reminders.world, { person: { ...values, sms_notifications: false } })
    await makeShift(reminders.world, roster, START)
    await reminders.tick(WEEK)
    expect(email(await reminders.lines(roster.site))).toEqual(expected)
  })
  test.for([
    ['unverified', { sms_verified: false }],
    ['SMS turned off', { sms_notifications: false }],
    ['no phone', { phone: null }],
  ] as const)('%s: no SMS row, email unaffected', async ([_name, values], { reminders }) => {
    const roster = await makeRoster(reminders.world, { person: values })
    await makeShift(reminders.world, roster, START)
    await reminders.tick(WEEK)
    expect(await reminders.lines(roster.site)).toEqual(['reminder.week email sent'])
  })
  test('SMS off for the site: no SMS row, email unaffected', async ({ reminders }) => {
    const roster = await reminders.byEmail()
    await makeShift(reminders.world, roster, START)
    await reminders.tick(WEEK)
    expect(await reminders.lines(roster.site)).toEqual(['reminder.week email sent'])
  })
  const BOTH = ['reminder.week email sent', 'reminder.week sms sent']
  const bothAre = (what: string) => BOTH.map((line) => line.replace('sent', what))
  test.for([
    ['the email opted out', 'people', 'email_reminders = false', ['reminder.week email skipped opted_out', BOTH[1]]],
    ['the email bounced', 'people', "email_blocked = 'bounced'", ['reminder.week email skipped bounced', BOTH[1]]],
    ['the address is gone', 'people', "email = ''", ['reminder.week email skipped no_address', BOTH[1]]],
    ['the phone is unverified', 'people', 'sms_verified = false', [BOTH[0], 'reminder.week sms skipped unverified']],
    ['the phone is gone', 'people', 'phone = null', [BOTH[0], 'reminder.week sms skipped no_phone']],
    ['SMS is off', 'people', 'sms_notifications = false', [BOTH[0], 'reminder.week sms skipped opted_out']],
    ['STOP came', 'people', 'sms_blocked = true', [BOTH[0], 'reminder.week sms skipped stopped']],
    ['SMS is off for the site', 'sites', 'sms_enabled = false', [BOTH[0], 'reminder.week sms skipped sms_off']],
    ['the person is not active', 'people', 'is_active = false', bothAre('cancelled inactive')],
    ['the person is erased', 'people', 'erased_at = now()', bothAre('cancelled inactive')],
    ['the site is suspended', 'sites', "status = 'suspended'", bothAre('cancelled site_closed')],
  ] as const)(
    '%s since it was queued: judged at the last moment',
    async ([_name, table, change, expected], { reminders }) => {
      const roster = await makeRoster(reminders.world)
      await makeShift(reminders.world, roster, START)
      await reminders.queueOnly(WEEK)
      await reminders.world.superuser.query(
        `update core.${table} set ${change} where ${table === 'sites' ? 'id' : 'site_id'} = $1`,
        [roster.site.id],
      )
      await reminders.messages.messaging.drain()
      expect((await reminders.lines(roster.site)).sort()).toEqual(expected)
    },
  )
  test('STOP was answered: the SMS is skipped', async ({ reminders }) => {
    const roster = await makeRoster(reminders.world, { person: { sms_blocked: true } })
    await makeShift(reminders.world, roster, START)
    await reminders.tick(WEEK)
    expect((await reminders.lines(roster.site)).sort()).toEqual([
      'reminder.week email sent',
      'reminder.week sms skipped stopped',
    ])
  })
  test('the provider reports a STOP: it is stored for this person', async ({ reminders }) => {
    const roster = await makeRoster(reminders.world)
    await makeShift(reminders.world, roster, START)
    reminders.messages.transports.sms.outcomes.push({ kind: 'rejected', reason: '21610 unsubscribed recipient' })
    await reminders.tick(WEEK)
    expect((await reminders.lines(roster.site)).sort()).toEqual([
      'reminder.week email sent',
      'reminder.week sms skipped stopped',
    ])
    await reminders.tick(DAY)
    expect(reminders.messages.transports.sms.sent).toHaveLength(1)
  })
  test.for([
    ['begun', { actual_start: '2027-06-18T08:00Z' }],
    ['ended', { actual_start: '2027-06-18T08:00Z', actual_end: '2027-06-18T08:30Z' }],
  ] as const)('a shift that has %s after it was queued is cancelled', async ([_name, values], { reminders }) => {
    const roster = await reminders.byEmail()
    const shift = await makeShift(reminders.world, roster, START, {
      draft: '2027-06-17T00:00Z',
      assigned_at: '2027-06-17T00:00Z',
    })
    await reminders.queueOnly(DAY)
    await changeShift(reminders.world, roster.site, shift, values)
    await reminders.messages.messaging.drain()
    expect(await reminders.lines(roster.site)).toEqual(['reminder.day email cancelled began'])
  })
  test('sending waits for a change in progress, so that no message is stale', async ({ reminders }) => {
    const roster = await reminders.byEmail()
    const shift = await makeShift(reminders.world, roster, START)
    await reminders.queueOnly(WEEK)
    await whileOtherWrites(reminders.world, {
      write: (other) => other.query('update core.shifts set draft = null where id = $1', [shift]),
      work: () => reminders.messages.messaging.drain(),
      beforeCommit: (_other, waited) => expect([waited, reminders.sent()]).toEqual([true, []]),
    })
    expect(await reminders.lines(roster.site)).toEqual(['reminder.week email cancelled unpublished'])
  })
  test('notices follow the switch for notifications', async ({ reminders }) => {
    const roster = await makeRoster(reminders.world, {
      person: { email_notifications: false, sms_notifications: false },
    })
    const shift = await makeShift(reminders.world, roster, START, { draft: null })
    reminders.at('2027-05-01T00:00Z')
    await reminders.world.act(roster.site, await reminders.admin(roster), (ctx) => publishShift(ctx, shift))
    await reminders.tick('2027-05-01T00:00Z', 1)
    expect(await reminders.lines(roster.site)).toEqual(['shift.assigned email skipped opted_out'])
  })
})
