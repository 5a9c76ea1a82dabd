import { expect } from 'vitest'
import { hideCalendar } from '#server/calendar/external/commands.ts'
import { worldTest as base } from '#tests/support/fixture.ts'
import { memberActor, SYSTEM } from '#tests/support/world.ts'

const [ONE, TWO, THREE] = ['https://a.example/feed?ids=1,2', 'https://b.example/calendar.ics', 'https://c.example/x']

const test = base
  .extend('site', { scope: 'file' }, ({ world }) =>
    world.makeSite({ allowed_external_calendars: `${ONE}, ${TWO} ,${THREE},` }),
  )
  .extend('ann', ({ world, site }) => world.makePerson(site))
  .extend(
    'hide',
    ({ world, site, ann }) =>
      (address: string, hide = true) =>
        world.act(site, memberActor(ann), (ctx) => hideCalendar(ctx, { address, hide })),
  )
  .extend(
    'settings',
    ({ world, ann }) =>
      async () =>
        (await world.superuser.query('select settings from core.people where id = $1', [ann.id])).rows[0]
          .settings as Record<string, string>,
  )

test('a person hides one of the site’s calendars and shows it again; an address may hold a comma', async ({
  hide,
  settings,
}) => {
  await hide(ONE)
  await hide(ONE)
  expect((await settings()).hidden_external_calendars).toBe(ONE)
  await hide(THREE)
  expect((await settings()).hidden_external_calendars).toBe(`${ONE}, ${THREE}`)
  await hide(ONE, false)
  await hide(THREE, false)
  expect((await settings()).hidden_external_calendars).toBe('')
})

test('keeps the other settings, and drops calendars that the site no longer allows', async ({
  world,
  ann,
  hide,
  settings,
}) => {
  const before = { dateFormat: 'D/M/YYYY', hidden_external_calendars: 'https://gone.example/x' }
  await world.superuser.query('update core.people set settings = $2 where id = $1', [ann.id, JSON.stringify(before)])
  await hide(TWO)
  expect(await settings()).toEqual({ ...before, hidden_external_calendars: TWO })
})

test('two parallel choices both count', async ({ hide, settings }) => {
  await Promise.all([hide(ONE), hide(TWO), hide(THREE)])
  expect((await settings()).hidden_external_calendars).toBe([ONE, TWO, THREE].join(', '))
})

test('accepts no other address, and no caller without a person', async ({ hide, world, site, settings }) => {
  await expect(hide('https://stranger.example/')).rejects.toMatchObject({ code: 'invalid' })
  await expect(hide('')).rejects.toMatchObject({ code: 'invalid' })
  await expect(world.act(site, SYSTEM, (ctx) => hideCalendar(ctx, { address: ONE, hide: true }))).rejects.toMatchObject(
    { code: expect.stringMatching(/unauthenticated|forbidden/) },
  )
  expect(await settings()).not.toHaveProperty('hidden_external_calendars')
})
