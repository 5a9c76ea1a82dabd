import { expect } from 'vitest'
import { decideEvent } from '#server/events/decide/commands.ts'
import { createProductCollections } from '#server/registry.ts'
import { changeShift, makeRoster, makeShift, settle } from '#tests/support/messages/messaging.ts'
import { test as base } from '#tests/support/messages/reminders.ts'
import { adminActor, type Person } from '#tests/support/world.ts'

const EVE = '2027-06-01T12:00Z'
const MONDAY = '2027-06-14T03:15Z'
const LOSSES = 100

const test = base.extend('club', async ({ world, reminders }) => {
  reminders.at(EVE)
  const roster = await makeRoster(world)
  const people: Person[] = []
  for (let n = 0; n < 4; n += 1) people.push(await world.makePerson(roster.site, { updated_at: '2027-01-01T00:00Z' }))
  const site = roster.site.id
  const unseen = (text: string, ...values: unknown[]) =>
    world.superuser.query(
      `do $$ begin set local session_replication_role = replica; execute ${literal(text, [site, ...values])}; end $$`,
    )
  return { roster, people: people as [Person, Person, Person, Person], site, unseen }
})

const literal = (text: string, values: readonly unknown[]) => {
  const filled = text.replaceAll(/\$(\d)/g, (_, n) => `'${values[Number(n) - 1]}'`)
  return `'${filled.replaceAll("'", "''")}'`
}

test('the nightly check finds each of a hundred losses, and nothing else', async ({ world, reminders, club }) => {
  const { roster, people, unseen } = club
  const { messaging } = reminders.messages
  const at = (n: number) => new Date(Date.parse(MONDAY) + (6 + n) * 3_600_000).toISOString()
  const shifts: number[] = []
  for (let n = 0; n < LOSSES + 20; n += 1)
    shifts.push(await makeShift(world, roster, at(n), { person: people[n % 3]!.id }))
  reminders.at(EVE, 5)
  await messaging.plan()
  for (const day of [6, 7, 8, 9, 10, 11, 12]) await reminders.tick(EVE, day * 24 * 60)
  reminders.at(MONDAY)
  await messaging.plan()
  expect((await messaging.check()).differences).toEqual([])

  const spare = people[3].id
  const moved = (n: number) => ({ start: at(n + 1), end: at(n + 4) })
  const ways: ((n: number, shift: number, person: number) => Promise<string[]>)[] = [
    async (n, shift, person) => {
      await unseen(
        'update core.shifts set start = $3, "end" = $4 where site_id = $1 and id = $2',
        shift,
        ...Object.values(moved(n)),
      )
      return [`${shift} ${person} shift.changed`]
    },
    async (_, shift, person) => {
      await unseen('update core.shifts set person = $3 where site_id = $1 and id = $2', shift, spare)
      return [`${shift} ${person} shift.cancelled`, `${shift} ${spare} shift.assigned`]
    },
    async (_, shift, person) => {
      await unseen('delete from core.shifts where site_id = $1 and id = $2', shift)
      return [`${shift} ${person} shift.cancelled`]
    },
    async (_, shift, person) => {
      await unseen('update core.shifts set draft = null where site_id = $1 and id = $2', shift)
      return [`${shift} ${person} shift.cancelled`]
    },
    async (_, shift, person) => {
      await unseen('delete from core.told where site_id = $1 and shift = $2', shift)
      await unseen('delete from core.deliveries where site_id = $1 and shift = $2', shift)
      return [`${shift} ${person} shift.assigned`]
    },
    async (n, shift, person) => {
      await changeShift(world, roster.site, shift, moved(n))
      await unseen('delete from core.marks where site_id = $1 and shift = $2', shift)
      return [`${shift} ${person} shift.changed`]
    },
    async (n, shift, person) => {
      await changeShift(world, roster.site, shift, moved(n))
      await settle(world)
      await unseen("delete from core.deliveries where site_id = $1 and shift = $2 and state = 'queued'", shift)
      return [`${shift} ${person} shift.changed`]
    },
  ]
  const planted: string[] = []
  for (let n = 0; n < LOSSES; n += 1) planted.push(...(await ways[n % ways.length]!(n, shifts[n]!, people[n % 3]!.id)))
  const { differences } = await messaging.check()
  const found = differences.map(({ kind, shift, person, message }) => {
    expect(kind).toBe('missing')
    return `${shift} ${person} ${message}`
  })
  expect(found.sort()).toEqual(planted.sort())
})

