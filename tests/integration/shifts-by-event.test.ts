import { expect } from 'vitest'
import { listEventShifts, listShiftEvents } from '#server/shifts/by-event/queries.ts'
import { test } from '#tests/support/fixture.ts'
import { adminActor, memberActor } from '#tests/support/world.ts'

test('coming events with exceptions come first, and in an event its exceptions', async ({
  world,
  site,
  admin,
  member,
}) => {
  const other = await world.makeSite()
  const at = (day: number) => ({ start: `2037-06-0${day}T09:00:00Z`, end: `2037-06-0${day}T12:00:00Z` })
  const draft = '2026-01-01T00:00:00Z'
  const event = async (name: string, day: number) => (await world.insert(site, 'events', { name, ...at(day) })).id
  const shift = (id: number, day: number, more: Record<string, unknown>) =>
    world.insert(site, 'shifts', { event: id, ...at(day), draft, ...more })
  const [calm, open, twice, also] = [
    await event('Calm', 1),
    await event('Open', 2),
    await event('Twice', 3),
    await event('Also', 3),
  ]
  await event('Empty', 4)
  await shift(calm, 1, { person: member.id })
  await shift(open, 2, { person: member.id })
  await shift(open, 2, { person: null, draft: null })
  await shift(twice, 3, { person: member.id })
  await shift(also, 3, { person: member.id })
  await world.insert(other, 'events', { name: 'Of others', ...at(1) })
  const read = await world.act(site, adminActor(admin), (ctx) => listShiftEvents(ctx))
  expect(
    read.map(({ name, shifts, open, unpublished, clashes }) => [name, shifts, open, unpublished, clashes]),
  ).toEqual([
    ['Open', 2, 1, 1, 0],
    ['Twice', 1, 0, 0, 1],
    ['Also', 1, 0, 0, 1],
    ['Calm', 1, 0, 0, 0],
  ])
  const shifts = await world.act(site, adminActor(admin), (ctx) => listEventShifts(ctx, open))
  expect(shifts.map(({ person, published }) => [person, published])).toEqual([
    [null, false],
    [member.id, true],
  ])
  await expect(world.act(site, memberActor(member), (ctx) => listShiftEvents(ctx))).rejects.toThrow()
})
