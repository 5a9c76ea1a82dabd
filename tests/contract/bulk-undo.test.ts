import { expect } from 'vitest'
import { UNDO_WINDOW_MS } from '#server/deliveries/contract.ts'
import { forgetRows } from '#server/engine/access/forget.ts'
import { decode } from '#server/imports/decode.ts'
import { createProductCollections } from '#server/registry.ts'
import { test } from '#tests/support/collections/bulk.ts'
import { callerOf, outcome, shapeOf } from '#tests/support/collections/samples.ts'
import { adminActor, log, memberActor } from '#tests/support/world.ts'

const engine = createProductCollections()

test('undoing a removal restores children and emptied references too', async ({
  world,
  site,
  me,
  everything,
  asAdmin,
  undo,
  bulk,
}) => {
  const series = await world.insert(site, 'series', { name: 'Autumn' })
  const at = { start: '2027-07-01T10:00Z', end: '2027-07-01T12:00Z' }
  const event = await world.insert(site, 'events', { name: 'Race', series: series.id, ...at })
  const role = await world.insert(site, 'roles', { name: 'Skipper' })
  await world.insert(site, 'shifts', {
    event: event.id,
    person: me.id,
    role: role.id,
    draft: '2027-05-01T10:00Z',
    answer_state: 'confirmed',
    answered_at: '2027-05-02T10:00Z',
    answered_by: me.id,
    ...at,
  })
  await world.insert(site, 'shifts', { event: event.id, actual_start: at.start, actual_end: at.end, ...at })
  await world.insert(site, 'requests', { event: event.id, person: me.id, comments: 'é "x"' })
  await world.insert(site, 'availability', { person: me.id, date: '2027-07-01', available: 1, ...at })
  const field = await world.insert(site, 'profilefields', { display_name: 'Boat' })
  await world.insert(site, 'profileentries', { person: me.id, entry_type: field.id, value: 'Gull' })
  const before = await everything()
  for (const [name, id] of [
    ['events', event.id],
    ['people', me.id],
    ['roles', role.id],
    ['series', series.id],
  ] as const) {
    const { headers } = await asAdmin('DELETE', name, { segments: [String(id)] })
    expect(await everything(), name).not.toEqual(before)
    const answer = await undo(name, headers['Undo-Token'])
    expect(answer.count).toBe(1)
    expect(await everything(), name).toEqual(before)
    expect((await outcome(undo(name, headers['Undo-Token']))).status).toBe(404)
  }
  expect(await bulk('events', { remove: true, preview: true })).toMatchObject({
    count: 1,
    samples: [{ id: event.id, label: 'Race, Thu 1 Jul 2027' }],
    also_removed: { shifts: 2, requests: 1 },
    refused: 0,
  })
  const { count, undo: way } = await bulk('events', { filter: { name: 'race' }, remove: true, confirm: 3 })
  expect(count).toBe(1)
  expect(await undo('events', way.token)).toEqual({ count: 1, results: { events: 1, shifts: 2, requests: 1 } })
  expect(await everything()).toEqual(before)
})

test.for([
  ['what is taken back first', ['eventtypes', 'events']],
  ['what is taken back last', ['events', 'eventtypes']],
] as const)(
  'restoring a record after its target restores the reference, with %s',
  async ([, order], { world, site, everything, asAdmin, undo }) => {
    const type = await world.insert(site, 'eventtypes', { name: 'Racing' })
    const role = await world.insert(site, 'roles', { name: 'Skipper' })
    const at = { start: '2027-07-01T10:00Z', end: '2027-07-01T12:00Z' }
    const event = await world.insert(site, 'events', { name: 'Race', eventtype: type.id, ...at })
    await world.insert(site, 'shifts', { event: event.id, role: role.id, ...at })
    const before = await everything()
    const tokens: Record<string, string | undefined> = {}
    for (const [name, id] of [
      ['eventtypes', type.id],
      ['roles', role.id],
      ['events', event.id],
    ] as const)
      tokens[name] = (await asAdmin('DELETE', name, { segments: [String(id)] })).headers['Undo-Token']
    for (const name of ['roles', ...order]) await undo(name, tokens[name])
    expect(await everything()).toEqual(before)
  },
)

