import { describe, expect } from 'vitest'
import type { Ctx } from '#server/engine/access/context.ts'
import { publishEvent, unpublishShift } from '#server/publishing/commands.ts'
import { createProductCollections } from '#server/registry.ts'
import { recordStart, takeBackStart } from '#server/shifts/hours/commands.ts'
import type { FixturesOf } from '#tests/support/fixture.ts'
import { changeShift, makeRoster, makeShift, type Roster, tell } from '#tests/support/messages/messaging.ts'
import { test as base, DAY, START, WEEK } from '#tests/support/messages/reminders.ts'
import { adminActor, memberActor } from '#tests/support/world.ts'

const TOMORROW = { start: '2027-06-20T09:00:00.000Z', end: '2027-06-20T12:00:00.000Z' }

const test = base
  .extend(
    'texts',
    ({ reminders }) =>
      () =>
        reminders.sent().map((m) => `${m.subject}: ${m.text}`),
  )
  .extend(
    'engine',
    ({ reminders }) =>
      async (collection: 'shifts' | 'events', roster: Roster, id: number) =>
        reminders.world.act(roster.site, await reminders.admin(roster), (ctx) =>
          createProductCollections().remove(ctx, collection, id),
        ),
  )

type On = Pick<FixturesOf<typeof test>, 'engine' | 'reminders'>

test('a reminder waits for an unsettled change of its person, not for one of whoever had the shift before', async ({
  reminders,
}) => {
  const roster = await reminders.byEmail()
  const { world } = reminders
  const shift = await makeShift(world, roster, START)
  await reminders.tick(WEEK, -60)
  const before = await world.makePerson(roster.site)
  const settle_at = new Date(Date.parse(WEEK) + 600_000)
  const markOf = (person: number) => world.insert(roster.site, 'marks', { shift, person, settle_at })
  await markOf(roster.person.id)
  await markOf(before.id)
  await reminders.queueOnly(WEEK)
  expect(await reminders.lines(roster.site)).not.toContain('reminder.week email queued')
  await world.superuser.query('delete from core.marks where person = $1', [roster.person.id])
  await reminders.queueOnly(WEEK)
  expect(await reminders.lines(roster.site)).toContain('reminder.week email queued')
})

test.for([
  ['theirs', ['reminder.week']],
  ['not_theirs', []],
] as const)(
  'a reminder is due after an act of its person on a shift that was %s',
  async ([was, expected], { reminders }) => {
    const roster = await reminders.byEmail()
    const { world } = reminders
    const shift = await makeShift(world, roster, START)
    await reminders.tick(WEEK, -60)
    const say = (state: string, by: string, minutes: number) =>
      world.insert(roster.site, 'told', {
        ...{ shift, person: roster.person.id, state, by, facts: {} },
        at: new Date(Date.parse(WEEK) + minutes * 60_000),
      })
    await say(was, 'message', -50)
    await say('theirs', 'act', 1)
    await world.superuser.query('delete from core.marks where site_id = $1', [roster.site.id])
    await reminders.tick(WEEK, 2)
    expect(reminders.kinds()).toEqual(expected)
  },
)

test.for(['themselves', 'an admin'] as const)(
  'a change is told once a start that was recorded by mistake is undone by %s',
  async (by, { reminders }) => {
    const roster = await reminders.byEmail()
    const { site, person } = roster
    const { world } = reminders
    const shift = await makeShift(world, roster, START)
    await tell(world, site, shift, person)
    const act = async (minutes: number, what: (ctx: Ctx) => Promise<unknown>) => {
      reminders.at(START, minutes - 120)
      await world.act(site, memberActor(person), what)
      await reminders.tick(START, minutes - 119)
    }
    await act(0, (ctx) => recordStart(ctx, shift, ctx.clock.now()))
    await act(3, () => changeShift(world, site, shift, { start: TOMORROW.start, end: TOMORROW.end }))
    expect(reminders.kinds()).toEqual([])
    const admin = await reminders.admin(roster)
    await act(6, (ctx) =>
      by === 'themselves'
        ? takeBackStart(ctx, shift)
        : createProductCollections().update({ ...ctx, actor: admin }, 'shifts', { id: shift, actual_start: null }),
    )
    expect(reminders.kinds()).toEqual(['shift.changed'])
    await reminders.tick(START, -60)
    expect(reminders.kinds(), 'once').toEqual(['shift.changed'])
  },
)

