import { describe, expect, test } from 'vitest'
import { createProductCollections } from '#server/registry.ts'
import { publishEvent, unpublishShift } from '#server/shifts/publication/commands.ts'
import { changeShift, makeRoster, makeShift, type Roster } from '#tests/support/messaging.ts'
import { DAY, reminderTests, START, WEEK } from '#tests/support/reminders.ts'
import { adminActor } from '#tests/support/world.ts'

const on = reminderTests()
const texts = () => on.sent().map((m) => `${m.subject}: ${m.text}`)

describe('moved', () => {
  test('to another day after the reminder: told at once, and reminded for the new day', async () => {
    const roster = await on.byEmail()
    const shift = await makeShift(on.world, roster, START)
    await on.tick(WEEK)
    await changeShift(on.world, roster.site, shift, { start: '2027-07-10T09:00Z', end: '2027-07-10T12:00Z' })
    await on.tick(WEEK, 1)
    expect(texts()[1]).toBe(`shift.changed Regatta: 2027-07-10T09:00:00.000Z was ${START}`)
    await on.tick('2027-07-03T09:00Z')
    await on.tick('2027-07-09T09:00Z')
    expect(on.kinds()).toEqual(['reminder.week', 'shift.changed', 'reminder.week', 'reminder.day'])
  })
  test('unsent reminders of the old day are withdrawn', async () => {
    const roster = await on.byEmail()
    const shift = await makeShift(on.world, roster, START)
    await on.queueOnly(WEEK)
    await changeShift(on.world, roster.site, shift, { start: '2027-06-20T09:00Z', end: '2027-06-20T12:00Z' })
    await on.tick(WEEK, 1)
    expect(await on.lines(roster.site)).toEqual(['reminder.week email cancelled moved'])
    await on.tick('2027-06-13T09:00Z')
    expect(await on.lines(roster.site)).toEqual(['reminder.week email cancelled moved', 'reminder.week email sent'])
  })
  test('within the day: told, the same key, no second reminder of a week', async () => {
    const roster = await on.byEmail()
    const shift = await makeShift(on.world, roster, START)
    await on.tick(WEEK)
    await changeShift(on.world, roster.site, shift, { start: '2027-06-19T13:00Z', end: '2027-06-19T16:00Z' })
    for (const minutes of [1, 240, 300]) await on.tick(WEEK, minutes)
    await on.tick('2027-06-18T13:00Z')
    expect(on.kinds()).toEqual(['reminder.week', 'shift.changed', 'reminder.day'])
    expect(on.sent()[2]?.text).toContain('2027-06-19T13:00')
  })
  test('and moved back: no reminder is repeated, but each move that was told is told', async () => {
    const roster = await on.byEmail()
    const shift = await makeShift(on.world, roster, START)
    await on.tick(WEEK)
    await changeShift(on.world, roster.site, shift, { start: '2027-06-26T09:00Z', end: '2027-06-26T12:00Z' })
    await on.tick(WEEK, 1)
    await changeShift(on.world, roster.site, shift, { start: START, end: '2027-06-19T12:00Z' })
    await on.tick(WEEK, 2)
    await on.tick(WEEK, 90)
    expect(on.kinds()).toEqual(['reminder.week', 'shift.changed', 'shift.changed'])
  })
  test('and moved back before anybody was told: nobody is', async () => {
    const roster = await on.byEmail()
    const shift = await makeShift(on.world, roster, START)
    await on.tick(WEEK)
    await changeShift(on.world, roster.site, shift, { start: '2027-06-26T09:00Z', end: '2027-06-26T12:00Z' })
    await changeShift(on.world, roster.site, shift, { start: START, end: '2027-06-19T12:00Z' })
    await on.tick(WEEK, 2)
    expect((await on.lines(roster.site)).sort()).toEqual([
      'reminder.week email sent',
      'shift.changed email skipped unchanged',
    ])
  })
  test('into the last week, never told of it: a notice replaces the reminder', async () => {
    const roster = await on.byEmail()
    const shift = await makeShift(on.world, roster, '2027-08-19T09:00Z')
    await on.tick(WEEK)
    await changeShift(on.world, roster.site, shift, { start: '2027-06-15T09:00Z', end: '2027-06-15T12:00Z' })
    await on.tick(WEEK, 1)
    await on.tick('2027-06-14T09:00Z')
    expect(await on.lines(roster.site)).toEqual(['shift.assigned email sent', 'reminder.day email sent'])
  })
  test('nobody is told what does not concern the message: notes', async () => {
    const roster = await on.byEmail()
    const shift = await makeShift(on.world, roster, START)
    await on.tick(WEEK)
    await changeShift(on.world, roster.site, shift, { notes: 'Bring gloves' })
    await on.tick(WEEK, 1)
    expect(on.sent()).toHaveLength(1)
  })
})

