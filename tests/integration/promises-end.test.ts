import { expect } from 'vitest'
import { resumeSite, suspendSite } from '#server/platform/sites.ts'
import { advanceSwaps } from '#server/swaps/tick.ts'
import { advanceWaiting } from '#server/waiting/tick.ts'
import { messagingFor, tell } from '#tests/support/messages/messaging.ts'
import { test as base, NOW } from '#tests/support/swaps.ts'
import { log, type Person } from '#tests/support/world.ts'

const SPAN = { start: '2027-07-10T09:00:00Z', end: '2027-07-10T12:00:00Z' }
const NEXT_WEEK = { start: '2027-07-17T09:00:00Z', end: '2027-07-17T12:00:00Z' }

// biome-ignore lint/suspicious/noExplicitAny: the answer of any call.
type Call = (method: string, path: string, body?: unknown) => Promise<any>

/**
 * A club that approves swaps, whose admin Ada changes the shift of 10 July that something was promised about: it is
 * Hamish's, or open. Priya and Olga, the other admin, read the promises to them.
 */
type Club = {
  as: (who: Person) => Promise<Call>
  ada: Call
  run: (seconds: number) => Promise<void>
  shift: number
  on: () => Promise<number | null>
  event: number
  assignment: number
  other: number
  hamish: Person
  priya: Person
  olga: Person
  tomasz: Person
}

const test = base
  .extend('site', ({ world }) =>
    world.makeSite({ timezone: 'UTC', self_assign: true, approve_swaps: true, sms_enabled: true, quiet_end: '05:00' }),
  )
  .extend('club', async ({ world, site, as, admin, shiftOn }): Promise<Club> => {
    const called = async (who: Person): Promise<Call> => {
      const call = await as(who)
      return async (method, path, body) => {
        const answer = await call(method, path, body)
        expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300)
        return answer.body
      }
    }
    const make = (name: string, more: object = {}) => world.makePerson(site, { name, cover_requests: false, ...more })
    const [hamish, tomasz] = [await make('Hamish'), await make('Tomasz')]
    const texts = { sms_verified: true, sms_notifications: true }
    const priya = await make('Priya', { ...texts, phone: '+447700900101', cover_requests: true })
    const olga = await make('Olga', { role: 'admin', ...texts, phone: '+447700900102' })
    await world.superuser.query('update core.people set cover_requests = false where id = $1', [admin.id])
    const { id: event } = await world.insert(site, 'events', { name: 'Race', ...SPAN })
    const { id: assignment } = await world.insert(site, 'assignments', { name: 'Helm' })
    const draft = '2027-05-01T09:00Z'
    const { id: shift } = await world.insert(site, 'shifts', { event, assignment, person: hamish.id, draft, ...SPAN })
    const other = await shiftOn(12, priya)
    await tell(world, site, shift, hamish)
    await tell(world, site, other, priya)
    await world.superuser.query('delete from core.marks where site_id = $1', [site.id])
    const on = async () =>
      (await world.superuser.query('select person::int from core.shifts where id = $1', [shift])).rows[0].person
    const { messaging } = messagingFor(world)
    const run = async (seconds: number) => {
      world.clock.set(new Date(NOW.getTime() + seconds * 1_000))
      const deps = { pool: world.pool('worker'), clock: world.clock, log }
      for (let i = 0; i < 2; i++) {
        await messaging.settle()
        await advanceWaiting(deps)
        await advanceSwaps(deps)
        await messaging.plan()
      }
    }
    return {
      as: called,
      ada: await called(admin),
      run,
      shift,
      on,
      event,
      assignment,
      other,
      hamish,
      priya,
      olga,
      tomasz,
    }
  })
  /** A person's messages as `kind channels`, the newest last. */
  .extend('sentTo', ({ world, site }) => async (who: Person): Promise<string[]> => {
    const { rows } = await world.superuser.query(
      `select kind, min(id) as first, string_agg(channel, '+' order by channel) as channels from core.deliveries
       where site_id = $1 and person = $2 and state in ('sent', 'delivered') group by kind, cause order by first`,
      [site.id, who.id],
    )
    return rows.map(({ kind, channels }) => `${kind} ${channels}`)
  })