describe('moved', () => {
  test('to another day after the reminder: notified immediately, and reminded for the new day', async ({
    reminders,
    texts,
  }) => {
    const roster = await reminders.byEmail()
    const shift = await makeShift(reminders.world, roster, START)
    await reminders.tick(WEEK)
    await changeShift(reminders.world, roster.site, shift, { start: '2027-07-10T09:00Z', end: '2027-07-10T12:00Z' })
    await reminders.tick(WEEK, 1)
    expect(texts()[1]).toBe(`shift.changed Regatta: 2027-07-10T09:00:00.000Z was ${START}`)
    await reminders.tick('2027-07-03T09:00Z')
    await reminders.tick('2027-07-09T09:00Z')
    expect(reminders.kinds()).toEqual(['reminder.week', 'shift.changed', 'reminder.week', 'reminder.day'])
  })
  test('unsent reminders of the old day are withdrawn', async ({ reminders }) => {
    const roster = await reminders.byEmail()
    const shift = await makeShift(reminders.world, roster, START)
    await reminders.queueOnly(WEEK)
    await changeShift(reminders.world, roster.site, shift, { start: '2027-06-20T09:00Z', end: '2027-06-20T12:00Z' })
    await reminders.tick(WEEK, 1)
    const lines = ['reminder.week email cancelled moved', 'shift.assigned email sent']
    expect(await reminders.lines(roster.site)).toEqual(lines)
    await reminders.tick('2027-06-13T09:00Z')
    expect(await reminders.lines(roster.site)).toEqual([...lines, 'reminder.week email sent'])
  })
  test('within the day: notified, with the same key and no second reminder of a week', async ({ reminders }) => {
    const roster = await reminders.byEmail()
    const shift = await makeShift(reminders.world, roster, START)
    await reminders.tick(WEEK)
    await changeShift(reminders.world, roster.site, shift, { start: '2027-06-19T13:00Z', end: '2027-06-19T16:00Z' })
    for (const minutes of [1, 240, 300]) await reminders.tick(WEEK, minutes)
    await reminders.tick('2027-06-18T13:00Z')
    expect(reminders.kinds()).toEqual(['reminder.week', 'shift.changed', 'reminder.day'])
    expect(reminders.sent()[2]?.text).toContain('2027-06-19T13:00')
  })
  test('and moved back: no reminder is repeated, but each move is notified', async ({ reminders }) => {
    const roster = await reminders.byEmail()
    const shift = await makeShift(reminders.world, roster, START)
    await reminders.tick(WEEK)
    await changeShift(reminders.world, roster.site, shift, { start: '2027-06-26T09:00Z', end: '2027-06-26T12:00Z' })
    await reminders.tick(WEEK, 1)
    await changeShift(reminders.world, roster.site, shift, { start: START, end: '2027-06-19T12:00Z' })
    await reminders.tick(WEEK, 2)
    await reminders.tick(WEEK, 90)
    expect(reminders.kinds()).toEqual(['reminder.week', 'shift.changed', 'shift.changed'])
  })
  test('and moved back before any notice: no one is notified', async ({ reminders }) => {
    const roster = await reminders.byEmail()
    const shift = await makeShift(reminders.world, roster, START)
    await reminders.tick(WEEK)
    await changeShift(reminders.world, roster.site, shift, { start: '2027-06-26T09:00Z', end: '2027-06-26T12:00Z' })
    await changeShift(reminders.world, roster.site, shift, { start: START, end: '2027-06-19T12:00Z' })
    await reminders.tick(WEEK, 2)
    expect(await reminders.lines(roster.site)).toEqual(['reminder.week email sent'])
  })
  test('into the last week, without an earlier notice: a notice replaces the reminder', async ({ reminders }) => {
    const roster = await reminders.byEmail()
    const shift = await makeShift(reminders.world, roster, '2027-08-19T09:00Z')
    await reminders.tick(WEEK)
    await changeShift(reminders.world, roster.site, shift, { start: '2027-06-15T09:00Z', end: '2027-06-15T12:00Z' })
    await reminders.tick(WEEK, 1)
    await reminders.tick('2027-06-14T09:00Z')
    expect(await reminders.lines(roster.site)).toEqual(['shift.assigned email sent', 'reminder.day email sent'])
  })
  test('no one is notified of fields that the message does not contain: notes', async ({ reminders }) => {
    const roster = await reminders.byEmail()
    const shift = await makeShift(reminders.world, roster, START)
    await reminders.tick(WEEK)
    await changeShift(reminders.world, roster.site, shift, { notes: 'Bring gloves' })
    await reminders.tick(WEEK, 1)
    expect(reminders.sent()).toHaveLength(1)
  })
})

