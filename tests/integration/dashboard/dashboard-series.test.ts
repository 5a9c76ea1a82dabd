import { expect } from 'vitest'
import { listUpcomingEvents } from '#server/events/upcoming.ts'
import { listOwnRequests } from '#server/requests/sign-up/own-requests.ts'
import { test as base } from '#tests/support/fixture.ts'

const NOW = new Date('2027-07-10T12:00:00Z')

/**
 * A series with an event on 17, 24 and 31 July. Each has an open shift; the reader has requested that of the 17th and
 * is on the 24th.
 */
const test = base
  .extend('startsAt', { scope: 'file' }, () => NOW)
  .extend('me', ({ world, site }) => world.makePerson(site))
  .extend('league', async ({ world, site, me }) => {
    const series = (await world.insert(site, 'series', { name: 'League' })).id
    const events: number[] = []
    for (const day of ['17', '24', '31']) {
      const times = { start: `2027-07-${day}T10:00Z`, end: `2027-07-${day}T12:00Z` }
      const { id } = await world.insert(site, 'events', { name: `Race ${day}`, series, ...times })
      events.push(id)
      await world.insert(site, 'shifts', { event: id, person: null, draft: '2027-01-01T00:00Z', ...times })
      if (day === '24')
        await world.insert(site, 'shifts', { event: id, person: me.id, draft: '2027-01-01T00:00Z', ...times })
    }
    await world.insert(site, 'requests', { event: events[0], person: me.id })
    return { series, events }
  })
  .extend(
    'callOff',
    ({ world }) =>
      (events: readonly (number | undefined)[]) =>
        world.superuser.query("update core.events set decision = 'off', decided_at = now() where id = any ($1)", [
          events,
        ]),
  )
  .extend(
    'entries',
    ({ world, site, me }) =>
      (admin = false) =>
        world.withSite(site.id, (db) => listUpcomingEvents(db, { person: me.id, now: NOW, admin })),
  )

test('a series shows its reader’s status at the event that it names', async ({ league, entries, callOff }) => {
  const at = (day: string) => new Date(`2027-07-${day}T10:00Z`)
  expect(await entries()).toMatchObject([{ id: league.series, start: at('17'), mine: false, requested: true }])
  await callOff(league.events.slice(0, 1))
  expect(await entries()).toMatchObject([{ id: league.series, start: at('24'), mine: true, requested: false }])
})

test('an event that is called off is neither the next of its series nor counted; a series of such events is shown as off', async ({
  league,
  entries,
  callOff,
}) => {
  expect(await entries(true)).toMatchObject([{ detail: '3 events to come', shifts: 4, empty: 3, called_off: false }])
  await callOff(league.events.slice(0, 1))
  expect(await entries(true)).toMatchObject([{ detail: '2 events to come', shifts: 3, empty: 2, called_off: false }])
  await callOff(league.events)
  expect(await entries(true)).toMatchObject([{ start: new Date('2027-07-17T10:00Z'), called_off: true }])
})

test('a request for an event that is called off does not wait', async ({ world, site, me, league, callOff }) => {
  const own = () => world.withSite(site.id, (db) => listOwnRequests(db, { person: me.id, now: NOW }))
  expect(await own()).toMatchObject([{ event: league.events[0] }])
  await callOff(league.events)
  expect(await own()).toEqual([])
})
