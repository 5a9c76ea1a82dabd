import { Kysely, PostgresDialect } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Declaration, Row } from '#server/collections/define.ts'
import { createCollections } from '#server/collections/engine.ts'
import { type PermissionRow, permissionTable } from '#server/collections/permission-table.ts'
import { COLLECTIONS } from '#server/collections/registry.ts'
import type { Site } from '#server/tenancy/site.ts'
import {
  type Caller,
  callerOf,
  makeRecords,
  outcome,
  sampleObject,
  shapeOf,
} from '#tests/support/collection-samples.ts'
import { mooringsCollection } from '#tests/support/moorings/collection.ts'
import { createMoorings } from '#tests/support/moorings/migration.ts'
import { createWorld, memberActor, recentAdmin, type World } from '#tests/support/world.ts'

const engine = createCollections([...COLLECTIONS, mooringsCollection])
const TABLE = permissionTable(engine.declarations)
let world: World
let site: Site
let me: { id: number; name: string; email: string }
let admin: Caller
let callers: Record<PermissionRow['standing'], Caller>

beforeAll(async () => {
  world = await createWorld()
  await createMoorings(new Kysely({ dialect: new PostgresDialect({ pool: world.superuser }) }))
  site = await world.makeSite()
  me = await world.makePerson(site)
  const boss = await recentAdmin(world, site, await world.makePerson(site, { role: 'admin' }))
  admin = callerOf(world, engine, site, boss)
  callers = {
    admin,
    user: callerOf(world, engine, site, memberActor(me)),
    key: callerOf(world, engine, site, { kind: 'key', id: 1, scope: 'write' }),
    'key (read)': callerOf(world, engine, site, { kind: 'key', id: 1, scope: 'read' }),
    kiosk: callerOf(world, engine, site, { kind: 'kiosk', id: 1, name: 'Door' }),
    nobody: callerOf(world, engine, site, { kind: 'nobody' }),
  }
})
afterAll(() => world.close())

/** What product decisions §2 says, by hand: a declaration that changes it must change this, too. */
test.each([
  ['people', 'name', { read: 'some', update: true }],
  ['people', 'avatar', { read: 'some', update: false }],
  ['people', 'email', { read: 'own', update: false }],
  ['people', 'phone', { read: 'own', update: false }],
  ['people', 'role', { read: 'own', update: false }],
  ['people', 'is_active', { read: 'own', update: false }],
  ['people', 'notes', { read: 'none', create: false, update: false }],
  ['events', 'empty', { read: 'none' }],
  ['shifts', 'person', { read: 'some', create: false, update: false }],
  ['shifts', 'published_by', { read: 'none' }],
  ['requests', 'comments', { read: 'some', create: true, update: true }],
  ['requests', 'actioned', { read: 'some', create: false, update: false }],
  ['availability', 'available', { read: 'some', create: true, update: true }],
  ['records', 'details', { read: 'none', create: false, update: false }],
  ['records', 'achieved', { read: 'some', create: false, update: false }],
  ['profileentries', 'value', { read: 'some', create: true, update: true }],
  ['profilefields', 'display_name', { read: 'some', create: false, update: false }],
  ['news', 'content', { read: 'some', create: false, update: false }],
  ['messages', 'subject', { read: 'none', create: false, update: false }],
  ['messagetemplates', 'body', { read: 'none' }],
  ['deliveries', 'state', { read: 'none' }],
  ['kiosks', 'name', { read: 'none' }],
  ['equipment', 'name', { read: 'none' }],
  ['apikeys', 'prefix', { read: 'none' }],
] as const)('a member and %s.%s: %o', (collection, field, rights) => {
  const row = TABLE.find((r) => r.collection === collection && r.field === field && r.standing === 'user')
  expect(row).toMatchObject(rights)
})

describe.each(engine.declarations.map((d) => [d.contract.name, d] as const))('%s', (name, declaration) => {
  const rowsOf = (standing: PermissionRow['standing']) =>
    TABLE.filter((row) => row.collection === name && row.standing === standing)

  test.each(['admin', 'user', 'key', 'key (read)', 'kiosk', 'nobody'] as const)('%s', async (standing) => {
    const call = callers[standing]
    const rights = rowsOf(standing)
    const records = await ownRecords(declaration)
    const answer = await call('GET', name, { query: { limit: '-1' } }).then(shapeOf, () => null)
    const readable = rights.filter(({ read }) => read !== 'none').map(({ field }) => field)
    expect(answer !== null).toBe(readable.length > 0)
    for (const record of Object.values(answer?.results[name] ?? {}))
      expect(
        Object.keys(record).filter((key) => !readable.includes(key) && !declaration.reveals.includes(key)),
      ).toEqual([])
    const target = records[0]
    const sample: Row = await sampleObject(engine, admin, declaration)
    for (const { field, create, update } of rights) {
      if (declaration.contract.fields[field]?.readOnly) continue
      const body = { ...mine(declaration), [field]: sample[field] }
      const made = await outcome(call('POST', name, { body: pick(body, rights, field) }))
      if (!create) expect([401, 403], `create ${field} → ${made.status}`).toContain(made.status)
      else expect([200, 400, 403], `create ${field} → ${made.status}`).toContain(made.status)
      if (!target || update) continue
      const current = JSON.stringify(target[field])
      const other = differing(sample[field], target[field])
      if (JSON.stringify(other) === current) continue
      const changed = await outcome(call('PUT', name, { body: { id: target.id, [field]: other } }))
      expect([401, 403, 404], `update ${field} → ${changed.status}`).toContain(changed.status)
    }
    if (rights.some(({ update }) => update) && target && answer?.results[name]?.[target.id]) {
      const { field } = rights.find(({ update, field }) => update && target[field] !== undefined) ?? { field: 'id' }
      const { status } = await outcome(call('PUT', name, { body: { id: target.id, [field]: target[field] } }))
      expect([200, 400], `update ${field}`).toContain(status)
    }
  })

  /** Two records, the first of them the member's own where there is such a thing. */
  async function ownRecords({ contract }: Declaration) {
    if (name === 'people') return [(await read(me.id)) as Row & { id: number }]
    const made = await makeRecords(engine, admin, name, 2)
    if (contract.fields.person && !contract.fields.person.readOnly && made[0]) {
      const { status } = await outcome(admin('PUT', name, { body: { id: made[0].id, person: me.id } }))
      if (status === 200) return [await read(made[0].id), ...made.slice(1)]
    }
    return made
  }

  async function read(id: number) {
    return shapeOf(await admin('GET', name, { segments: [String(id)] })).results[name]?.[id] as Row & { id: number }
  }
})

const mine = ({ contract }: Declaration): Row => (contract.fields.person ? { person: me.id } : {})

/** The field alone, with the person where the caller may say whose it is. */
const pick = (body: Row, rights: readonly PermissionRow[], field: string): Row =>
  Object.fromEntries(
    Object.entries(body).filter(
      ([key]) => key === field || (key === 'person' && rights.some((r) => r.field === 'person' && r.create)),
    ),
  )

const differing = (value: unknown, current: unknown) =>
  JSON.stringify(value) !== JSON.stringify(current)
    ? value
    : typeof value === 'boolean'
      ? !value
      : typeof value === 'number'
        ? value + 1
        : `${value} other`
