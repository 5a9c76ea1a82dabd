import { expect } from 'vitest'
import { recordEnd, recordStart } from '#server/shifts/hours/commands.ts'
import { recordedTime } from '#server/shifts/hours/contract.ts'
import { worldTest as base } from '#tests/support/fixture.ts'
import { adminActor, memberActor } from '#tests/support/world.ts'

const test = base
  .extend('startsAt', { scope: 'file' }, () => new Date('2027-07-10T17:00Z'))
  .extend('site', { scope: 'file' }, ({ world }) => world.makeSite({ timezone: 'Europe/London' }))
  .extend('me', { scope: 'file', auto: true }, ({ world, site }) => world.makePerson(site))
  .extend('other', { scope: 'file', auto: true }, ({ world, site }) => world.makePerson(site))
  .extend('admin', { scope: 'file', auto: true }, ({ world, site }) => world.makePerson(site, { role: 'admin' }))
  .extend(
    'event',
    { scope: 'file', auto: true },
    async ({ world, site }) =>
      (await world.insert(site, 'events', { name: 'Race', start: '2027-07-10T08:00Z', end: '2027-07-10T16:00Z' })).id,
  )
  .extend(
    'shift',
    { scope: 'file' },
    ({ world, site, event, me }) =>
      async (over: Record<string, unknown> = {}) =>
        (
          await world.insert(site, 'shifts', {
            event,
            person: me.id,
            start: '2027-07-10T08:00Z',
            end: '2027-07-10T16:00Z',
            draft: '2027-07-01T00:00Z',
            ...over,
          })
        ).id,
  )
  .extend(
    'start',
    { scope: 'file' },
    ({ me, world, site }) =>
      (id: number, at: string, as = memberActor(me)) =>
        world.act(site, as, (ctx) => recordStart(ctx, id, new Date(at))),
  )
  .extend(
    'end',
    { scope: 'file' },
    ({ me, world, site }) =>
      (id: number, at: string, as = memberActor(me)) =>
        world.act(site, as, (ctx) => recordEnd(ctx, id, new Date(at))),
  )
  .extend(
    'stored',
    { scope: 'file' },
    ({ world }) =>
      async (id: number) =>
        (await world.superuser.query('select actual_start, actual_end, hours from core.shifts where id = $1', [id]))
          .rows[0],
  )

const wrong = { code: 'invalid', extras: { issues: { datetime: [expect.any(String)] } } }

test('a person starts and ends their own shift, corrects it, and the hours follow', async ({
  shift,
  end,
  start,
  stored,
  world,
}) => {
  const id = await shift()
  await expect(end(id, '2027-07-10T16:00Z')).rejects.toMatchObject(wrong)
  await start(id, '2027-07-10T08:10Z')
  await start(id, '2027-07-10T08:10Z')
  await end(id, '2027-07-10T15:40Z')
  expect(await stored(id)).toMatchObject({ hours: 7.5 })
  await start(id, '2027-07-10T07:40Z')
  expect(await stored(id)).toMatchObject({ hours: 8 })
  await expect(start(id, '2027-07-10T15:41Z')).rejects.toMatchObject(wrong)
  await expect(end(id, '2027-07-10T07:00Z')).rejects.toMatchObject(wrong)
  const { rows } = await world.superuser.query(
    "select action from core.audit where subject_id = $1 and action like 'shift.%' order by id",
    [id],
  )
  expect(rows.map(({ action }) => action)).toEqual(['shift.start', 'shift.end', 'shift.start'])
})

test('no one records for another person, on an unpublished shift, before its day, or at another site', async ({
  start,
  shift,
  other,
  world,
  me,
  admin,
  stored,
}) => {
  await expect(start(await shift({ person: other.id }), '2027-07-10T08:00Z')).rejects.toMatchObject({
    code: 'forbidden',
  })
  await expect(start(await shift({ person: null }), '2027-07-10T08:00Z')).rejects.toMatchObject({ code: 'forbidden' })
  await expect(start(await shift({ draft: null }), '2027-07-10T08:00Z')).rejects.toMatchObject({ code: 'not_found' })
  const later = await shift({ start: '2027-07-11T08:00Z', end: '2027-07-11T16:00Z' })
  await expect(start(later, '2027-07-11T08:00Z')).rejects.toMatchObject(wrong)
  await expect(start(await shift(), '2027-07-09T08:00Z')).rejects.toMatchObject(wrong)
  const elsewhere = await world.makeSite()
  const id = await shift()
  await expect(
    world.act(elsewhere, memberActor(me), (ctx) => recordStart(ctx, id, new Date('2027-07-10T08:00Z'))),
  ).rejects.toMatchObject({ code: 'not_found' })
  await start(later, '2027-07-01T08:00Z', adminActor(admin))
  expect((await stored(later)).actual_start.toISOString()).toBe('2027-07-01T08:00:00.000Z')
})

test('a shift over midnight ends on the next day although the first day’s date was sent', async ({
  shift,
  start,
  end,
  stored,
}) => {
  const id = await shift({ start: '2027-07-09T21:00Z', end: '2027-07-10T05:00Z' })
  await start(id, '2027-07-09T21:00Z')
  await end(id, '2027-07-09T05:30Z')
  expect((await stored(id)).actual_end.toISOString()).toBe('2027-07-10T05:30:00.000Z')
})

test('the time needs a zone', () => {
  for (const datetime of [
    undefined,
    null,
    '',
    5,
    '2027-07-10',
    '2027-07-10T08:00',
    '0001-01-01T00:00Z',
    '2027-13-01T00:00Z',
  ])
    expect(recordedTime.safeParse({ datetime }).success, String(datetime)).toBe(false)
  expect(recordedTime.parse({ datetime: '2027-07-10T09:00:00.000+01:00' }).datetime.toISOString()).toBe(
    '2027-07-10T08:00:00.000Z',
  )
})
