import { expect } from 'vitest'
import { usualClock } from '#server/deliveries/texts/shift/wall-clock.ts'
import { listOpenShifts } from '#server/open-shifts/queries.ts'
import { listEventShifts, listShiftEvents } from '#server/shifts/by-event/queries.ts'
import { getGrid } from '#server/shifts/grid/queries.ts'
import { getRosterEditor } from '#server/shifts/roster-editor/queries.ts'
import { suggestFor } from '#server/shifts/suggestions/queries.ts'
import { judge } from '#server/suitability/queries.ts'
import { listFullAssignments } from '#server/waiting/own.ts'
import { test as base } from '#tests/support/fixture.ts'
import { adminActor, memberActor } from '#tests/support/world.ts'

const NOW = new Date('2027-07-01T12:00:00Z')
const SPAN = { start: '2027-07-10T08:00:00Z', end: '2027-07-10T15:00:00Z' }

/** A member who is on a shift of Regatta, and Race at the same time, with an open shift. */
const test = base
  .extend('startsAt', { scope: 'file' }, () => NOW)
  .extend('site', ({ world }) => world.makeSite({ timezone: 'UTC', self_assign: true }))
  .extend('helm', async ({ world, site }) => (await world.insert(site, 'assignments', { name: 'Helm' })).id)
  .extend('regatta', async ({ world, site }) => (await world.insert(site, 'events', { name: 'Regatta', ...SPAN })).id)
  .extend('race', async ({ world, site }) => (await world.insert(site, 'events', { name: 'Race', ...SPAN })).id)
  .extend(
    'shift',
    ({ world, site, helm }) =>
      async (event: number, person: number | null) =>
        (await world.insert(site, 'shifts', { event, person, assignment: helm, draft: NOW, ...SPAN })).id,
  )
  .extend('open', async ({ shift, race, regatta, member }) => {
    await shift(regatta, member.id)
    return shift(race, null)
  })
  .extend('callOff', ({ world, regatta }) => async (secondsAgo: number) => {
    await world.superuser.query(`update core.events set decision = 'off', decided_at = $2 where id = $1`, [
      regatta,
      new Date(NOW.getTime() - secondsAgo * 1000),
    ])
  })

test('an event that is called off occupies no one, once that can no longer be undone', async ({
  world,
  site,
  member,
  race,
  open,
  callOff,
  api,
  callApi,
}) => {
  const obstacles = () =>
    world.act(site, memberActor(member), async (ctx) => {
      const found = (await listOpenShifts(ctx, { from: NOW, until: new Date(SPAN.end) })).find(({ id }) => id === open)
      return found?.obstacles.map(({ code }) => code)
    })
  const waitsFor = () =>
    world.withSite(site.id, (db) => listFullAssignments({ db, site }, { event: race, person: member.id, now: NOW }))
  await callOff(20)
  expect(await obstacles()).toEqual(['clash'])
  await callOff(26)
  expect(await obstacles()).toEqual([])
  expect(await waitsFor()).toEqual([])
  expect((await callApi('PUT', `/shifts/${open}/take`, await api.signIn(site, member))).status).toBe(200)
})

test('coordinators see no double booking with an event that is called off, and see it when it is back on', async ({
  world,
  site,
  admin,
  member,
  race,
  regatta,
  open,
  callOff,
}) => {
  await world.superuser.query('update core.shifts set person = $2 where id = $1', [open, member.id])
  const marks = () =>
    world.act(site, adminActor(admin), async (ctx) => {
      const query = { from: '2027-07-10', days: 7 as const, type: [], role: [], person: [], show: 'all' as const }
      const { shifts } = (await getGrid(ctx.db, { query, zone: 'UTC', now: NOW })).value()
      const events = await listShiftEvents(ctx)
      const editors = await Promise.all(
        [race, regatta].map((event) => getRosterEditor(ctx.db, { event, zone: 'UTC', now: NOW })),
      )
      return {
        grid: shifts.flatMap(({ clash }) => clash ?? []).sort(),
        counted: events.map(({ clashes }) => clashes),
        listed: [...(await listEventShifts(ctx, race)), ...(await listEventShifts(ctx, regatta))].flatMap(
          ({ clash }) => clash ?? [],
        ),
        editor: editors.flatMap(({ shifts }) => shifts.flatMap(({ clash }) => clash ?? [])),
      }
    })
  const both = ['Race', 'Regatta']
  const double = { grid: both, counted: [1, 1], listed: ['Regatta', 'Race'], editor: ['Regatta', 'Race'] }
  expect(await marks()).toEqual(double)
  await callOff(0)
  expect(await marks()).toEqual({ grid: [], counted: [0, 0], listed: [], editor: [] })
  await world.superuser.query('update core.events set decision = null, decided_at = null where id = $1', [regatta])
  expect(await marks()).toEqual(double)
})

test('an event that is called off counts neither for fairness nor in the editor’s suggestions', async ({
  world,
  site,
  member,
  race,
  open,
  regatta,
  callOff,
}) => {
  const suggested = async () => {
    const all = await world.withSite(site.id, (db) =>
      suggestFor(db, { event: race, clock: usualClock('UTC', world.clock.now()) }),
    )
    return all[open]?.suggestions.find(({ person }) => person === member.id)?.against.map(({ code }) => code)
  }
  const later = new Date('2027-08-01T12:00:00Z')
  const recent = async () => {
    const judged = await world.withSite(site.id, (db) =>
      judge(
        db,
        { timezone: 'UTC', rest_hours: 0, cover_needs_sign_in: false },
        { shifts: [open], people: [member.id], now: later },
      ),
    )
    return judged.get(open)?.[0]?.recent
  }
  expect([await suggested(), await recent()]).toEqual([['double_booked'], 1])
  expect(regatta).toBeGreaterThan(0)
  await callOff(60)
  expect([await suggested(), await recent()]).toEqual([[], 0])
})
