import { expect } from 'vitest'
import { decodeCalendar } from '#server/calendar/external/decode.ts'
import { readPublicCalendar, readPublicEvent } from '#server/calendar/public/queries.ts'
import { test } from '#tests/support/fixture.ts'

const WINDOW = { from: new Date('2027-07-01T00:00Z'), to: new Date('2027-08-01T00:00Z') }

test('shows published events outside of series, and nothing else of them; another site sees its own', async ({
  world,
}) => {
  const site = await world.makeSite({ name: 'Harbour' })
  const event = async (name: string, over: Record<string, unknown> = {}) =>
    (
      await world.insert(site, 'events', {
        name,
        start: '2027-07-10T10:00Z',
        end: '2027-07-10T12:00Z',
        details: 'SECRET',
        contact: 'SECRET',
        ...over,
      })
    ).id
  const times = { start: '2027-07-10T10:00Z', end: '2027-07-10T12:00Z' }
  const series = (await world.insert(site, 'series', { name: 'League' })).id
  const location = (await world.insert(site, 'locations', { name: 'Hut' })).id
  const open = await event('Open day', { location, color: '#123456', event_url: 'https://club.example/open' })
  const partly = await event('Race')
  await world.insert(site, 'shifts', { event: partly, ...times })
  await world.insert(site, 'shifts', { event: partly, ...times, draft: '2027-01-01T00:00Z' })
  const drafted = await event('Being planned')
  await world.insert(site, 'shifts', { event: drafted, ...times })
  const member = await event('Member event', { series })
  const away = await event('Put away', { archived: true })
  const answer = await world.withSite(site.id, (db) =>
    readPublicCalendar(db, WINDOW, { organisation: site.name, home: 'https://club.example' }),
  )
  expect(answer.order).toEqual([open, partly])
  expect(answer.results.events[open]).toEqual({
    id: open,
    name: 'Open day',
    start: '2027-07-10T10:00:00.000Z',
    end: '2027-07-10T12:00:00.000Z',
    location: 'Hut',
    color: '#123456',
    organisation: 'Harbour',
    called_off: false,
    event_url: 'https://club.example/open',
  })
  expect(JSON.stringify(answer)).not.toContain('SECRET')
  const one = (id: number) =>
    world.withSite(site.id, (db) => readPublicEvent(db, id, { organisation: site.name, home: 'https://club.example' }))
  expect(await one(open)).toEqual(answer.results.events[open])
  expect((await one(partly))?.name).toBe('Race')
  for (const hidden of [drafted, member, away, 999_999]) expect(await one(hidden)).toBeNull()
  const other = await world.makeSite()
  expect(await world.withSite(other.id, (db) => readPublicEvent(db, open, { organisation: '', home: '' }))).toBeNull()
  const read = decodeCalendar(
    'https://harbour.example/api/events/public',
    { type: 'application/json', text: JSON.stringify(answer) },
    { window: WINDOW, zone: 'Europe/London' },
  )
  expect(
    read.events.map(({ name, organisation, location, event_url }) => [name, organisation, location, event_url]),
  ).toEqual([
    ['Open day', 'Harbour', 'Hut', 'https://club.example/open'],
    ['Race', 'Harbour', null, 'https://club.example'],
  ])
})
