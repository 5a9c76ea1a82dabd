import { expect } from 'vitest'
import { usualClock } from '#server/deliveries/texts/shift/wall-clock.ts'
import { getRequest } from '#server/requests/answer/queries.ts'
import { NOW, test } from '#tests/support/requests.ts'

test('lists the open shifts, best fit first, with reasons', async ({ world, site, shift, request }) => {
  const competency = (await world.insert(site, 'competencies', { name: 'VHF' })).id
  const role = (await world.insert(site, 'roles', { name: 'Radio', required_competencies: `{${competency}}` })).id
  const radio = await shift({ role })
  const galley = await shift()
  const detail = await world.withSite(site.id, (db) =>
    getRequest(db, { request, clock: usualClock(site.timezone, NOW) }),
  )
  expect(detail.places.map(({ shift: id, fits, against }) => [id, fits, against])).toEqual([
    [galley, true, []],
    [radio, false, ['No VHF']],
  ])
})

test('warns that someone has never done an assignment, and still offers it', async ({
  world,
  site,
  shift,
  event,
  request,
  ann,
}) => {
  const [helm, galley] = [
    (await world.insert(site, 'assignments', { name: 'Helm', order: 1 })).id,
    (await world.insert(site, 'assignments', { name: 'Galley', order: 2 })).id,
  ]
  const past = { start: '2027-05-01T08:00Z', end: '2027-05-01T12:00Z' }
  const before = (await world.insert(site, 'events', { name: 'Before', ...past })).id
  await world.insert(site, 'shifts', { event: before, person: ann.id, assignment: galley, ...past })
  const [never, known] = [await shift({ assignment: helm }), await shift({ assignment: galley })]
  const detail = await world.withSite(site.id, (db) =>
    getRequest(db, { request, clock: usualClock(site.timezone, NOW) }),
  )
  expect(detail.places.map(({ shift: id, fits, against }) => [id, fits, against])).toEqual([
    [known, true, []],
    [never, true, ['Never done it']],
  ])
  expect(detail.about).toMatchObject({ past: 1, average: 1 })
  expect(event).toBe(detail.request.event)
})

test('answerable requests come first', async ({ world, site, shift, request, ann, waiting }) => {
  const times = { start: '2027-06-10T08:00Z', end: '2027-06-10T16:00Z' }
  const sooner = (await world.insert(site, 'events', { name: 'Without a shift', ...times })).id
  const other = (await world.insert(site, 'requests', { event: sooner, person: ann.id })).id
  const order = async () => (await waiting()).rows.map(({ id }) => id)
  expect(await order()).toEqual([other, request])
  await shift()
  expect(await order()).toEqual([request, other])
  await world.insert(site, 'shifts', { event: sooner, ...times })
  expect(await order()).toEqual([other, request])
})