describe('reassigned', () => {
  test('the old person is notified if reminded, the new one immediately, and back again repeats no reminder', async ({
    reminders,
  }) => {
    const roster = await reminders.byEmail()
    const other = await reminders.world.makePerson(roster.site)
    const shift = await makeShift(reminders.world, roster, START)
    await reminders.tick(WEEK)
    await changeShift(reminders.world, roster.site, shift, { person: other.id })
    await reminders.tick(WEEK, 1)
    expect(reminders.sent()[0]).toMatchObject({ kind: 'reminder.week', to: roster.person.email })
    expect(
      reminders
        .sent()
        .slice(1)
        .map((m) => [m.kind, m.to])
        .sort(),
    ).toEqual([
      ['shift.assigned', other.email],
      ['shift.cancelled', roster.person.email],
    ])
    await changeShift(reminders.world, roster.site, shift, { person: roster.person.id })
    await reminders.tick(WEEK, 2)
    await reminders.tick(WEEK, 60)
    expect(
      reminders
        .sent()
        .slice(3)
        .map((m) => [m.kind, m.to])
        .sort(),
    ).toEqual([
      ['shift.assigned', roster.person.email],
      ['shift.cancelled', other.email],
    ])
    await reminders.tick(DAY)
    expect(
      reminders
        .sent()
        .slice(5)
        .map((m) => [m.kind, m.to]),
    ).toEqual([['reminder.day', roster.person.email]])
  })
  test('reassigned and back before any notice: nothing changes and no one is notified', async ({ reminders }) => {
    const roster = await reminders.byEmail()
    const other = await reminders.world.makePerson(roster.site)
    const shift = await makeShift(reminders.world, roster, START)
    await reminders.tick(WEEK)
    await changeShift(reminders.world, roster.site, shift, { person: other.id })
    await changeShift(reminders.world, roster.site, shift, { person: roster.person.id })
    await reminders.tick(WEEK, 1)
    expect(await reminders.lines(roster.site)).toEqual(['reminder.week email sent'])
  })
  test('unsent reminders of the old person are withdrawn, and no one is notified of a shift they never knew', async ({
    reminders,
  }) => {
    const roster = await reminders.byEmail()
    const other = await reminders.world.makePerson(roster.site)
    const shift = await makeShift(reminders.world, roster, START)
    reminders.at('2027-05-01T00:00Z')
    await changeShift(reminders.world, roster.site, shift, { person: other.id })
    await reminders.tick('2027-05-01T00:00Z', 1)
    await reminders.tick(WEEK)
    expect(reminders.sent().map((m) => [m.kind, m.to])).toEqual([
      ['shift.assigned', other.email],
      ['reminder.week', other.email],
    ])
  })
  test('waiting reminders of the old person are cancelled; no one gets two', async ({ reminders }) => {
    const roster = await makeRoster(reminders.world)
    const other = await reminders.world.makePerson(roster.site)
    const shift = await makeShift(reminders.world, roster, START)
    await reminders.queueOnly(WEEK)
    await changeShift(reminders.world, roster.site, shift, { person: other.id })
    for (const minutes of [1, 60]) await reminders.tick(WEEK, minutes)
    expect(await reminders.lines(roster.site)).toEqual([
      'reminder.week email cancelled reassigned',
      'reminder.week sms cancelled reassigned',
      'shift.assigned email sent',
    ])
    expect(reminders.sent().map((m) => [m.kind, m.to])).toEqual([['shift.assigned', other.email]])
  })
  test('people are not notified of their own actions', async ({ reminders }) => {
    const roster = await reminders.byEmail()
    const me = await reminders.world.makePerson(roster.site, { role: 'admin' })
    const shift = await makeShift(reminders.world, roster, START, { person: null, assigned_at: null })
    reminders.at('2027-05-01T00:00Z')
    await changeShift(reminders.world, roster.site, shift, { person: me.id }, adminActor(me))
    await reminders.messages.messaging.drain()
    await reminders.tick(WEEK)
    await changeShift(reminders.world, roster.site, shift, { person: null }, adminActor(me))
    await reminders.tick(WEEK, 1)
    expect(await reminders.lines(roster.site)).toEqual(['reminder.week email sent'])
  })
})

