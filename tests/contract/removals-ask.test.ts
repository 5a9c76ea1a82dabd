import { expect } from 'vitest'
import { readLinks } from '#server/engine/collections/links.ts'
import { COLLECTIONS, createProductCollections } from '#server/registry.ts'
import { makeRecords, outcome, systemCaller } from '#tests/support/collections/samples.ts'
import { test } from '#tests/support/fixture.ts'
import { SYSTEM } from '#tests/support/world.ts'

/** Every reference that people write between two collections: removing its target changes or removes its record. */
const engine = createProductCollections()
const REFERENCES = COLLECTIONS.filter(({ admin }) => admin.create).flatMap(({ contract: { name, fields } }) =>
  Object.entries(fields).flatMap(([column, { kind, to, readOnly }]) =>
    kind === 'relation' && to && !readOnly ? [{ name, column, to }] : [],
  ),
)

test.for(REFERENCES)(
  'removing one of $to asks for confirmation when $name refer to it by $column',
  async ({ name, column, to }, { world, site }) => {
    const call = systemCaller(world, engine, site)
    const [record] = await makeRecords(engine, call, name, 1)
    const target = Number(record?.[column])
    expect(target).toBeGreaterThan(0)
    const removal = world.act(site, SYSTEM, (ctx) => engine.remove(ctx, to, target, null))
    const { status, body } = await outcome(removal)
    expect(status).toBe(409)
    const { also_removed, also_cleared } = body as Record<string, Record<string, number>>
    expect({ ...also_removed, ...also_cleared }).toMatchObject({ [name]: 1 })
  },
)

/**
 * Removed with other staged changes, which carry no number to confirm. Requests and answers about a shift end with it.
 */
const PARTS_OF_SHIFTS = ['time_requests', 'answers', 'questions', 'covers', 'waitingoffers']
test.for(['shifts', 'records'])(
  'no record refers to %s, which are removed with staged changes',
  async (name, { world, site }) => {
    const links = await world.withSite(site.id, readLinks)
    expect(links.filter(({ parent, child }) => parent === name && !PARTS_OF_SHIFTS.includes(child))).toEqual([])
  },
)
