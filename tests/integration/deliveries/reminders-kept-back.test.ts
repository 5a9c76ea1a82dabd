import { expect } from 'vitest'
import { resumeSite, suspendSite } from '#server/platform/sites.ts'
import { createProductCollections } from '#server/registry.ts'
import { assignShifts } from '#server/shifts/assign/commands.ts'
import { makeRoster, makeShift, tell } from '#tests/support/messages/messaging.ts'
import { test as base, DAY, START, WEEK } from '#tests/support/messages/reminders.ts'
import { adminActor } from '#tests/support/world.ts'

/** A reminder is due until its person was told: a hold delays it and loses nothing. */
const engine = createProductCollections()
const HOURS = 60

const test = base
  .extend('roster', ({ world }) => makeRoster(world))
  .extend('admin', async ({ world, roster }) =>
    adminActor(await world.makePerson(roster.site, { role: 'admin', email_notifications: false })),
  )
  .extend('shift', async ({ world, roster, reminders }) => {
    reminders.at('2027-06-01T00:00Z')
    const shift = await makeShift(world, roster, START)
    await tell(world, roster.site, shift, roster.person)
    return shift
  })
  .extend('put', ({ world, roster, admin, shift }) => (person: number | null, was: number | null) => {
    return world.act(roster.site, admin, (ctx) => assignShifts(ctx, engine, [{ shift, person, was }]))
  })
  .extend('set', ({ world, roster, admin }) => (collection: string, values: Record<string, unknown>) => {
    return world.act(roster.site, admin, (ctx) => engine.update(ctx, collection, values))
  })
  .extend('sent', ({ reminders, roster }) => () => {
    const { email, sms } = reminders.messages.transports
    const to = (one: { to: string }) => one.to === roster.person.email || !one.to.includes('@')
    return [...email.sent, ...sms.sent].filter(to).map(({ kind, channel }) => `${kind} ${channel}`)
  })

const both = (kind: string) => [`${kind} email`, `${kind} sms`]

test('a change ten seconds before it is due, undone three seconds after, costs no reminder', async ({
  world,
  roster,
  reminders,
  put,
  sent,
}) => {
  const other = await world.makePerson(roster.site)
  await reminders.tick(WEEK, -1)
  reminders.at(WEEK, -10 / 60)
  await put(other.id, roster.person.id)
  await reminders.tick(WEEK, 1 / 60)
  reminders.at(WEEK, 3 / 60)
  await put(roster.person.id, other.id)
  await reminders.tick(WEEK, 10 / 60)
  expect(sent()).toEqual([])
  for (const seconds of [30, 60, 90]) await reminders.tick(WEEK, seconds / 60)
  expect(sent()).toEqual(both('reminder.week'))
})

test('a text that waits for the morning stays in the queue through a mistake that is undone', async ({
  roster,
  reminders,
  put,
  set,
  shift,
  sent,
}) => {
  reminders.at('2027-06-14T21:00Z')
  await set('shifts', { id: shift, start: '2027-06-20T09:00:00Z', end: '2027-06-20T12:00:00Z' })
  await reminders.tick('2027-06-14T21:01Z')
  expect(sent()).toEqual(['shift.changed email'])
  await put(null, roster.person.id)
  reminders.at('2027-06-14T21:01Z', 5 / 60)
  await put(roster.person.id, null)
  await reminders.tick('2027-06-14T21:05Z')
  await reminders.tick('2027-06-15T07:00Z')
  expect(sent()).toEqual(['shift.changed email', 'shift.changed sms'])
})

test('a waiting text names the facts of the morning, and nothing that its reader already knows', async ({
  reminders,
  set,
  shift,
  sent,
}) => {
  const move = (day: number) =>
    set('shifts', { id: shift, start: `2027-06-${day}T09:00:00Z`, end: `2027-06-${day}T12:00:00Z` })
  reminders.at('2027-06-14T21:00Z')
  await move(20)
  await reminders.tick('2027-06-14T21:01Z')
  await move(21)
  await reminders.tick('2027-06-14T21:03Z')
  await reminders.tick('2027-06-15T07:00Z')
  expect(sent()).toEqual(['shift.changed email', 'shift.changed email', 'shift.changed sms'])
  expect(reminders.messages.transports.sms.sent.map(({ text }) => text)).toEqual([
    expect.stringContaining('2027-06-21T09:00:00.000Z'),
  ])
})

type Kept = (on: {
  status: (work: typeof suspendSite) => Promise<unknown>
  activate: (is_active: boolean) => Promise<unknown>
}) => Promise<unknown>[]

const KEPT: [what: string, keep: Kept, back: Kept][] = [
  ['the site is suspended', ({ status }) => [status(suspendSite)], ({ status }) => [status(resumeSite)]],
  ['the person is inactive', ({ activate }) => [activate(false)], ({ activate }) => [activate(true)]],
]

test.for(KEPT)(
  '%s when it is due: it is sent once that is over, and once',
  async ([_, keep, back], { world, roster, reminders, set, shift, sent }) => {
    expect(shift).toBeGreaterThan(0)
    const ways = {
      status: (work: typeof suspendSite) =>
        work({ pool: world.pool('platform'), now: world.clock.now() }, roster.site.slug),
      activate: (is_active: boolean) => set('people', { id: roster.person.id, is_active }),
    }
    await reminders.tick(WEEK, -1 * HOURS)
    await Promise.all(keep(ways))
    for (const hours of [-0.5, 0, 1, 2]) await reminders.tick(WEEK, hours * HOURS)
    expect(sent()).toEqual([])
    reminders.at(WEEK, 30 * HOURS)
    await Promise.all(back(ways))
    for (const hours of [30.1, 31, 40]) await reminders.tick(WEEK, hours * HOURS)
    expect(sent()).toEqual(both('reminder.week'))
    await reminders.tick(DAY)
    expect(sent().sort()).toEqual([...both('reminder.day'), ...both('reminder.week')])
  },
)

test('quiet hours moved over its due time delay it and lose nothing', async ({
  world,
  roster,
  reminders,
  shift,
  sent,
}) => {
  expect(shift).toBeGreaterThan(0)
  await reminders.tick(WEEK, -1)
  // The text would have been due at half past eight, an hour and a half ago.
  await world.superuser.query("update core.sites set quiet_start = '09:00', quiet_end = '11:00' where id = $1", [
    roster.site.id,
  ])
  await reminders.tick(WEEK)
  expect(sent()).toEqual(['reminder.week email'])
  for (const minutes of [60, 61]) await reminders.tick(WEEK, minutes)
  expect(sent()).toEqual(both('reminder.week'))
})

test('a reminder replaced by a notice is not sent', async ({ world, roster, reminders, put, sent }) => {
  const other = await world.makePerson(roster.site)
  await reminders.tick(WEEK, -1)
  await put(other.id, roster.person.id)
  await reminders.tick(WEEK, 1)
  await put(roster.person.id, other.id)
  for (const minutes of [2, 3, 4]) await reminders.tick(WEEK, minutes)
  expect(sent().sort()).toEqual(['shift.assigned', 'shift.cancelled'].flatMap(both).sort())
})
