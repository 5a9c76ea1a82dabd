import { expect } from 'vitest'
import type { Ctx } from '#server/engine/access/context.ts'
import { createProductCollections } from '#server/registry.ts'
import { saveStagedShifts } from '#server/shifts/list-edit/commands.ts'
import { stagedShifts } from '#server/shifts/list-edit/contract.ts'
import { test as base } from '#tests/support/fixture.ts'
import { adminActor, memberActor } from '#tests/support/world.ts'

const engine = createProductCollections()
const times = { start: '2027-07-10T08:00:00Z', end: '2027-07-10T16:00:00Z' }

const test = base
  .extend('startsAt', { scope: 'file' }, () => new Date('2027-06-01T12:00:00Z'))
  .extend('scene', async ({ world }) => {
    const site = await world.makeSite()
    const boss = await world.makePerson(site, { role: 'admin', name: 'Bo Boss' })
    const ann = await world.makePerson(site, { name: 'Ann' })
    const shifts = []
    for (const name of ['Race', 'Gala'])
      shifts.push(
        (
          await world.insert(site, 'shifts', {
            event: (await world.insert(site, 'events', { name, ...times })).id,
            notes: name,
            ...times,
          })
        ).id,
      )
    return { site, boss, ann, shifts }
  })
  .extend('site', ({ scene }) => scene.site)
  .extend('boss', ({ scene }) => scene.boss)
  .extend('ann', ({ scene }) => scene.ann)
  .extend('shifts', ({ scene }) => scene.shifts)
  .extend(
    'as',
    ({ boss, world, site }) =>
      <T>(work: (ctx: Ctx) => Promise<T>, actor = adminActor(boss)) =>
        world.act(site, actor, work),
  )
  .extend(
    'save',
    ({ boss, site, world }) =>
      (changes: unknown[], actor = adminActor(boss), at = site) =>
        world.act(at, actor, (ctx) => saveStagedShifts(ctx, engine, stagedShifts.parse({ changes }))),
  )
  .extend('stored', ({ world, site }) => async () => {
    const { rows } = await world.superuser.query(
      'select person, notes, "end" from core.shifts where site_id = $1 order by id',
      [site.id],
    )
    return rows.map(({ person, notes, end }) => [person === null ? null : Number(person), notes, end.toISOString()])
  })

const END = '2027-07-10T16:00:00.000Z'

test('changes of shifts of several events are stored together, and reach the calendars', async ({
  shifts,
  save,
  ann,
  stored,
}) => {
  const [a, b] = shifts
  expect(
    await save([
      { id: a, was: { person: null, end: times.end }, fields: { person: ann.id, end: '2027-07-10T19:00+02:00' } },
      { id: b, was: { notes: 'Gala' }, fields: { notes: 'Bring a coat' } },
    ]),
  ).toEqual({ saved: 2, undo: [] })
  expect(await stored()).toEqual([
    [ann.id, 'Race', '2027-07-10T17:00:00.000Z'],
    [null, 'Bring a coat', END],
  ])
})

test('all or none: each message is under its shift and field', async ({ shifts, save, stored }) => {
  const [a, b] = shifts
  const refused = await save([
    { id: a, was: { notes: 'Race' }, fields: { notes: 'New' } },
    { id: b, was: { end: times.end }, fields: { end: '2027-07-10T07:00:00Z' } },
  ]).catch((error) => error)
  expect(refused).toMatchObject({ code: 'invalid', extras: { issues: { [`${b}.end`]: [expect.any(String)] } } })
  expect(await stored()).toEqual([
    [null, 'Race', END],
    [null, 'Gala', END],
  ])
})

test('a concurrent change is reported and not overwritten; other fields, and the same change, are no conflict', async ({
  shifts,
  world,
  site,
  as,
  ann,
  save,
  stored,
}) => {
  const [a, b] = shifts
  const other = adminActor(await world.makePerson(site, { role: 'admin', name: 'Olga Other' }))
  await as((ctx) => engine.update(ctx, 'shifts', { id: a, person: ann.id, notes: 'Theirs' }), other)
  const mine = { id: a, was: { notes: 'Race' }, fields: { notes: 'Mine' } }
  const gala = { id: b, was: { notes: 'Gala' }, fields: { notes: 'Mine too' } }
  expect(await save([mine, gala]).catch((error) => error)).toMatchObject({
    code: 'conflict',
    extras: { body: { conflicts: [{ id: a, removed: false, fields: { notes: 'Theirs' }, by: 'Olga Other' }] } },
  })
  expect((await stored())[1]).toEqual([null, 'Gala', END])
  expect(
    await save([{ id: a, was: { end: times.end, person: null }, fields: { end: times.start, person: ann.id } }]).catch(
      ({ code }) => code,
    ),
  ).toBe('invalid')
  await save([{ id: a, was: { person: null, notes: 'Theirs' }, fields: { person: ann.id, notes: 'Agreed' } }, gala])
  expect(await stored()).toEqual([
    [ann.id, 'Agreed', END],
    [null, 'Mine too', END],
  ])
  await as((ctx) => engine.remove(ctx, 'shifts', b ?? 0), other)
  expect(await save([gala]).catch((error) => error.extras.body)).toMatchObject({
    conflicts: [{ id: b, removed: true, version: null, fields: {}, by: 'Olga Other' }],
  })
})

test('a member saves nothing; another site’s shift is gone', async ({ shifts, save, ann, world, stored }) => {
  const change = { id: shifts[0], was: { notes: 'Race' }, fields: { notes: 'x' } }
  expect(await save([change], memberActor(ann)).catch(({ code }) => code)).toBe('forbidden')
  const other = await world.makeSite()
  const stranger = adminActor(await world.makePerson(other, { role: 'admin' }))
  expect(await save([change], stranger, other).catch((error) => error.extras.body)).toMatchObject({
    conflicts: [{ removed: true, fields: {}, by: null }],
  })
  expect((await stored())[0]).toEqual([null, 'Race', END])
})