type Promised = { reader: 'priya' | 'olga' | 'hamish'; make: (club: Club) => Promise<unknown> }

const decline = async ({ as, hamish, shift }: Club, cover: boolean) =>
  (await as(hamish))('PUT', `/shifts/${shift}/answer`, { answer: 'declined', cover })

const handOver = async ({ as, hamish, priya, shift }: Club) => {
  const { id } = await (await as(hamish))('POST', '/swaps', { shift, kind: 'hand_over', to: priya.id })
  await (await as(priya))('PUT', `/swaps/${id}/accept`)
}

const PROMISES = {
  'a hold': {
    reader: 'priya',
    make: async ({ as, ada, priya, event, assignment, shift }) => {
      await (await as(priya))('POST', '/waiting', { event, assignment })
      await ada('PUT', `/shifts/${shift}`, { person: null })
    },
  },
  'a request to cover': { reader: 'priya', make: (club) => decline(club, true) },
  'a question to take a shift': {
    reader: 'priya',
    make: async ({ as, hamish, priya, shift }) =>
      (await as(hamish))('POST', '/swaps', { shift, kind: 'hand_over', to: priya.id }),
  },
  'a yes to a hand-over that waits for approval': { reader: 'priya', make: (club) => handOver(club) },
  'a swap that the reader asked for': {
    reader: 'priya',
    make: async ({ as, priya, shift, other }) =>
      (await as(priya))('POST', '/swaps', { shift: other, kind: 'swap', for: shift }),
  },
  'a swap of the shift that changes': {
    reader: 'hamish',
    make: async ({ as, hamish, shift, other }) =>
      (await as(hamish))('POST', '/swaps', { shift, kind: 'swap', for: other }),
  },
  'a question to approve': {
    reader: 'olga',
    make: (club) => handOver(club),
  },
  '“cannot come”': { reader: 'olga', make: (club) => decline(club, false) },
  '“nobody left to ask”': {
    reader: 'olga',
    make: async (club) => {
      await club.ada('PUT', `/people/${club.priya.id}`, { cover_requests: false }).catch(() => null)
      await decline(club, true)
    },
  },
} satisfies Record<string, Promised>

const put = async ({ ada, shift, on }: Club, person: Person | null) =>
  ada('PUT', '/roster/people', { steps: [{ shift, person: person?.id ?? null, was: await on() }] })

const ENDINGS = {
  'is given away': (club: Club) => put(club, club.tomasz),
  'is deleted': ({ ada, shift }: Club) => ada('DELETE', `/shifts/${shift}`),
  'is deleted with its event': ({ ada, event }: Club) => ada('DELETE', `/events/${event}?confirm=1`),
  'is unpublished': ({ ada, shift }: Club) => ada('PUT', `/shifts/${shift}/unpublish`),
  'moves to another day': ({ ada, shift }: Club) => ada('POST', '/shifts/bulk', { ids: [shift], changes: NEXT_WEEK }),
  'is archived with its event': ({ ada, event }: Club) => ada('PUT', `/events/${event}`, { archived: true }),
  'is called off': ({ ada, event }: Club) => ada('PUT', `/events/${event}/decide`, { decision: 'off' }),
} as const

type Ending = keyof typeof ENDINGS

