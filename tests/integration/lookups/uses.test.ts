import { expect } from 'vitest'
import { countUses } from '#server/lookups/uses.ts'
import { COLLECTIONS } from '#server/registry.ts'
import { test } from '#tests/support/fixture.ts'
import { adminActor } from '#tests/support/world.ts'

const contracts = COLLECTIONS.map(({ contract }) => contract)

test('uses are counted by collection and field, including lists, and only at the own site', async ({
  world,
  site,
  admin,
}) => {
  const other = await world.makeSite()
  const { id: jetty } = await world.insert(site, 'locations', { name: 'Jetty' })
  const { id: unused } = await world.insert(site, 'locations', { name: 'Old shed' })
  const { id: radio } = await world.insert(site, 'competencies', { name: 'Radio' })
  const start = new Date('2027-06-01T09:00:00Z')
  const end = new Date('2027-06-01T12:00:00Z')
  for (const name of ['A', 'B']) await world.insert(site, 'events', { name, start, end, location: jetty })
  await world.insert(other, 'locations', { name: 'Jetty of others' })
  await world.insert(site, 'equipment', { name: 'Hose', location: jetty })
  const { id: towing } = await world.insert(site, 'competencies', { name: 'Towing' })
  await world.insert(site, 'roles', { name: 'Helm', required_competencies: [radio, towing] })
  await world.insert(site, 'assignments', { name: 'Patrol', required_competencies: [radio] })
  const uses = await world.act(site, adminActor(admin), (ctx) =>
    countUses(ctx, contracts, { locations: [jetty, unused], competencies: [radio], training: [] }),
  )
  expect(uses).toEqual({
    locations: {
      [jetty]: [
        { by: 'equipment', field: 'location', count: 1 },
        { by: 'events', field: 'location', count: 2 },
      ],
    },
    competencies: {
      [radio]: [
        { by: 'assignments', field: 'required_competencies', count: 1 },
        { by: 'roles', field: 'required_competencies', count: 1 },
      ],
    },
  })
})
