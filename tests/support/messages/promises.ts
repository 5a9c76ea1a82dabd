import { advanceSwaps } from '#server/swaps/tick.ts'
import { advanceWaiting } from '#server/waiting/tick.ts'
import { messagingFor, tell } from '#tests/support/messages/messaging.ts'
import { test as base, type Call, NOW } from '#tests/support/swaps.ts'
import { log, type Person } from '#tests/support/world.ts'

export const SPAN = { start: '2027-07-10T09:00:00Z', end: '2027-07-10T12:00:00Z' }

/**
 * A club that approves swaps, whose admin Ada changes the shift of 10 July that something was promised about: it is
 * Hamish's, or open. Priya and Olga, the other admin, read the promises to them.
 */
export type Club = {
  as: (who: Person) => Promise<Call>
  ada: Call
  run: (seconds: number) => Promise<void>
  /** Settles what has changed, and nothing else. */
  settle: () => Promise<unknown>
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

export const test = base
  .extend('site', ({ world }) =>
    world.makeSite({ timezone: 'UTC', self_assign: true, approve_swaps: true, sms_enabled: true, quiet_end: '05:00' }),
  )
  .extend('club', async ({ world, site, called, admin, shiftOn }): Promise<Club> => {
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
      settle: () => messaging.settle(),
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
  /** The club, once Olga has read that Hamish cannot come. */
  .extend('gap', async ({ club }) => {
    await decline(club, false)
    await club.run(60)
    return club
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

export const decline = async ({ as, hamish, shift }: Club, cover: boolean) =>
  (await as(hamish))('PUT', `/shifts/${shift}/answer`, { answer: 'declined', cover })

export const handOver = async ({ as, hamish, priya, shift }: Club) => {
  const { id } = await (await as(hamish))('POST', '/swaps', { shift, kind: 'hand_over', to: priya.id })
  await (await as(priya))('PUT', `/swaps/${id}/accept`)
}

/** Each makes a promise about the club's shift that its reader has read. */
export const PROMISES = {
  'a hold': {
    reader: 'priya',
    make: async ({ as, ada, priya, event, assignment, shift }) => {
      await (await as(priya))('POST', '/waiting', { event, assignment })
      await ada('PUT', `/shifts/${shift}`, { person: null })
    },
  },
  'a request to cover': { reader: 'priya', make: (club) => decline(club, true) },
  'a request to cover an open shift': {
    reader: 'priya',
    make: async ({ ada, shift }) => {
      await ada('PUT', `/shifts/${shift}`, { person: null })
      await ada('POST', '/covers', { shift })
    },
  },
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
  '“no one left to ask”': {
    reader: 'olga',
    make: async (club) => {
      await club.ada('PUT', `/people/${club.priya.id}`, { cover_requests: false }).catch(() => null)
      await decline(club, true)
    },
  },
} satisfies Record<string, Promised>

/** Puts a person on the shift in the grid, or no one. */
export const put = async ({ ada, shift, on }: Club, person: Person | null) =>
  ada('PUT', '/roster/people', { steps: [{ shift, person: person?.id ?? null, was: await on() }] })