const EVERYWHERE = 'everywhere'
/** The reader's messages, by the way in which it ended; `everywhere` is for the ways that are not named. */
const TOLD: Record<keyof typeof PROMISES, Partial<Record<Ending | typeof EVERYWHERE, string[]>>> = {
  'a hold': {
    everywhere: ['waiting.expired email+sms'],
    'moves to another day': ['waiting.offered email+sms'],
    'is called off': ['event.called_off email+sms'],
    'is deleted with its event': ['event.called_off email+sms'],
  },
  'a request to cover': { everywhere: ['cover.taken email+sms'] },
  'a question to take a shift': { everywhere: ['swap.declined email+sms'] },
  'a yes to a hand-over that waits for approval': { everywhere: ['swap.declined email+sms'] },
  'a swap that the reader asked for': { everywhere: ['swap.declined email+sms'] },
  'a swap of the shift that changes': {
    everywhere: ['shift.cancelled email', 'swap.declined email'],
    'moves to another day': ['shift.changed email', 'swap.declined email'],
    'is called off': ['event.called_off email', 'swap.declined email'],
    'is archived with its event': ['swap.declined email'],
  },
  'a question to approve': { everywhere: ['swap.declined email'] },
  '“cannot come”': { everywhere: ['cover.ended email+sms'] },
  '“nobody left to ask”': { everywhere: ['cover.ended email+sms'] },
}

const cases = (Object.keys(PROMISES) as (keyof typeof PROMISES)[]).flatMap((promise) =>
  (Object.keys(ENDINGS) as Ending[]).map((ending) => ({ promise, ending })),
)

test.for(cases)(
  'a person with $promise is told once that its shift $ending',
  async ({ promise, ending }, { club, sentTo }) => {
    const { reader, make } = PROMISES[promise]
    await make(club)
    await club.run(60)
    const before = await sentTo(club[reader])
    if (promise !== 'a swap that the reader asked for' && promise !== 'a swap of the shift that changes')
      expect(before.length, 'they were promised something').toBeGreaterThan(0)
    await ENDINGS[ending](club)
    await club.run(70)
    // No screen undoes these.
    if (ending !== 'is unpublished' && ending !== 'is archived with its event')
      expect((await sentTo(club[reader])).slice(before.length), 'nothing while it can be undone').toEqual([])
    await club.run(200)
    await club.run(300)
    const told = (await sentTo(club[reader])).slice(before.length)
    expect(told.sort()).toEqual([...(TOLD[promise][ending] ?? TOLD[promise].everywhere ?? [])].sort())
  },
)

test.for(['is given away', 'is deleted', 'moves to another day'] as const)(
  'the admin by whose own change the shift of a question to approve %s is not notified of it',
  async (ending, { club, admin, sentTo }) => {
    await PROMISES['a question to approve'].make(club)
    await club.run(60)
    expect(await sentTo(admin)).toEqual(['swap.asked email'])
    await ENDINGS[ending](club)
    await club.run(200)
    expect(await sentTo(admin)).toEqual(['swap.asked email'])
  },
)

for (const promise of Object.keys(PROMISES) as (keyof typeof PROMISES)[])
  test(`a person with ${promise} is not notified of an undone change`, async ({ club, sentTo }) => {
    const { reader, make } = PROMISES[promise]
    await make(club)
    await club.run(60)
    const before = await sentTo(club[reader])
    const holder = (await club.on()) === null ? null : club.hamish
    await put(club, club.tomasz)
    await club.run(63)
    await put(club, holder)
    await club.run(66)
    const { undo } = await club.ada('POST', '/shifts/bulk', { ids: [club.shift], changes: NEXT_WEEK })
    await club.run(70)
    await club.ada('POST', '/shifts/undo', { token: undo.token })
    await club.run(200)
    await club.run(300)
    expect((await sentTo(club[reader])).slice(before.length)).toEqual([])
  })

test.for([
  ['a request to cover', [], 'cover.taken email+sms'],
  ['“cannot come”', [], 'answer.kept email+sms'],
  ['“nobody left to ask”', ['cover.exhausted email+sms'], 'answer.kept email+sms'],
] as const)(
  'a person with %s is told once that its person comes after all',
  async ([promise, again, told], { club, sentTo }) => {
    const { reader, make } = PROMISES[promise]
    await make(club)
    await club.run(60)
    const before = await sentTo(club[reader])
    const hamish = await club.as(club.hamish)
    const answer = (given: string) =>
      hamish('PUT', `/shifts/${club.shift}/answer`, { answer: given, cover: promise !== '“cannot come”' })
    await answer('confirmed')
    await club.run(65)
    await answer('declined')
    await club.run(120)
    expect((await sentTo(club[reader])).slice(before.length), 'nothing of what was taken back').toEqual(again)
    await answer('confirmed')
    await club.run(200)
    expect((await sentTo(club[reader])).slice(before.length)).toEqual([...again, told])
  },
)

