import { expect } from 'vitest'
import { advanceWaiting } from '#server/waiting/tick.ts'
import { test as base } from './fixture.ts'
import { log, type Person } from './world.ts'

export const NOW = new Date('2027-06-28T09:00:00Z')
export const hours = (count: number) => new Date(NOW.getTime() + count * 3_600_000)

// biome-ignore lint/suspicious/noExplicitAny: the answer of any call.
type Answer = { status: number; body: any }

export const test = base
  .extend('startsAt', { scope: 'file' }, () => NOW)
  .extend('site', ({ world }) => world.makeSite({ timezone: 'UTC', self_assign: true }))
  .extend(
    'at',
    { auto: true },
    ({ world }) =>
      (time: Date = NOW) =>
        world.clock.set(time),
  )
  .extend('helm', async ({ world, site }) => (await world.insert(site, 'assignments', { name: 'Helm' })).id)
  .extend('event', async ({ world, site, at }) => {
    at()
    const span = { start: '2027-07-03T09:00:00Z', end: '2027-07-03T12:00:00Z' }
    return (await world.insert(site, 'events', { name: 'Race', ...span })).id
  })
  .extend('shifts', async ({ world, site, event, helm }) => {
    const span = { start: '2027-07-03T09:00:00Z', end: '2027-07-03T12:00:00Z' }
    const made: number[] = []
    for (const name of ['Ann', 'Bob']) {
      const { id } = await world.makePerson(site, { name })
      made.push((await world.insert(site, 'shifts', { event, assignment: helm, person: id, draft: NOW, ...span })).id)
    }
    return made as [number, number]
  })
  .extend(
    'open',
    ({ world }) =>
      (...ids: number[]) =>
        world.superuser.query(
          'update core.shifts set person = null, updated_at = clock_timestamp() where id = any ($1)',
          [ids],
        ),
  )
  .extend(
    'call',
    ({ api, site, callApi }) =>
      async (who: Person, method: string, path: string, body?: unknown): Promise<Answer> =>
        (await callApi(method, path, await api.signIn(site, who), body)) as Answer,
  )
  .extend(
    'tick',
    ({ world }) =>
      () =>
        advanceWaiting({ pool: world.pool('worker'), clock: world.clock, log }),
  )
  .extend('waiters', async ({ world, site, event, helm, shifts, call }) => {
    expect(shifts.length).toBe(2)
    const people: Person[] = []
    for (const name of ['Priya', 'Tomasz', 'Uma']) people.push(await world.makePerson(site, { name }))
    for (const person of people)
      expect((await call(person, 'POST', '/waiting', { event, assignment: helm })).status).toBe(201)
    return people as [Person, Person, Person]
  })
  .extend('placeOf', ({ call }) => async (who: Person) => {
    const { body } = await call(who, 'GET', '/waiting')
    return body.results.waiting[body.order[0]]
  })
  .extend('kinds', ({ world, site }) => async (who: Person): Promise<string[]> => {
    const { rows } = await world.superuser.query(
      `select kind, state from core.deliveries where site_id = $1 and person = $2 and channel = 'email' and kind like 'waiting.%' order by id`,
      [site.id, who.id],
    )
    return rows.map(({ kind, state }) => `${kind} ${state}`)
  })
