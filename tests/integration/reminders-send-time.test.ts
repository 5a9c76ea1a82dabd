import { describe, expect, test } from 'vitest'
import { publishShift } from '#server/shifts/publication/commands.ts'
import { changeShift, makeRoster, makeShift } from '#tests/support/messaging.ts'
import { DAY, reminderTests, START, WEEK } from '#tests/support/reminders.ts'
import { SYSTEM } from '#tests/support/world.ts'

const on = reminderTests()
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
  test.each(cases)('%s', async (_name, values, expected) => {
    const roster = await makeRoster(on.world, { person: { ...values, sms_notifications: false } })
    await makeShift(on.world, roster, START)
    await on.tick(WEEK)
    expect(email(await on.lines(roster.site))).toEqual(expected)
  })
  test.each([
    ['unverified', { sms_verified: false }],
    ['SMS turned off', { sms_notifications: false }],
    ['no phone', { phone: null }],
  ])('%s: no SMS row, email unaffected', async (_name, values) => {
    const roster = await makeRoster(on.world, { person: values })
    await makeShift(on.world, roster, START)
    await on.tick(WEEK)
    expect(await on.lines(roster.site)).toEqual(['reminder.week email sent'])
  })
  test('SMS off for the site: no SMS row, email unaffected', async () => {
    const roster = await on.byEmail()
    await makeShift(on.world, roster, START)
    await on.tick(WEEK)
    expect(await on.lines(roster.site)).toEqual(['reminder.week email sent'])
  })
  const BOTH = ['reminder.week email sent', 'reminder.week sms sent']
  const bothAre = (what: string) => BOTH.map((line) => line.replace('sent', what))
  test.each([
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
  ])('%s since it was queued: judged at the last moment', async (_name, table, change, expected) => {
    const roster = await makeRoster(on.world)
    await makeShift(on.world, roster, START)
    await on.queueOnly(WEEK)
    await on.world.superuser.query(
      `update core.${table} set ${change} where ${table === 'sites' ? 'id' : 'site_id'} = $1`,
      [roster.site.id],
    )
    await on.messages.messaging.drain()
    expect((await on.lines(roster.site)).sort()).toEqual(expected)
  })
  test('STOP was answered: the SMS is skipped', async () => {
    const roster = await makeRoster(on.world, { person: { sms_blocked: true } })
    await makeShift(on.world, roster, START)
    await on.tick(WEEK)
    expect((await on.lines(roster.site)).sort()).toEqual([
      'reminder.week email sent',
      'reminder.week sms skipped stopped',
    ])
  })
  test('the provider knows of a STOP: remembered for this person', async () => {
    const roster = await makeRoster(on.world)
    await makeShift(on.world, roster, START)
    on.messages.transports.sms.outcomes.push({ kind: 'rejected', reason: '21610 unsubscribed recipient' })
    await on.tick(WEEK)
    expect((await on.lines(roster.site)).sort()).toEqual([
      'reminder.week email sent',
      'reminder.week sms skipped stopped',
    ])
    await on.tick(DAY)
    expect(on.messages.transports.sms.sent).toHaveLength(1)
  })
  test.each([
    ['begun', { actual_start: '2027-06-18T08:00Z' }],
    ['ended', { actual_start: '2027-06-18T08:00Z', actual_end: '2027-06-18T08:30Z' }],
  ])('a shift that has %s after it was queued is cancelled', async (_name, values) => {
    const roster = await on.byEmail()
    const shift = await makeShift(on.world, roster, START, {
      draft: '2027-06-17T00:00Z',
      assigned_at: '2027-06-17T00:00Z',
    })
    await on.queueOnly(DAY)
    await changeShift(on.world, roster.site, shift, values)
    await on.messages.messaging.drain()
    expect(await on.lines(roster.site)).toEqual(['reminder.day email cancelled began'])
  })
  test('a change that is still being written is waited for, so that no message is stale', async () => {
    const roster = await on.byEmail()
    const shift = await makeShift(on.world, roster, START)
    on.at(WEEK)
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const change = on.world.act(roster.site, SYSTEM, async (ctx) => {
      await ctx.db.updateTable('shifts').set({ draft: null }).where('id', '=', shift).execute()
      await held
    })
    await new Promise((resolve) => setTimeout(resolve, 100))
    const sending = on.messages.messaging.plan()
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(on.sent()).toHaveLength(0)
    release()
    await Promise.all([change, sending])
    expect(await on.lines(roster.site)).toEqual(['reminder.week email cancelled unpublished'])
  })
  test('notices follow the switch for notifications', async () => {
    const roster = await makeRoster(on.world, { person: { email_notifications: false, sms_notifications: false } })
    const shift = await makeShift(on.world, roster, START, { draft: null })
    on.at('2027-05-01T00:00Z')
    await on.world.act(roster.site, await on.admin(roster), (ctx) => publishShift(ctx, shift))
    await on.tick('2027-05-01T00:00Z', 1)
    expect(await on.lines(roster.site)).toEqual(['shift.assigned email skipped opted_out'])
  })
})