test('restoring a record after one on its list restores the whole list', async ({ world, site, asAdmin, undo }) => {
  const [kept, gone] = [
    (await world.insert(site, 'competencies', { name: 'VHF' })).id,
    (await world.insert(site, 'competencies', { name: 'First aid' })).id,
  ]
  const role = (await world.insert(site, 'roles', { name: 'Skipper', required_competencies: `{${kept},${gone}}` })).id
  const remove = async (name: string, id: number) =>
    (await asAdmin('DELETE', name, { segments: [String(id)] })).headers['Undo-Token']
  const [first, second] = [await remove('competencies', gone), await remove('roles', role)]
  await undo('competencies', first)
  await undo('roles', second)
  const { rows } = await world.superuser.query(
    'select required_competencies::int[] as list from core.roles where id = $1',
    [role],
  )
  expect(rows[0].list).toEqual([kept, gone])
})

test('undo reports what cannot be restored; a token belongs to its owner and collection, and lasts a day', async ({
  world,
  site,
  asMember,
  undo,
  asAdmin,
  me,
}) => {
  const event = await world.insert(site, 'events', { name: 'E', start: '2027-07-01T10:00Z', end: '2027-07-01T12:00Z' })
  const { order } = shapeOf(await asMember('POST', 'requests', { body: { event: event.id } }))
  const withdraw = async (id = order[0]) =>
    (await asMember('DELETE', 'requests', { segments: [String(id)] })).headers['Undo-Token']
  const token = await withdraw()
  expect((await outcome(undo('requests', token))).status).toBe(404)
  expect((await outcome(undo('availability', token, asMember))).status).toBe(404)
  expect(await undo('requests', token, asMember)).toMatchObject({ count: 1 })
  const again = await withdraw()
  await asMember('POST', 'requests', { body: { event: event.id } })
  expect((await outcome(undo('requests', again, asMember))).status).toBe(409)
  const gone = (await asAdmin('DELETE', 'events', { segments: [String(event.id)] })).headers['Undo-Token']
  expect((await outcome(undo('requests', again, asMember))).status).toBe(409)
  world.clock.set(new Date('2027-06-02T12:30:00Z'))
  expect((await outcome(undo('events', gone))).status).toBe(404)
  expect((await outcome(undo('events', 'x'))).status).toBe(404)
  expect((await outcome(undo('events', undefined))).status).toBe(400)
  await asAdmin('DELETE', 'people', { segments: [String(me.id)] })
  await forgetRows({ pool: world.pool('worker'), clock: world.clock, log })
  const { rows } = await world.superuser.query('select count(*)::int as n from core.undos where site_id = $1', [
    site.id,
  ])
  expect(rows[0].n).toBe(1)
})

test('a person who has lost the right to remove cannot undo a removal', async ({ world, site, everything, undo }) => {
  const boss = await world.makePerson(site, { role: 'admin', name: 'Al Admin' })
  const other = await world.makePerson(site, { role: 'admin', name: 'Ed Else' })
  const as = (actor: typeof adminActor) => callerOf(world, engine, site, actor(boss))
  const { headers } = await as(adminActor)('DELETE', 'people', { segments: [String(other.id)] })
  const before = await everything()
  expect((await outcome(undo('people', headers['Undo-Token'], as(memberActor)))).status).toBe(403)
  expect(await everything()).toEqual(before)
  expect(await undo('people', headers['Undo-Token'], as(adminActor))).toMatchObject({ count: 1 })
})

test('an edit of many records can be undone until someone changes one of them', async ({
  places,
  asAdmin,
  bulk,
  undo,
}) => {
  const { order: ids } = shapeOf(await places(3))
  const before = shapeOf(await asAdmin('GET', 'locations')).results
  const edit = { changes: { details: 'Slippery', archived: true } }
  const { undo: way } = await bulk('locations', edit)
  expect(await undo('locations', way.token)).toEqual({ count: 3, results: { locations: 3 } })
  expect(shapeOf(await asAdmin('GET', 'locations')).results).toEqual(before)
  expect((await outcome(undo('locations', way.token))).status).toBe(404)
  const { undo: later } = await bulk('locations', edit)
  await asAdmin('PUT', 'locations', { body: { id: ids[1], details: 'Dry' } })
  expect(await outcome(undo('locations', later.token))).toMatchObject({ status: 409 })
  expect(shapeOf(await asAdmin('GET', 'locations', { query: { details: 'slippery' } })).count).toBe(2)
  await asAdmin('PUT', 'locations', { body: { id: ids[1], details: 'Slippery' } })
  await asAdmin('DELETE', 'locations', { segments: [String(ids[2])] })
  expect(await outcome(undo('locations', later.token))).toMatchObject({ status: 409 })
})

