import { expect } from 'vitest'
import { groupShifts } from '#app/features/events/event/shift-groups.ts'
import { readOpenForReader } from '#server/open-shifts/own-obstacles.ts'
import { getEventPage } from '#server/shifts/roster.ts'
import { listFullAssignments } from '#server/waiting/own.ts'
import { test as base, NOW } from '#tests/support/waiting-list.ts'
import { memberActor, type Person } from '#tests/support/world.ts'

const SPAN = { start: '2027-07-03T09:00:00Z', end: '2027-07-03T12:00:00Z' }

const test = base
  /**
   * What the event's page shows a person: each group's open shifts and holds, the open ones they can do, and the lists
   * they may join.
   */
  .extend(
    'page',
    ({ world, site, event }) =>
      async (who: Person) =>
        world.act(site, memberActor(who), async (ctx) => {
          const { shifts } = await getEventPage(ctx.db, { event, reader: { person: who.id } })
          const open = await readOpenForReader(
            ctx,
            shifts.filter(({ person }) => person === null).map(({ id }) => id),
          )
          const groups = groupShifts(
            shifts.map((one) => ({ ...one, start: one.start.toString(), end: one.end.toString() })),
            { person: who.id, request: null, missing: [], isHeld: (shift) => open[shift]?.held ?? false },
          )
          const lists = await listFullAssignments(ctx, { event, person: who.id, now: world.clock.now() })
          return {
            open: groups.map((group) => group.open.map(({ id }) => id)),
            onHold: groups.map(({ onHold }) => onHold),
            can: Object.values(open).filter(({ can }) => can).length,
            lists: lists.map(({ name, place }) => [name, place !== null]),
          }
        }),
  )

test('a shift held for one person is on hold for others, who are shown a free one', async ({
  world,
  site,
  shifts: [first, second],
  waiters: [priya],
  open,
  tick,
  page,
  call,
}) => {
  await open(first)
  await tick()
  const other = await world.makePerson(site)
  expect(await page(other)).toEqual({ open: [[]], onHold: [1], can: 0, lists: [['Helm', false]] })
  expect(await page(priya)).toEqual({ open: [[first]], onHold: [0], can: 1, lists: [['Helm', true]] })
  await open(second)
  const seen = await page(other)
  expect(seen).toEqual({ open: [[second]], onHold: [1], can: 1, lists: [] })
  expect((await call(other, 'PUT', `/shifts/${second}/take`)).status).toBe(200)
})

test('a person who may not do the only open shift is offered the waiting list instead', async ({
  world,
  site,
  event,
  helm,
  shifts: [first],
  open,
  page,
  call,
}) => {
  const { id: competency } = await world.insert(site, 'competencies', { name: 'Powerboat' })
  const role = await world.insert(site, 'roles', { name: 'Cox', required_competencies: `{${competency}}` })
  await open(first)
  await world.superuser.query('update core.shifts set role = $2 where id = $1', [first, role.id])
  const [novice, cox] = [await world.makePerson(site), await world.makePerson(site)]
  await world.insert(site, 'records', { person: cox.id, competency, achieved: '2027-01-01' })
  expect(await page(novice)).toMatchObject({ can: 0, lists: [['Helm', false]] })
  expect((await call(novice, 'POST', '/waiting', { event, assignment: helm })).status).toBe(201)
  expect(await page(cox)).toMatchObject({ can: 1, lists: [] })
  expect((await call(cox, 'POST', '/waiting', { event, assignment: helm })).status).toBe(400)
})

test('a list for shifts that the reader could not do is not offered', async ({
  world,
  site,
  event,
  helm,
  shifts,
  page,
  call,
}) => {
  expect(shifts).toHaveLength(2)
  const away = await world.makePerson(site)
  const { id: gala } = await world.insert(site, 'events', { name: 'Gala', ...SPAN })
  await world.insert(site, 'shifts', { event: gala, person: away.id, draft: NOW, ...SPAN })
  expect((await page(away)).lists).toEqual([])
  expect((await call(away, 'POST', '/waiting', { event, assignment: helm })).status).toBe(400)
})
