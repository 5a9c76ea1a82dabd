import { expect } from 'vitest'
import { worldTest as base } from '#tests/support/fixture.ts'
import { whileOtherWrites } from '#tests/support/waiting.ts'

/** An admin removes an event while a member's page writes to it: whoever is faster, the event is removed. */
const SPAN = { start: '2027-06-05T09:00Z', end: '2027-06-05T12:00Z' }

const test = base
  .extend('startsAt', { scope: 'file' }, () => new Date('2027-06-01T11:00:00Z'))
  .extend('site', { scope: 'file' }, ({ world }) => world.makeSite())
  .extend(
    'admin',
    { scope: 'file' },
    async ({ api, site, world }) => await api.signIn(site, await world.makePerson(site, { role: 'admin' })),
  )
  .extend('person', { scope: 'file' }, ({ world, site }) => world.makePerson(site))
  /**
   * A deadlock with the deletion as its victim: a write holds a request of the event and then needs the event, while
   * the deletion holds the event and needs the request. The other side checks for deadlocks much later.
   */
  .extend(
    'collide',
    { scope: 'file' },
    ({ world, site, person, api, admin }) =>
      async (call: (event: number) => { method: string; path: string; body?: unknown }) => {
        const { id: event } = await world.insert(site, 'events', { name: 'Race', ...SPAN })
        const { id: request } = await world.insert(site, 'requests', { event, person: person.id })
        const { status, text } = await whileOtherWrites(world, {
          write: async (page) => {
            await page.query("set local deadlock_timeout = '30s'")
            await page.query('update core.requests set comments = $2 where id = $1', [request, 'seen'])
          },
          work: () => api.call(site, { ...call(event), headers: admin }),
          beforeCommit: async (page, waited) => {
            expect(waited).toBe(true)
            await page.query('select from core.events where id = $1 for update', [event])
          },
        })
        const left = await world.superuser.query('select id from core.events where id = $1', [event])
        return { status, text, left: left.rowCount }
      },
  )

test('a deletion that loses its locks to another write is retried, and wins', async ({ collide }) => {
  const removal = (event: number) => ({ method: 'DELETE', path: `/events/${event}?confirm=1` })
  expect(await collide(removal)).toEqual({ status: 204, text: '', left: 0 })
})

test('a deletion of many records that loses its locks is retried too', async ({ collide }) => {
  const bulk = (event: number) => ({
    method: 'POST',
    path: '/events/bulk',
    body: { ids: [event], remove: true, confirm: 1 },
  })
  expect(await collide(bulk)).toMatchObject({ status: 200, left: 0 })
})

test('a refusal with a reason is not retried', async ({ api, site, admin }) => {
  const missing = await api.call(site, { method: 'DELETE', path: '/events/999999', headers: admin })
  expect(missing.status).toBe(404)
})
