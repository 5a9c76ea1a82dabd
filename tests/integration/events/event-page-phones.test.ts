import { expect } from 'vitest'
import { getEventPage, type RosterReader } from '#server/shifts/roster.ts'
import { test } from '#tests/support/fixture.ts'

const TIMES = { start: '2031-07-03T09:00:00Z', end: '2031-07-03T12:00:00Z' }

test('the numbers and answers of a crew reach coordinators, not the other members', async ({
  world,
  site,
  admin,
  member,
}) => {
  const crew = await world.makePerson(site)
  await world.superuser.query(`update core.people set phone = '+447700900123' where id = $1`, [crew.id])
  const { id: event } = await world.insert(site, 'events', { name: 'Race', ...TIMES })
  await world.insert(site, 'shifts', { event, person: crew.id, draft: TIMES.start, ...TIMES })
  const seen = async (reader: RosterReader) => {
    const { shifts } = await world.withSite(site.id, (db) => getEventPage(db, { event, reader }))
    return shifts.map(({ person_phone, answer }) => [person_phone, answer])
  }
  expect(await seen({ person: admin.id, coordinator: true })).toEqual([['+447700900123', 'asked']])
  for (const { id } of [member, crew]) expect(await seen({ person: id, coordinator: false })).toEqual([[null, null]])
})
