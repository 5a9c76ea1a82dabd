import { expect } from 'vitest'
import { deleteTemplate, saveTemplate } from '#server/shifts/templates/commands.ts'
import { listTemplates, readTemplateShifts } from '#server/shifts/templates/queries.ts'
import { worldTest as base } from '#tests/support/fixture.ts'
import { adminActor, memberActor } from '#tests/support/world.ts'

const test = base
  .extend('scene', { scope: 'file' }, async ({ world }) => {
    const site = await world.makeSite({ timezone: 'Europe/London' })
    const admin = await world.makePerson(site, { name: 'Ada', role: 'admin' })
    const assignment = (await world.insert(site, 'assignments', { name: 'Safety boat' })).id
    const event = (
      await world.insert(site, 'events', { name: 'Race', start: '2027-03-27T09:00Z', end: '2027-03-27T12:00Z' })
    ).id
    for (const person of [admin.id, null])
      await world.insert(site, 'shifts', {
        event,
        assignment,
        person,
        start: '2027-03-27T08:30Z',
        end: '2027-03-27T12:00Z',
      })
    return { site, admin, assignment, event }
  })
  .extend('site', { scope: 'file' }, ({ scene }) => scene.site)
  .extend('admin', { scope: 'file' }, ({ scene }) => scene.admin)
  .extend('assignment', { scope: 'file' }, ({ scene }) => scene.assignment)
  .extend('event', { scope: 'file' }, ({ scene }) => scene.event)
  .extend(
    'act',
    { scope: 'file' },
    ({ world, site, admin }) =>
      <T>(work: Parameters<typeof world.act<T>>[2]) =>
        world.act(site, adminActor(admin), work),
  )
  .extend(
    'read',
    { scope: 'file' },
    ({ world, site }) =>
      <T>(work: Parameters<typeof world.withSite<T>>[1]) =>
        world.withSite(site.id, work),
  )

test('keeps shifts without people and puts them at the same wall-clock distance, across a clock change too', async ({
  act,
  event,
  world,
  site,
  read,
  assignment,
}) => {
  const id = await act((ctx) => saveTemplate(ctx, { name: 'Sunday', event }))
  const later = (
    await world.insert(site, 'events', { name: 'Next', start: '2027-03-28T09:00Z', end: '2027-03-28T12:00Z' })
  ).id
  const copied = await read((db) => readTemplateShifts(db, { template: id, onto: later, zone: site.timezone }))
  expect(copied.places).toHaveLength(2)
  // 10:00 summer time less half an hour.
  expect(copied.places[0]).toMatchObject({
    person: null,
    assignment,
    start: '2027-03-28T09:30',
    end: '2027-03-28T13:00',
  })
  expect(copied.names.assignments).toEqual({ [assignment]: 'Safety boat' })
})

test('the same name again replaces the template; a deleted assignment leaves the shift', async ({
  act,
  event,
  read,
  world,
  assignment,
  site,
}) => {
  const id = await act((ctx) => saveTemplate(ctx, { name: 'Sunday', event }))
  expect(await act((ctx) => saveTemplate(ctx, { name: 'Sunday', event }))).toBe(id)
  expect(await read(listTemplates)).toEqual([{ id, name: 'Sunday', places: 2 }])
  await world.superuser.query('update core.shifts set assignment = null where assignment = $1', [assignment])
  await world.superuser.query('delete from core.assignments where id = $1', [assignment])
  const copied = await read((db) => readTemplateShifts(db, { template: id, onto: event, zone: site.timezone }))
  expect(copied.places.map(({ assignment }) => assignment)).toEqual([null, null])
})

test('is for admins of the site, needs shifts, and is deleted once', async ({ act, event, world, site, admin }) => {
  const id = await act((ctx) => saveTemplate(ctx, { name: 'Other', event }))
  const bare = (await world.insert(site, 'events', { name: '', start: '2027-04-01T09:00Z', end: '2027-04-01T12:00Z' }))
    .id
  await expect(act((ctx) => saveTemplate(ctx, { name: 'x', event: bare }))).rejects.toMatchObject({ code: 'invalid' })
  await expect(
    world.act(site, memberActor(admin), (ctx) => saveTemplate(ctx, { name: 'x', event })),
  ).rejects.toMatchObject({
    code: 'forbidden',
  })
  const elsewhere = await world.makeSite()
  await expect(world.act(elsewhere, adminActor(admin), (ctx) => deleteTemplate(ctx, id))).rejects.toMatchObject({
    code: 'not_found',
  })
  expect(await world.withSite(elsewhere.id, listTemplates)).toEqual([])
  await act((ctx) => deleteTemplate(ctx, id))
  await expect(act((ctx) => deleteTemplate(ctx, id))).rejects.toMatchObject({ code: 'not_found' })
})