test('unreachable people, people who opted out, and people with a waiting or failed message are not missed', async ({
  world,
  reminders,
  club,
}) => {
  const { roster, people, unseen } = club
  const [silent, away, bounced, waiting] = people
  const { messaging, transports } = reminders.messages
  const start = '2027-06-03T09:00Z'
  await unseen('update core.people set email_notifications = false where site_id = $1 and id = $2', silent.id)
  await unseen('update core.people set is_active = false where site_id = $1 and id = $2', away.id)
  const give = async (person: Person) => {
    const shift = await makeShift(world, roster, start, { person: null })
    await changeShift(world, roster.site, shift, { person: person.id })
    await settle(world)
  }
  for (const person of [silent, away, bounced]) await give(person)
  transports.email.outcomes.push({ kind: 'rejected', reason: 'mailbox unknown' })
  reminders.at(EVE, 1)
  await messaging.drain()
  await give(waiting)
  const { rows: ended } = await world.superuser.query(
    "select state from core.deliveries where person = $1 and state <> 'skipped'",
    [bounced.id],
  )
  expect(ended).toEqual([{ state: 'failed' }])
  expect((await messaging.check()).differences).toEqual([])
  await unseen("delete from core.deliveries where site_id = $1 and state = 'queued'")
  const { differences } = await messaging.check()
  expect(differences.map(({ person, message }) => ({ person, message }))).toEqual([
    { person: waiting.id, message: 'shift.assigned' },
  ])
})

test('a reminder is missed although its person changed something about their shift after it was due', async ({
  world,
  reminders,
  club,
}) => {
  const { roster, unseen } = club
  const { messaging } = reminders.messages
  const me = await world.makePerson(roster.site, { role: 'admin', updated_at: '2027-01-01T00:00Z' })
  const shift = await makeShift(world, roster, '2027-06-05T09:00Z', { person: me.id })
  reminders.at(EVE, 1)
  await messaging.plan()
  await reminders.tick('2027-06-04T09:00Z')
  await changeShift(world, roster.site, shift, { end: '2027-06-05T15:00Z' }, adminActor(me))
  await settle(world)
  reminders.at('2027-06-06T03:15Z')
  const missed = async () => (await messaging.check()).differences.filter((found) => found.shift === shift)
  expect(await missed()).toEqual([])
  await unseen(
    "update core.deliveries set state = 'cancelled' where site_id = $1 and shift = $2 and kind = 'reminder.day'",
    shift,
  )
  expect((await missed()).map(({ kind, message }) => [kind, message])).toEqual([['missing', 'reminder.day']])
})

test('a person who was told that an event is off, but not that it goes ahead after all, is missed', async ({
  world,
  reminders,
  club,
}) => {
  const { roster, people, unseen } = club
  const { messaging } = reminders.messages
  const shift = await makeShift(world, roster, '2027-06-03T09:00Z', { person: null })
  await changeShift(world, roster.site, shift, { person: people[0].id })
  reminders.at(EVE, 1)
  await messaging.plan()
  const admin = await world.makePerson(roster.site, { role: 'admin' })
  const { rows } = await world.superuser.query('select event::int from core.shifts where id = $1', [shift])
  const decide = async (decision: 'off' | 'go') => {
    await world.act(roster.site, adminActor(admin), (ctx) => decideEvent(ctx, rows[0].event, { decision }))
    reminders.at(EVE, decision === 'off' ? 2 : 3)
  }
  const missed = async () => {
    const { differences } = await messaging.check()
    return differences.filter((found) => found.shift === shift).map((found) => found.message)
  }
  await decide('off')
  await messaging.plan()
  expect(await missed()).toEqual([])
  await decide('go')
  await settle(world)
  await unseen("update core.deliveries set state = 'cancelled' where site_id = $1 and kind = 'event.back_on'")
  expect(await missed()).toEqual(['event.back_on'])
})