describe('reassigned', () => {
  test('the old person is told if reminded, the new one at once, and back again repeats no reminder', async () => {
    const roster = await on.byEmail()
    const other = await on.world.makePerson(roster.site)
    const shift = await makeShift(on.world, roster, START)
    await on.tick(WEEK)
    await changeShift(on.world, roster.site, shift, { person: other.id })
    await on.tick(WEEK, 1)
    expect(on.sent()[0]).toMatchObject({ kind: 'reminder.week', to: roster.person.email })
    expect(
      on
        .sent()
        .slice(1)
        .map((m) => [m.kind, m.to])
        .sort(),
    ).toEqual([
      ['shift.assigned', other.email],
      ['shift.cancelled', roster.person.email],
    ])
    await changeShift(on.world, roster.site, shift, { person: roster.person.id })
    await on.tick(WEEK, 2)
    await on.tick(WEEK, 60)
    expect(
      on
        .sent()
        .slice(3)
        .map((m) => [m.kind, m.to])
        .sort(),
    ).toEqual([
      ['shift.assigned', roster.person.email],
      ['shift.cancelled', other.email],
    ])
    await on.tick(DAY)
    expect(
      on
        .sent()
        .slice(5)
        .map((m) => [m.kind, m.to]),
    ).toEqual([['reminder.day', roster.person.email]])
  })
  test('there and back before anybody was told changes and tells nothing', async () => {
    const roster = await on.byEmail()
    const other = await on.world.makePerson(roster.site)
    const shift = await makeShift(on.world, roster, START)
    await on.tick(WEEK)
    await changeShift(on.world, roster.site, shift, { person: other.id })
    await changeShift(on.world, roster.site, shift, { person: roster.person.id })
    await on.tick(WEEK, 1)
    expect((await on.lines(roster.site)).sort()).toEqual([
      'reminder.week email sent',
      'shift.assigned email cancelled reassigned',
      'shift.cancelled email cancelled yours_again',
    ])
  })
  test('unsent reminders of the old person are withdrawn, and nobody hears of what they never knew', async () => {
    const roster = await on.byEmail()
    const other = await on.world.makePerson(roster.site)
    const shift = await makeShift(on.world, roster, START)
    on.at('2027-05-01T00:00Z')
    await changeShift(on.world, roster.site, shift, { person: other.id })
    await on.tick('2027-05-01T00:00Z', 1)
    await on.tick(WEEK)
    expect(on.sent().map((m) => [m.kind, m.to])).toEqual([
      ['shift.assigned', other.email],
      ['reminder.week', other.email],
    ])
  })
  test('reminders that wait for the old person are cancelled; nobody gets two', async () => {
    const roster = await makeRoster(on.world)
    const other = await on.world.makePerson(roster.site)
    const shift = await makeShift(on.world, roster, START)
    await on.queueOnly(WEEK)
    await changeShift(on.world, roster.site, shift, { person: other.id })
    for (const minutes of [1, 60]) await on.tick(WEEK, minutes)
    expect(await on.lines(roster.site)).toEqual([
      'reminder.week email cancelled reassigned',
      'reminder.week sms cancelled reassigned',
      'shift.assigned email sent',
    ])
    expect(on.sent().map((m) => [m.kind, m.to])).toEqual([['shift.assigned', other.email]])
  })
  test('people are not told about their own action', async () => {
    const roster = await on.byEmail()
    const me = await on.world.makePerson(roster.site, { role: 'admin' })
    const shift = await makeShift(on.world, roster, START, { person: null, assigned_at: null })
    on.at('2027-05-01T00:00Z')
    await changeShift(on.world, roster.site, shift, { person: me.id }, adminActor(me))
    await on.tick(WEEK)
    await changeShift(on.world, roster.site, shift, { person: null }, adminActor(me))
    await on.tick(WEEK, 1)
    expect(await on.lines(roster.site)).toEqual(['reminder.week email sent'])
  })
})