describe('withdrawn', () => {
  test('unpublished after the reminder: notified once, and again when it is back', async ({ reminders }) => {
    const roster = await reminders.byEmail()
    const actor = await reminders.admin(roster)
    const shift = await makeShift(reminders.world, roster, START)
    await reminders.tick(WEEK)
    for (const minutes of [1, 2]) {
      await reminders.world.act(roster.site, actor, (ctx) => unpublishShift(ctx, shift))
      await reminders.tick(WEEK, minutes)
    }
    await reminders.world.act(roster.site, actor, (ctx) => publishEvent(ctx, roster.event))
    await reminders.tick(WEEK, 3)
    expect(reminders.kinds()).toEqual(['reminder.week', 'shift.cancelled', 'shift.assigned'])
  })
  const ends = {
    'unpublished shift': async ({ reminders }: On, roster: Roster, shift: number) =>
      reminders.world.act(roster.site, await reminders.admin(roster), (ctx) => unpublishShift(ctx, shift)),
    'removed shift': ({ engine }: On, roster: Roster, shift: number) => engine('shifts', roster, shift),
    'removed event': ({ engine }: On, roster: Roster) => engine('events', roster, roster.event),
  }

  const ENDS = Object.entries(ends)
  test.for(ENDS)(
    '%s after the reminder: notified once of the loss',
    async ([_what, end], { reminders, texts, engine }) => {
      const roster = await reminders.byEmail()
      const shift = await makeShift(reminders.world, roster, START)
      await reminders.tick(WEEK)
      await end({ reminders, engine }, roster, shift)
      for (const minutes of [1, 2]) await reminders.tick(WEEK, minutes)
      await reminders.tick(DAY)
      expect(texts().slice(1)).toEqual([`shift.cancelled Regatta: ${START} was ${START}`])
    },
  )
  test.for(ENDS)(
    '%s while the reminder waits: it is cancelled, and no one is notified',
    async ([_what, end], { reminders, engine }) => {
      const roster = await makeRoster(reminders.world)
      const shift = await makeShift(reminders.world, roster, START)
      await reminders.queueOnly(WEEK)
      await end({ reminders, engine }, roster, shift)
      for (const minutes of [1, 60]) await reminders.tick(WEEK, minutes)
      expect(
        [...new Set((await reminders.lines(roster.site)).map((line) => line.split(' ').slice(1, 3).join(' ')))].sort(),
      ).toEqual(['email cancelled', 'sms cancelled'])
      expect([reminders.sent(), reminders.messages.transports.sms.sent]).toEqual([[], []])
    },
  )
  test('before any notice: no one is notified', async ({ reminders }) => {
    const roster = await makeRoster(reminders.world)
    const shift = await makeShift(reminders.world, roster, START)
    reminders.at('2027-05-01T00:00Z')
    await reminders.world.act(roster.site, await reminders.admin(roster), (ctx) => unpublishShift(ctx, shift))
    await reminders.tick(WEEK)
    expect(await reminders.lines(roster.site)).toEqual([])
  })
  test.for([
    ['while it runs: they are notified', 60, ['reminder.week', 'shift.cancelled']],
    ['once it is over: no one is notified', 180, ['reminder.week']],
  ] as const)('unpublished %s', async ([_, minutes, kinds], { reminders }) => {
    const roster = await reminders.byEmail()
    const shift = await makeShift(reminders.world, roster, START)
    await reminders.tick(WEEK)
    reminders.at(START, minutes)
    await reminders.world.act(roster.site, await reminders.admin(roster), (ctx) => unpublishShift(ctx, shift))
    await reminders.tick(START, minutes + 1)
    expect(reminders.kinds()).toEqual(kinds)
  })
})
