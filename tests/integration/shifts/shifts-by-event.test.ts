import { expect } from 'vitest'
import { countPastUnpublished, listEventShifts, listShiftEvents } from '#server/shifts/by-event/queries.ts'
import { test } from '#tests/support/fixture.ts'
import { ASKED_AGAIN, adminActor, memberActor } from '#tests/support/world.ts'

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
  const silent = await shift(calm, 1, { person: member.id })
  await world.superuser.query(`${ASKED_AGAIN} id = $1`, [silent.id])
  const ill = await event('Ill', 3)
  const helper = await world.makePerson(site)
  await shift(ill, 3, { person: helper.id, answer_state: 'seeking_cover', answered_at: draft })
  await shift(open, 2, { person: member.id })
  await shift(open, 2, { person: null, draft: null })
  await shift(twice, 3, { person: member.id })
  await shift(also, 3, { person: member.id })
  const past = { start: '2020-06-01T09:00:00Z', end: '2020-06-01T12:00:00Z' }
  const over = await world.insert(site, 'events', { name: 'Over', ...past })
  await world.insert(site, 'shifts', { event: over.id, ...past })
  const archived = await world.insert(site, 'events', { name: 'Archived', ...at(1), archived: true })
  await shift(archived.id, 1, { person: null })
  await world.insert(other, 'events', { name: 'Of others', ...at(1) })
  const read = await world.act(site, adminActor(admin), (ctx) => listShiftEvents(ctx))
  expect(
    read.map(({ name, shifts, open, unpublished, clashes, seeking, silent }) => [
      name,
      shifts,
      open,
      unpublished,
      clashes,
      seeking,
      silent,
    ]),
  ).toEqual([
    ['Open', 2, 1, 1, 0, 0, 0],
    ['Twice', 1, 0, 0, 1, 0, 0],
    ['Also', 1, 0, 0, 1, 0, 0],
    ['Ill', 1, 0, 0, 0, 1, 0],
    ['Calm', 1, 0, 0, 0, 0, 1],
  ])
  const shifts = await world.act(site, adminActor(admin), (ctx) => listEventShifts(ctx, open))
  expect(shifts.map(({ person, published }) => [person, published])).toEqual([
    [null, false],
    [member.id, true],
  ])
  await expect(world.act(site, memberActor(member), (ctx) => listShiftEvents(ctx))).rejects.toThrow()
})

test('in an event a clash comes first, then open shifts, then unpublished ones', async ({ world, site, admin }) => {
  const at = (hour: number) => ({ start: `2037-06-01T0${hour}:00:00Z`, end: '2037-06-01T12:00:00Z' })
  const [race, elsewhere] = [
    await world.insert(site, 'events', { name: 'Race', ...at(1) }),
    await world.insert(site, 'events', { name: 'Elsewhere', ...at(1) }),
  ]
  const draft = '2026-01-01T00:00:00Z'
  const shift = async (hour: number, name: string | null, more: Record<string, unknown> = { draft }) => {
    const person = name === null ? null : (await world.makePerson(site, { name })).id
    await world.insert(site, 'shifts', { event: race.id, ...at(hour), person, ...more })
    return person
  }
  await shift(1, 'Calm')
  await shift(2, 'Unpublished', { draft: null })
  await shift(3, null)
  const twice = await shift(4, 'Twice')
  await world.insert(site, 'shifts', { event: elsewhere.id, ...at(4), person: twice, draft })
  const shifts = await world.act(site, adminActor(admin), (ctx) => listEventShifts(ctx, race.id))
  expect(shifts.map(({ name, clash }) => [name, clash])).toEqual([
    ['Twice', 'Elsewhere'],
    [null, null],
    ['Unpublished', null],
    ['Calm', null],
  ])
})

test('unpublished past shifts are counted, at the own site and for admins', async ({ world, site, admin, member }) => {
  const other = await world.makeSite()
  const at = (year: number) => ({ start: `${year}-06-01T09:00:00Z`, end: `${year}-06-01T12:00:00Z` })
  for (const club of [site, other]) {
    const { id: event } = await world.insert(club, 'events', { name: 'Past', ...at(2020) })
    await world.insert(club, 'shifts', { event, ...at(2020) })
    if (club === other) continue
    await world.insert(club, 'shifts', { event, ...at(2020), draft: '2020-01-01T00:00:00Z' })
    const { id: coming } = await world.insert(club, 'events', { name: 'Coming', ...at(2040) })
    await world.insert(club, 'shifts', { event: coming, ...at(2040) })
  }
  expect(await world.act(site, adminActor(admin), (ctx) => countPastUnpublished(ctx))).toBe(1)
  await expect(world.act(site, memberActor(member), (ctx) => countPastUnpublished(ctx))).rejects.toThrow()
})

const NOON = '2027-06-01T12:00:00Z'

test('an event that is called off has nothing to do', async ({ world, site, admin }) => {
  const at = { start: '2037-06-01T09:00:00Z', end: '2037-06-01T12:00:00Z' }
  const later = { start: '2037-06-02T09:00:00Z', end: '2037-06-02T12:00:00Z' }
  const off = await world.insert(site, 'events', { name: 'Called off', ...at, decision: 'off', decided_at: NOON })
  await world.insert(site, 'shifts', { event: off.id, ...at })
  const open = await world.insert(site, 'events', { name: 'Open', ...later })
  await world.insert(site, 'shifts', { event: open.id, ...later })
  const read = await world.act(site, adminActor(admin), (ctx) => listShiftEvents(ctx))
  expect(read.map(({ name, called_off }) => [name, called_off])).toEqual([
    ['Open', false],
    ['Called off', true],
  ])
})

test('admins read in every list how many were asked for a shift, members do not', async ({
  world,
  site,
  admin,
  member,
  api,
  callApi,
}) => {
  const at = { start: '2037-06-01T09:00:00Z', end: '2037-06-01T12:00:00Z' }
  const draft = '2026-01-01T00:00:00Z'
  const { id: event } = await world.insert(site, 'events', { name: 'Race', ...at })
  const seeking = { answer_state: 'seeking_cover', answered_at: draft, person: member.id }
  const { id: shift } = await world.insert(site, 'shifts', { event, draft, ...at, ...seeking })
  const { id: quiet } = await world.insert(site, 'shifts', { event, draft, ...at, person: admin.id })
  const search = { shift, person: member.id, next_rung_at: at.start, started_at: draft }
  const { id: cover } = await world.insert(site, 'covers', search)
  await world.insert(site, 'coverasks', { cover, person: admin.id, asked_at: draft, channel: 'email' })
  const sought = { state: 'searching', asked: 1 }
  const shifts = await world.act(site, adminActor(admin), (ctx) => listEventShifts(ctx, event))
  expect(shifts.map((one) => [one.id, one.sought])).toEqual([
    [shift, sought],
    [quiet, null],
  ])
  const read = async (who: typeof admin) =>
    (await callApi('GET', `/shifts?event=${event}`, await api.signIn(site, who))).body.results.shifts
  expect(await read(admin)).toMatchObject({ [shift]: { sought }, [quiet]: { sought: null } })
  expect((await read(member))[shift]).not.toHaveProperty('sought')
})