test('undoing an edit keeps the rules: an activation is reverted', async ({ world, site, bulk, me, undo, asAdmin }) => {
  const at = { start: '2027-07-01T10:00Z', end: '2027-07-01T12:00Z' }
  const event = await world.insert(site, 'events', { name: 'Race', ...at })
  const shift = await world.insert(site, 'shifts', { event: event.id, draft: '2027-05-01T10:00Z', ...at })
  const { undo: way } = await bulk('shifts', { ids: [shift.id], changes: { person: me.id } })
  expect(await undo('shifts', way.token)).toMatchObject({ count: 1 })
  const person = async () => shapeOf(await asAdmin('GET', 'people', { query: { id: String(me.id) } })).results.people
  const before = await person()
  const off = await bulk('people', { ids: [me.id], changes: { is_active: false, tags: ['away'] } })
  await undo('people', off.undo.token)
  expect(await person()).toEqual(before)
})

test('people activated together are counted first and welcomed a little later, but not after an undo in time', async ({
  world,
  site,
  me,
  bulk,
  undo,
  asAdmin,
}) => {
  const [ann, ben] = [
    await world.makePerson(site, { name: 'Ann', role: 'new', is_active: false }),
    await world.makePerson(site, { name: 'Ben', role: 'new', is_active: false }),
  ]
  const ids = [ann.id, ben.id]
  const begun = world.clock.epochMs()
  const welcomes = async () => {
    const { rows } = await world.superuser.query<{ due_at: Date; state: string }>(
      "select due_at, state from core.deliveries where site_id = $1 and kind = 'account.approved' order by id",
      [site.id],
    )
    return rows.map(({ due_at, state }) => [due_at.getTime() >= begun + UNDO_WINDOW_MS, state])
  }
  const body = { ids: [...ids, me.id], changes: { is_active: true } }
  expect(await bulk('people', { ...body, preview: true })).toMatchObject({
    notifies: { people: 2, names: ['Ann', 'Ben'] },
  })
  expect(await welcomes()).toEqual([])
  const { undo: way } = await bulk('people', body)
  expect(await welcomes()).toEqual([
    [true, 'queued'],
    [true, 'queued'],
  ])
  await undo('people', way.token)
  expect((await welcomes()).map(([, state]) => state)).toEqual(['cancelled', 'cancelled'])
  const file = decode(Buffer.from(`id,is_active\n${ann.id},true\n`))
  const send = async (query: Record<string, string>) =>
    JSON.parse(String((await asAdmin('POST', 'people', { file, query })).body))
  expect(await send({ preview: 'true' })).toMatchObject({ changed: 1, notifies: { people: 1, names: ['Ann'] } })
  expect(await welcomes()).toHaveLength(2)
  await send({})
  expect((await welcomes()).slice(2)).toEqual([[true, 'queued']])
  await asAdmin('PUT', 'people', { body: { id: ann.id, is_active: false } })
  expect((await welcomes()).at(-1)?.[1], 'who is disabled again is not welcomed').toBe('cancelled')
  await asAdmin('PUT', 'people', { body: { id: ben.id, is_active: true } })
  const { rows } = await world.superuser.query<{ due_at: Date }>(
    "select due_at from core.deliveries where site_id = $1 and person = $2 and state = 'queued'",
    [site.id, ben.id],
  )
  expect(
    rows.map(({ due_at }) => due_at.getTime() <= world.clock.epochMs()),
    'one alone is told at once',
  ).toEqual([true])
})

test('an import is undone as a whole, unless a record it created is in use', async ({
  places,
  everything,
  asAdmin,
  undo,
  world,
  site,
}) => {
  await places(2)
  const before = await everything()
  const send = async (text: string) =>
    JSON.parse(String((await asAdmin('POST', 'locations', { file: decode(Buffer.from(text)) })).body))
  const file = 'name,details\nPontoon 0,Slippery\nIsle,New\n'
  const { undo: way } = await send(file)
  expect((await send(file)).undo, 'nothing was changed').toBeUndefined()
  expect(await undo('locations', way.token)).toEqual({ count: 2, results: { locations: 2 } })
  const after = await everything()
  const plain = (all: unknown) => JSON.stringify(all).replace(/2027-06-01T12:\d\d:\d\d[.\d]*/g, '')
  expect(plain(after)).toEqual(plain(before))
  const { undo: later } = await send(file)
  const isle = shapeOf(await asAdmin('GET', 'locations', { query: { name: 'isle' } })).order[0]
  const at = { start: '2027-07-01T10:00Z', end: '2027-07-01T12:00Z' }
  const event = await world.insert(site, 'events', { name: 'Race', location: isle, ...at })
  expect(await outcome(undo('locations', later.token))).toMatchObject({ status: 409 })
  await asAdmin('DELETE', 'events', { segments: [String(event.id)] })
  world.clock.set(new Date('2027-06-02T12:30:00Z'))
  expect((await outcome(undo('locations', later.token))).status).toBe(404)
})