test('invitees are told once that a coordinator has stopped the search', async ({ club, sentTo }) => {
  await PROMISES['a request to cover'].make(club)
  await club.run(60)
  const before = await sentTo(club.priya)
  const { order } = await club.ada('GET', '/covers')
  await club.ada('PUT', `/covers/${order[0]}/stop`)
  await club.run(200)
  expect((await sentTo(club.priya)).slice(before.length)).toEqual(['cover.taken email+sms'])
})

test('the coordinator who was told of a decline is told that the shift is covered', async ({ club, sentTo }) => {
  await PROMISES['“cannot come”'].make(club)
  await club.run(60)
  await club.ada('POST', '/covers', { shift: club.shift })
  await club.run(100)
  const priya = await club.as(club.priya)
  const { order } = await priya('GET', '/coverasks')
  await priya('PUT', `/coverasks/${order[0]}/answer`, { answer: 'yes' })
  await club.run(200)
  expect((await sentTo(club.olga)).filter((one) => one.startsWith('cover.'))).toEqual(['cover.ended email+sms'])
})

test.for([
  ['a request to cover', ['cover.taken email+sms', 'cover.asked email+sms']],
  ['“cannot come”', ['cover.ended email+sms', 'answer.declined email+sms']],
] as const)('a person with %s is told that it is off, and on again', async ([promise, told], { club, sentTo }) => {
  const { reader, make } = PROMISES[promise]
  await make(club)
  await club.run(60)
  const before = await sentTo(club[reader])
  await club.ada('PUT', `/events/${club.event}/decide`, { decision: 'off' })
  await club.run(200)
  await club.ada('PUT', `/events/${club.event}/decide`, { decision: null })
  await club.run(300)
  await club.run(400)
  expect((await sentTo(club[reader])).slice(before.length)).toEqual(told)
})

test('coordinators who were told that a person comes after all are told when they cannot come again', async ({
  club,
  sentTo,
}) => {
  await decline(club, false)
  await club.run(60)
  const hamish = await club.as(club.hamish)
  await hamish('PUT', `/shifts/${club.shift}/answer`, { answer: 'confirmed' })
  await club.run(120)
  // Others are asked, so that this alone is no reason to notify coordinators.
  await decline(club, true)
  await club.run(200)
  await club.run(300)
  expect((await sentTo(club.olga)).filter((one) => one.startsWith('answer.'))).toEqual([
    'answer.declined email+sms',
    'answer.kept email+sms',
    'answer.declined email+sms',
  ])
})

test('an invitee who was put on the shift and then taken off reads only of the shift', async ({ club, sentTo }) => {
  await PROMISES['a request to cover'].make(club)
  await club.run(60)
  const before = await sentTo(club.priya)
  await put(club, club.priya)
  await club.run(120)
  await put(club, null)
  await club.run(200)
  await club.run(300)
  expect((await sentTo(club.priya)).slice(before.length)).toEqual([
    'shift.assigned email+sms',
    'shift.cancelled email+sms',
  ])
})

test('someone who was asked to cover, took the open shift and lost it again reads of the shift only', async ({
  club,
  sentTo,
}) => {
  await put(club, null)
  await club.run(60)
  await club.ada('POST', '/covers', { shift: club.shift })
  await club.run(120)
  const before = await sentTo(club.priya)
  expect(before).toContain('cover.asked email+sms')
  await (await club.as(club.priya))('PUT', `/shifts/${club.shift}/take`)
  await club.run(180)
  await put(club, club.tomasz)
  await club.run(240)
  await club.run(300)
  expect((await sentTo(club.priya)).slice(before.length)).toEqual(['shift.cancelled email+sms'])
})