test('someone is not missed whose mail about a change failed in the second in which they read that the event goes ahead', async ({
  world,
  reminders,
  club,
}) => {
  const { roster, people } = club
  const { messaging, transports } = reminders.messages
  const admin = adminActor(await world.makePerson(roster.site, { role: 'admin' }))
  await makeShift(world, roster, '2027-06-03T09:00Z', { person: people[0].id })
  reminders.at(EVE, 1)
  await messaging.plan()
  await world.act(roster.site, admin, (ctx) => decideEvent(ctx, roster.event, { decision: 'off' }))
  reminders.at(EVE, 2)
  await messaging.plan()
  const renamed = { id: roster.event, name: 'Open day' }
  await world.act(roster.site, admin, (ctx) => createProductCollections().update(ctx, 'events', renamed))
  reminders.at(EVE, 3)
  await messaging.plan()
  await world.act(roster.site, admin, (ctx) => decideEvent(ctx, roster.event, { decision: 'go' }))
  reminders.at(EVE, 4)
  const { send } = transports.email
  const kinds: string[] = []
  transports.email.send = async (message) => {
    kinds.push(message.kind)
    return message.kind === 'shift.changed' ? { kind: 'rejected', reason: 'mailbox unknown' } : send(message)
  }
  await messaging.plan()
  expect(kinds.sort()).toEqual(['event.back_on', 'shift.changed'])
  const { differences } = await messaging.check()
  expect(differences.filter(({ site }) => site === roster.site.slug)).toEqual([])
})

test('no reminder of an event that is called off is missed, nor the removal of someone whose message about that failed', async ({
  world,
  reminders,
  club,
}) => {
  const { roster, people } = club
  const { messaging, transports } = reminders.messages
  const admin = await world.makePerson(roster.site, { role: 'admin' })
  const [stays, leaves] = people
  const missed = async () => (await messaging.check()).differences.filter(({ site }) => site === roster.site.slug)
  const [, given] = [
    await makeShift(world, roster, '2027-06-04T09:00Z', { person: stays.id }),
    await makeShift(world, roster, '2027-06-04T09:00Z', { person: leaves.id }),
  ]
  reminders.at(EVE, 1)
  await messaging.plan()
  const refuse = transports.email.sent.length
  transports.email.send = async (message) => {
    transports.email.sent.push({ ...message, outcome: { kind: 'rejected', reason: 'mailbox unknown' } })
    return { kind: 'rejected', reason: 'mailbox unknown' }
  }
  await world.act(roster.site, adminActor(admin), (ctx) => decideEvent(ctx, roster.event, { decision: 'off' }))
  await changeShift(world, roster.site, given, { person: people[2].id })
  reminders.at(EVE, 2)
  await messaging.plan()
  expect(transports.email.sent.slice(refuse).map(({ kind }) => kind)).toContain('event.called_off')
  expect(await missed()).toEqual([])
  await reminders.tick('2027-06-03T12:00Z')
  await reminders.tick('2027-06-05T03:15Z')
  expect(await missed()).toEqual([])
})

test('a shift that the planner would look at too late is found, and is reminded of all the same', async ({
  world,
  reminders,
  club,
}) => {
  const { roster, people, unseen } = club
  const { messaging } = reminders.messages
  const start = '2027-06-05T12:00Z'
  const [kept, late, lost] = [
    await makeShift(world, roster, start, { person: people[0].id }),
    await makeShift(world, roster, start, { person: people[1].id }),
    await makeShift(world, roster, start, { person: people[2].id }),
  ]
  const findLate = async () => (await messaging.check()).differences.filter(({ kind }) => kind === 'late')
  await messaging.plan()
  expect(await findLate()).toEqual([])
  await unseen('update core.dues set look_at = $3 where site_id = $1 and id = $2', late, '2027-06-04T12:00:01Z')
  await unseen('delete from core.dues where site_id = $1 and id = $2', lost)
  expect((await findLate()).map(({ shift, message, channel }) => [shift, message, channel])).toEqual(
    [late, lost].map((shift) => [shift, 'reminder.day', 'email']),
  )
  await messaging.plan()
  expect(await findLate()).toEqual([])
  const { rows } = await world.superuser.query(
    `select id::int from core.dues where site_id = $1 and look_at = '2027-06-04T12:00Z' order by id`,
    [club.site],
  )
  expect(rows.map(({ id }) => id)).toEqual([kept, late, lost])
})
