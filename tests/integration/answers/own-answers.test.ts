import { expect } from 'vitest'
import { getOwnAnswers } from '#server/answers/own.ts'
import { listUpcomingShifts } from '#server/shifts/upcoming.ts'
import { test as base } from '#tests/support/fixture.ts'

const NOW = new Date('2027-07-10T12:00:00Z')

const test = base
  .extend('startsAt', { scope: 'file' }, () => NOW as Date | null)
  .extend('me', ({ world, site }) => world.makePerson(site))
  .extend('shift', ({ world, site, me }) => async (start: string, over: Record<string, unknown> = {}) => {
    const times = { start, end: new Date(Date.parse(start) + 7_200_000).toISOString() }
    const event = await world.insert(site, 'events', { name: start, ...times })
    const facts = { event: event.id, person: me.id, draft: '2027-01-01T00:00Z', ...times, ...over }
    return (await world.insert(site, 'shifts', facts)).id
  })

test('a shift can be answered until it begins or its person signs in, and not at an event that is called off', async ({
  world,
  site,
  me,
  shift,
}) => {
  const [ahead, begun, early, signedIn, off] = [
    await shift('2027-07-10T12:30Z'),
    await shift('2027-07-10T11:30Z'),
    await shift('2027-07-10T12:40Z', { modified_start: '2027-07-10T11:40Z' }),
    await shift('2027-07-10T12:50Z', { actual_start: '2027-07-10T11:50Z' }),
    await shift('2027-07-10T13:00Z'),
  ]
  await world.superuser.query(
    `update core.events set decision = 'off', decided_at = now() where id = (select event from core.shifts where id = $1)`,
    [off],
  )
  const ids = [ahead, begun, early, signedIn, off]
  const open = await world.withSite(site.id, async (db) => {
    const onDashboard = await listUpcomingShifts(db, { person: me.id, now: NOW })
    const own = await getOwnAnswers(db, { person: me.id, now: NOW, shifts: ids })
    return ids.map((id) => {
      const shown = onDashboard.find((one) => one.id === id)
      return [shown?.may_answer, own[id]?.may_answer, shown?.began]
    })
  })
  expect(open).toEqual([
    [true, true, false],
    [false, false, true],
    [false, false, true],
    [false, false, true],
    [false, false, false],
  ])
})
