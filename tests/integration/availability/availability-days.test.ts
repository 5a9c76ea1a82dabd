import { expect } from 'vitest'
import { markDay, markDayForPerson, markRange } from '#server/availability/days/commands.ts'
import { type Mark, rangeInput } from '#server/availability/days/contract.ts'
import { getMark, listDayMarks, listMarks } from '#server/availability/days/queries.ts'
import { test as base } from '#tests/support/fixture.ts'
import { adminActor, memberActor } from '#tests/support/world.ts'

const test = base
  .extend('site', ({ world }) => world.makeSite({ timezone: 'Australia/Lord_Howe' }))
  .extend('me', ({ world, site }) => world.makePerson(site))
  .extend(
    'mark',
    ({ me, world, site }) =>
      (date: string, available: Mark, who = me) =>
        world.act(site, memberActor(who), (ctx) => markDay(ctx, { date, available })),
  )
  .extend(
    'range',
    ({ world, site, me }) =>
      (input: unknown) =>
        world.act(site, memberActor(me), (ctx) => markRange(ctx, rangeInput.parse(input))),
  )
  .extend(
    'stored',
    ({ world, site }) =>
      async () =>
        (
          await world.superuser.query(
            'select date::text, start, "end", available from core.availability where site_id = $1 order by person, date',
            [site.id],
          )
        ).rows,
  )

test('a mark runs to the last millisecond of the site’s day, also when the clocks change by half an hour', async ({
  mark,
  stored,
  world,
  site,
  me,
}) => {
  await mark('2026-10-04', 0)
  expect(await stored()).toEqual([
    {
      date: '2026-10-04',
      start: new Date('2026-10-03T13:30:00Z'),
      end: new Date('2026-10-04T12:59:59.999Z'),
      available: 0,
    },
  ])
  await mark('2026-10-04', 2)
  expect(await world.withSite(site.id, (db) => getMark(db, { person: me.id, date: '2026-10-04' }))).toBe(2)
  await mark('2026-10-04', null)
  await mark('2026-10-04', null)
  expect(await stored()).toEqual([])
})

test('forty parallel presses leave one record of the day', async ({ mark, stored }) => {
  await Promise.all(Array.from({ length: 40 }, (_, n) => mark('2026-12-01', (n % 3) as Mark)))
  expect(await stored()).toHaveLength(1)
})

test('a weekday pattern over a range applies in one step, repeats without effect, and is undone', async ({
  range,
  stored,
}) => {
  const saturdays = { from: '2026-12-01', to: '2026-12-31', weekdays: ['6'], available: '1' }
  expect(await range(saturdays)).toMatchObject({ days: 4 })
  expect(await range(saturdays)).toMatchObject({ days: 0 })
  expect((await stored()).map((row) => row.date)).toEqual(['2026-12-05', '2026-12-12', '2026-12-19', '2026-12-26'])
  expect(await range({ ...saturdays, weekdays: [], available: 'unset' })).toMatchObject({ days: 4 })
})

test.for([
  [{ to: '2026-11-30' }, 'to'],
  [{ from: '2026-02-30' }, 'from'],
  [{ to: '2028-12-31' }, 'to'],
  [{ to: '2026-12-02', weekdays: ['7'] }, 'weekdays'],
] as const)(
  'an invalid range (%j) is refused under %s, and nothing is stored',
  async ([over, field], { range, stored }) => {
    const error = await range({ from: '2026-12-01', to: '2026-12-31', available: '0', ...over }).catch((e) => e)
    expect(Object.keys(error.extras.issues)).toEqual([field])
    expect(await stored()).toEqual([])
  },
)

test('a day that does not exist is not found', async ({ mark }) => {
  await expect(mark('2026-02-30', 1)).rejects.toMatchObject({ code: 'not_found' })
})

test('the grid pages by name with marks and own shifts; the day lists who marked it', async ({
  world,
  site,
  mark,
  me,
}) => {
  for (let n = 0; n < 5; n++) await world.makePerson(site, { name: `Volunteer ${n}` })
  await world.makePerson(site, { name: 'Pending', role: 'new' })
  await mark('2026-12-02', 0)
  const event = await world.insert(site, 'events', { start: '2026-12-02T00:00Z', end: '2026-12-02T03:00Z' })
  await world.insert(site, 'shifts', {
    event: event.id,
    person: me.id,
    start: '2026-12-02T00:00Z',
    end: '2026-12-02T03:00Z',
    draft: '2026-01-01T00:00Z',
  })
  const page = (search: string, offset = 0) =>
    world.withSite(site.id, (db) =>
      listMarks(db, {
        from: '2026-12-01',
        to: '2026-12-14',
        start: new Date('2026-11-30T13:00Z'),
        end: new Date('2026-12-14T13:00Z'),
        zone: site.timezone,
        search,
        limit: 3,
        offset,
      }),
    )
  expect((await page('')).count).toBe(6)
  expect((await page('')).rows[0]).toMatchObject({ id: me.id, marks: { '2026-12-02': 0 }, shifts: ['2026-12-02'] })
  expect((await page('VOLUNTEER', 3)).rows.map((row) => row.name)).toEqual(['Volunteer 3', 'Volunteer 4'])
  expect((await page('VÓLUNTEER', 3)).count).toBe(5)
  expect((await page('100%')).rows).toEqual([])
  expect(await world.withSite(site.id, (db) => listDayMarks(db, { date: '2026-12-02' }))).toMatchObject([
    { person: me.id, available: 0 },
  ])
})

test('an admin sets, changes and reverts any person’s mark, and the trail names the person; members and hidden people are refused', async ({
  world,
  site,
  me,
  stored,
}) => {
  const admin = await world.makePerson(site, { role: 'admin' })
  const pending = await world.makePerson(site, { role: 'new' })
  const stranger = await world.makePerson(await world.makeSite())
  const set = (available: Mark, person = me.id, actor = adminActor(admin), date = '2026-12-01') =>
    world.act(site, actor, (ctx) => markDayForPerson(ctx, { person, date, available }))
  const own = () => world.withSite(site.id, (db) => getMark(db, { person: me.id, date: '2026-12-01' }))
  await set(0)
  expect(await own()).toBe(0)
  await set(2)
  expect(await own()).toBe(2)
  const { rows } = await world.superuser.query(
    "select person::int, subject_id::int from core.audit where site_id = $1 and action = 'availability.set'",
    [site.id],
  )
  expect(rows).toEqual([1, 2].map(() => ({ person: admin.id, subject_id: me.id })))
  await set(null)
  expect(await stored()).toEqual([])
  await expect(set(1, admin.id, memberActor(me))).rejects.toMatchObject({ code: 'forbidden' })
  for (const person of [pending.id, stranger.id, 987654321])
    await expect(set(1, person)).rejects.toMatchObject({ code: 'not_found' })
  await expect(set(1, me.id, adminActor(admin), '2026-02-30')).rejects.toMatchObject({ code: 'not_found' })
  expect(await stored()).toEqual([])
})