for (const [by, reads] of [
  ['emails and texts', ['cover.taken email', 'shift.assigned email', 'shift.cancelled email+sms']],
  ['texts only', ['cover.taken sms']],
] as const)
  test(`a text that a request to cover has ended is dropped once its reader has read of the shift itself, by ${by}`, async ({
    club,
    sentTo,
    world,
    site,
  }) => {
    const set = (sql: string) => world.superuser.query(sql, [site.id])
    await PROMISES['a request to cover'].make(club)
    await club.run(60)
    if (by === 'texts only')
      await set("update core.people set email_notifications = false where site_id = $1 and name = 'Priya'")
    const before = await sentTo(club.priya)
    await set("update core.sites set quiet_start = '00:00', quiet_end = '23:59' where id = $1")
    const { rows } = await set('select id from core.covers where site_id = $1')
    await club.ada('PUT', `/covers/${rows[0].id}/stop`)
    await club.run(120)
    await put(club, club.priya)
    await club.run(180)
    await put(club, null)
    await club.run(240)
    await set("update core.sites set quiet_start = '00:00', quiet_end = '00:00' where id = $1")
    await set("update core.deliveries set due_at = '2027-01-01' where site_id = $1 and state = 'queued'")
    await club.run(300)
    expect((await sentTo(club.priya)).slice(before.length)).toEqual(reads)
  })

test('a text that a request to cover has ended leaves after its club was suspended in the morning', async ({
  club,
  sentTo,
  world,
  site,
}) => {
  const set = (sql: string) => world.superuser.query(sql, [site.id])
  const parts = { pool: world.pool('platform'), now: world.clock.now() }
  await PROMISES['a request to cover'].make(club)
  await club.run(60)
  await set("update core.people set email_notifications = false where site_id = $1 and name = 'Priya'")
  const before = await sentTo(club.priya)
  await set("update core.sites set quiet_start = '00:00', quiet_end = '23:59' where id = $1")
  await put(club, club.tomasz)
  await club.run(120)
  await suspendSite(parts, site.slug)
  await set("update core.deliveries set due_at = '2027-01-01' where site_id = $1 and state = 'queued'")
  await club.run(180)
  await resumeSite(parts, site.slug)
  await set("update core.sites set quiet_start = '00:00', quiet_end = '00:00' where id = $1")
  await club.run(240)
  expect((await sentTo(club.priya)).slice(before.length)).toEqual(['cover.taken sms'])
})

test('a message that waits when its club is suspended leaves once it is active again', async ({
  club,
  sentTo,
  world,
  site,
}) => {
  const parts = { pool: world.pool('platform'), now: world.clock.now() }
  await PROMISES['“cannot come”'].make(club)
  await suspendSite(parts, site.slug)
  await club.run(60)
  expect(await sentTo(club.olga)).toEqual([])
  await resumeSite(parts, site.slug)
  await club.run(120)
  expect(await sentTo(club.olga)).toEqual(['answer.declined email+sms'])
})

test('a shift that is published while its event can still be called off again is told of afterwards', async ({
  club,
  sentTo,
}) => {
  await club.ada('PUT', `/shifts/${club.shift}/unpublish`)
  await club.ada('PUT', `/events/${club.event}/decide`, { decision: 'off' })
  await club.run(60)
  const before = await sentTo(club.hamish)
  await club.ada('PUT', `/events/${club.event}/decide`, { decision: null })
  await club.run(65)
  await club.ada('PUT', `/shifts/${club.shift}/publish`)
  await club.run(70)
  expect((await sentTo(club.hamish)).slice(before.length)).toEqual([])
  await club.run(100)
  expect((await sentTo(club.hamish)).slice(before.length)).toEqual(['shift.assigned email'])
})
