import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Site } from '#server/engine/tenancy/site.ts'
import { forgetTemplate, keepTemplate } from '#server/shifts/templates/commands.ts'
import { listTemplates, templatePlaces } from '#server/shifts/templates/queries.ts'
import { adminActor, createWorld, memberActor, type World } from '#tests/support/world.ts'

let world: World
let site: Site
let admin: { id: number; name: string; email: string }
let event: number
let duty: number

beforeAll(async () => {
  world = await createWorld()
  site = await world.makeSite({ timezone: 'Europe/London' })
  admin = await world.makePerson(site, { name: 'Ada', role: 'admin' })
  duty = (await world.insert(site, 'assignments', { name: 'Safety boat' })).id
  event = (await world.insert(site, 'events', { name: 'Race', start: '2027-03-27T09:00Z', end: '2027-03-27T12:00Z' }))
    .id
  for (const person of [admin.id, null])
    await world.insert(site, 'shifts', {
      event,
      assignment: duty,
      person,
      start: '2027-03-27T08:30Z',
      end: '2027-03-27T12:00Z',
    })
})
afterAll(() => world.close())

const act = <T>(work: Parameters<typeof world.act<T>>[2]) => world.act(site, adminActor(admin), work)
const read = <T>(work: Parameters<typeof world.withSite<T>>[1]) => world.withSite(site.id, work)

it('keeps places without people and puts them at the same wall-clock distance, across a clock change too', async () => {
  const id = await act((ctx) => keepTemplate(ctx, { name: 'Sunday', event }))
  const later = (
    await world.insert(site, 'events', { name: 'Next', start: '2027-03-28T09:00Z', end: '2027-03-28T12:00Z' })
  ).id
  const copied = await read((db) => templatePlaces(db, { template: id, onto: later, zone: site.timezone }))
  expect(copied.places).toHaveLength(2)
  // 10:00 summer time less half an hour.
  expect(copied.places[0]).toMatchObject({
    person: null,
    assignment: duty,
    start: '2027-03-28T09:30',
    end: '2027-03-28T13:00',
  })
  expect(copied.names.assignments).toEqual({ [duty]: 'Safety boat' })
})

it('the same name again replaces what it held; a duty that is gone leaves the place', async () => {
  const id = await act((ctx) => keepTemplate(ctx, { name: 'Sunday', event }))
  expect(await act((ctx) => keepTemplate(ctx, { name: 'Sunday', event }))).toBe(id)
  expect(await read(listTemplates)).toEqual([{ id, name: 'Sunday', places: 2 }])
  await world.superuser.query('update core.shifts set assignment = null where assignment = $1', [duty])
  await world.superuser.query('delete from core.assignments where id = $1', [duty])
  const copied = await read((db) => templatePlaces(db, { template: id, onto: event, zone: site.timezone }))
  expect(copied.places.map(({ assignment }) => assignment)).toEqual([null, null])
})

it('is for admins of the site, needs places, and is forgotten once', async () => {
  const id = await act((ctx) => keepTemplate(ctx, { name: 'Other', event }))
  const bare = (await world.insert(site, 'events', { name: '', start: '2027-04-01T09:00Z', end: '2027-04-01T12:00Z' }))
    .id
  await expect(act((ctx) => keepTemplate(ctx, { name: 'x', event: bare }))).rejects.toMatchObject({ code: 'invalid' })
  await expect(
    world.act(site, memberActor(admin), (ctx) => keepTemplate(ctx, { name: 'x', event })),
  ).rejects.toMatchObject({
    code: 'forbidden',
  })
  const elsewhere = await world.makeSite()
  await expect(world.act(elsewhere, adminActor(admin), (ctx) => forgetTemplate(ctx, id))).rejects.toMatchObject({
    code: 'not_found',
  })
  expect(await world.withSite(elsewhere.id, listTemplates)).toEqual([])
  await act((ctx) => forgetTemplate(ctx, id))
  await expect(act((ctx) => forgetTemplate(ctx, id))).rejects.toMatchObject({ code: 'not_found' })
})