describe('withdrawn', () => {
  test('unpublished after the reminder: told once, and told again when it is back', async () => {
    const roster = await on.byEmail()
    const actor = await on.admin(roster)
    const shift = await makeShift(on.world, roster, START)
    await on.tick(WEEK)
    for (const minutes of [1, 2]) {
      await on.world.act(roster.site, actor, (ctx) => unpublishShift(ctx, shift))
      await on.tick(WEEK, minutes)
    }
    await on.world.act(roster.site, actor, (ctx) => publishEvent(ctx, roster.event))
    await on.tick(WEEK, 3)
    expect(on.kinds()).toEqual(['reminder.week', 'shift.cancelled', 'shift.assigned'])
  })
  const ends = {
    'unpublished shift': async (roster: Roster, shift: number) =>
      on.world.act(roster.site, await on.admin(roster), (ctx) => unpublishShift(ctx, shift)),
    'removed shift': (roster: Roster, shift: number) => engine('shifts', roster, shift),
    'removed event': (roster: Roster) => engine('events', roster, roster.event),
  }
  const engine = async (collection: 'shifts' | 'events', roster: Roster, id: number) =>
    on.world.act(roster.site, await on.admin(roster), (ctx) => createProductCollections().remove(ctx, collection, id))
  const ENDS = Object.entries(ends)
  test.each(ENDS)('%s after the reminder: told once what is no longer theirs', async (_what, end) => {
    const roster = await on.byEmail()
    const shift = await makeShift(on.world, roster, START)
    await on.tick(WEEK)
    await end(roster, shift)
    for (const minutes of [1, 2]) await on.tick(WEEK, minutes)
    await on.tick(DAY)
    expect(texts().slice(1)).toEqual([`shift.cancelled Regatta: ${START} was ${START}`])
  })
  test.each(ENDS)('%s while the reminder waits: it is cancelled, and nobody is told', async (_what, end) => {
    const roster = await makeRoster(on.world)
    const shift = await makeShift(on.world, roster, START)
    await on.queueOnly(WEEK)
    await end(roster, shift)
    for (const minutes of [1, 60]) await on.tick(WEEK, minutes)
    expect(
      [...new Set((await on.lines(roster.site)).map((line) => line.split(' ').slice(1, 3).join(' ')))].sort(),
    ).toEqual(['email cancelled', 'sms cancelled'])
    expect([on.sent(), on.messages.transports.sms.sent]).toEqual([[], []])
  })
  test('before anybody knew: nobody is told', async () => {
    const roster = await makeRoster(on.world)
    const shift = await makeShift(on.world, roster, START)
    on.at('2027-05-01T00:00Z')
    await on.world.act(roster.site, await on.admin(roster), (ctx) => unpublishShift(ctx, shift))
    await on.tick(WEEK)
    expect(await on.lines(roster.site)).toEqual([])
  })
  test('a shift in the past: nobody is told', async () => {
    const roster = await on.byEmail()
    const shift = await makeShift(on.world, roster, START)
    await on.tick(WEEK)
    on.at(START, 60)
    await on.world.act(roster.site, await on.admin(roster), (ctx) => unpublishShift(ctx, shift))
    await on.tick(START, 61)
    expect(on.sent()).toHaveLength(1)
  })
})
