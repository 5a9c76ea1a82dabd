import { expect } from 'vitest'
import { advanceSwaps } from '#server/swaps/tick.ts'
import { test as base } from './fixture.ts'
import { settle } from './messages/messaging.ts'
import { log, type Person } from './world.ts'

export const NOW = new Date('2027-06-19T06:00:00Z')

// biome-ignore lint/suspicious/noExplicitAny: the answer of any call.
type Caller = (method: string, path: string, body?: unknown) => Promise<{ status: number; body: any }>

// biome-ignore lint/suspicious/noExplicitAny: the answer of any call.
export type Call = (method: string, path: string, body?: unknown) => Promise<any>

/** A club whose members have shifts in July 2027 and call the API, and a worker that ends past swaps. */
export const test = base
  .extend('startsAt', { scope: 'file' }, () => NOW)
  .extend('site', ({ world }) => world.makeSite({ timezone: 'UTC' }))
  .extend(
    'at',
    ({ world }) =>
      () =>
        world.clock.set(NOW),
  )
  .extend(
    'shiftOn',
    ({ world, site }) =>
      async (day: number, person: Person | null, more: object = {}): Promise<number> => {
        const date = `2027-07-${String(day).padStart(2, '0')}`
        const span = { start: `${date}T09:00:00Z`, end: `${date}T12:00:00Z` }
        const event = await world.insert(site, 'events', { name: `Race ${day}`, ...span })
        return (
          await world.insert(site, 'shifts', {
            event: event.id,
            person: person?.id ?? null,
            draft: '2027-05-01T09:00Z',
            ...span,
            ...more,
          })
        ).id
      },
  )
  .extend('others', async ({ world, site }) => [
    await world.makePerson(site, { name: 'Priya' }),
    await world.makePerson(site, { name: 'Tomasz' }),
  ])
  .extend('priya', ({ others }) => others[0] as Person)
  .extend('tomasz', ({ others }) => others[1] as Person)
  .extend('as', ({ api, site, callApi }) => async (person: Person): Promise<Caller> => {
    const headers = await api.signIn(site, person)
    return (method, path, body) => callApi(method, path, headers, body)
  })
  /** As `as`, for calls that succeed: each returns the body of its answer. */
  .extend('called', ({ as }) => async (person: Person): Promise<Call> => {
    const call = await as(person)
    return async (method, path, body) => {
      const answer = await call(method, path, body)
      expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300)
      return answer.body
    }
  })
  .extend('holders', ({ world }) => async (...shifts: number[]): Promise<(number | null)[]> => {
    const { rows } = await world.superuser.query(
      'select person from core.shifts where id = any ($1) order by array_position($1, id)',
      [shifts],
    )
    return rows.map(({ person }) => (person === null ? null : Number(person)))
  })
  .extend(
    'tick',
    ({ world }) =>
      () =>
        advanceSwaps({ pool: world.pool('worker'), clock: world.clock, log }),
  )
  .extend('messages', ({ world, site }) => async (person: Person) => {
    await settle(world)
    const { rows } = await world.superuser.query(
      "select kind, state from core.deliveries where site_id = $1 and person = $2 and channel = 'email' order by id",
      [site.id, person.id],
    )
    return rows.map(({ kind, state }) => `${kind} ${state}`)
  })
