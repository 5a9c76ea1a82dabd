import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Actor } from '#server/engine/access/actor.ts'
import { areaOf } from '#server/engine/access/areas.ts'
import { forgetRows } from '#server/engine/access/forget.ts'
import { saveChangeset } from '#server/engine/collections/changeset.ts'
import { changesetInput } from '#server/engine/collections/changeset-contract.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import { createProductCollections } from '#server/registry.ts'
import { type Api, createApi } from '#tests/support/api.ts'
import { adminActor, createWorld, log, memberActor, type Person, type World } from '#tests/support/world.ts'

const engine = createProductCollections()
const NOW = new Date('2027-06-01T12:00:00Z')
const SPAN = { start: '2027-07-10T08:00:00Z', end: '2027-07-10T16:00:00Z' }

let world: World
let api: Api
let site: Site
let ada: Person
let bea: Person

beforeAll(async () => {
  world = await createWorld()
  world.clock.set(NOW)
  api = await createApi(world)
})
afterAll(async () => {
  await api.close()
  await world.close()
})
beforeEach(async () => {
  site = await world.makeSite()
  ada = await world.makePerson(site, { role: 'admin', name: 'Ada' })
  bea = await world.makePerson(site, { role: 'admin', name: 'Bea' })
})

const COLLECTIONS = [
  { name: 'locations', field: 'details', fresh: async () => ({ name: `Hut ${await nextNumber()}` }) },
  {
    name: 'shifts',
    field: 'notes',
    fresh: async () => ({ event: (await world.insert(site, 'events', { name: 'Race', ...SPAN })).id }),
  },
] as const

let number = 0
const nextNumber = async () => ++number

describe.each(COLLECTIONS)('a changeset of $name', ({ name, field, fresh }) => {
  let first: number
  let second: number
  let versions: Record<number, string>

  const save = (input: object, { by = ada, key = null as string | null, at = site } = {}) =>
    world.act(at, adminActor(by), (ctx) => saveChangeset(ctx, engine, name, changesetInput.parse(input), key))
  const read = async (at = site) => {
    const { rows } = await world.superuser.query(
      `select id::int, ${field} as text, to_json(updated_at) #>> '{}' as version from core.${name} where site_id = $1 order by id`,
      [at.id],
    )
    return rows as { id: number; text: string; version: string }[]
  }
  const texts = async (at = site) => (await read(at)).map(({ text }) => text)
  const change = (id: number, text: string) => ({ id, version: versions[id] ?? '', fields: { [field]: text } })
  const refusal = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: { code: string; extras: { issues?: unknown; body?: { conflicts: unknown[] } } }) => error,
    )

  beforeEach(async () => {
    await save({
      added: [
        { key: 'a', fields: { ...(await fresh()), [field]: 'one' } },
        { key: 'b', fields: { ...(await fresh()), [field]: 'two' } },
      ],
    })
    const rows = await read()
    first = rows[0]?.id ?? 0
    second = rows[1]?.id ?? 0
    versions = Object.fromEntries(rows.map(({ id, version }) => [id, version]))
  })

  test('is applied as a whole', async () => {
    const added = [{ key: 'c', fields: { ...(await fresh()), [field]: 'three' } }]
    const saved = await save({ added, changed: [change(first, 'changed')], removed: [change(second, '')] })
    expect(saved).toEqual({ saved: 3, undo: [{ token: expect.any(String), expires: expect.any(String) }] })
    expect(await texts()).toEqual(['changed', 'three'])
  })

  test('is refused as a whole when one field is, under its key or id', async () => {
    const wrong = { ...change(first, 'mine'), fields: { [field]: 7 } }
    const refused = await refusal(save({ changed: [wrong], removed: [change(second, '')] }))
    expect(refused).toMatchObject({
      code: 'invalid',
      extras: { issues: { [`${first}.${field}`]: [expect.any(String)] } },
    })
    const unknown = await refusal(
      save({ added: [{ key: 'c', fields: { [field]: 7 } }], changed: [change(first, 'mine')] }),
    )
    expect(unknown).toMatchObject({ code: 'invalid', extras: { issues: { [`c.${field}`]: [expect.any(String)] } } })
    expect(await texts()).toEqual(['one', 'two'])
  })

  test('of two editors is stored for one, and a conflict for the other, who learns what is stored and by whom', async () => {
    await save({ changed: [change(first, 'theirs')] }, { by: bea })
    const mine = {
      added: [{ key: 'c', fields: await fresh() }],
      changed: [change(second, 'mine'), change(first, 'mine')],
    }
    const { version } = (await read()).find(({ id }) => id === first) ?? { version: '' }
    expect(await refusal(save(mine))).toMatchObject({
      code: 'conflict',
      extras: {
        body: { conflicts: [{ id: first, removed: false, version, fields: { [field]: 'theirs' }, by: 'Bea' }] },
      },
    })
    expect(await texts()).toEqual(['theirs', 'two'])
    await save({ changed: [{ ...change(first, 'mine'), version }] })
    expect(await texts()).toEqual(['mine', 'two'])
  })

  test('at the same moment is stored for one of two editors', async () => {
    const answers = await Promise.all(
      [ada, bea].map((by) => refusal(save({ changed: [change(first, by.name), change(second, by.name)] }, { by }))),
    )
    expect(answers.map((error) => error?.code ?? 'saved').sort()).toEqual(['conflict', 'saved'])
    const winner = answers[0] === null ? 'Ada' : 'Bea'
    expect(await texts()).toEqual([winner, winner])
  })

  test('of a removed record is a conflict; removing it again succeeds', async () => {
    await save({ removed: [change(first, '')] }, { by: bea })
    const removed = { id: first, removed: true, version: null, fields: {}, by: 'Bea' }
    expect(await refusal(save({ changed: [change(first, 'mine')] }))).toMatchObject({
      extras: { body: { conflicts: [removed] } },
    })
    expect(await save({ removed: [change(first, '')] })).toEqual({ saved: 1, undo: [] })
    expect(await refusal(save({ removed: [{ ...change(second, ''), version: 'x' }] }))).toMatchObject({
      code: 'conflict',
    })
  })

  test('is recognised by its key and gets the first answer again', async () => {
    const input = {
      added: [{ key: 'c', fields: { ...(await fresh()), [field]: 'three' } }],
      removed: [change(first, '')],
    }
    const answers = await Promise.all([1, 2, 3].map(() => save(input, { key: 'k' })))
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
    expect(await texts()).toEqual(['two', 'three'])
    expect(await refusal(save({ removed: [change(second, '')] }, { key: 'k' }))).toMatchObject({ code: 'conflict' })
    expect(await texts()).toEqual(['two', 'three'])
  })

  test('is not recognised by the key of another person or of another site', async () => {
    const add = async () => ({ added: [{ key: 'c', fields: { ...(await fresh()), [field]: 'new' } }] })
    await save(await add(), { key: 'k' })
    await save(await add(), { key: 'k', by: bea })
    expect(await texts()).toEqual(['one', 'two', 'new', 'new'])
    site = await world.makeSite()
    await save(await add(), { key: 'k', by: await world.makePerson(site, { role: 'admin' }), at: site })
    expect(await texts()).toEqual(['new'])
  })

  test('that was refused leaves its key free', async () => {
    const stale = { ...change(first, 'mine'), version: 'x' }
    expect(await refusal(save({ changed: [stale] }, { key: 'k' }))).toMatchObject({ code: 'conflict' })
    await save({ changed: [change(first, 'mine')] }, { key: 'k' })
    expect(await texts()).toEqual(['mine', 'two'])
  })

  test('expires after two months', async () => {
    await save({ changed: [change(first, 'mine')] }, { key: 'k' })
    world.clock.set(new Date(NOW.getTime() + 61 * 86_400_000))
    await save({ removed: [change(second, '')] }, { key: 'other' })
    await forgetRows({ pool: world.pool('worker'), clock: world.clock, log })
    world.clock.set(NOW)
    const { rows } = await world.superuser.query('select key from core.idempotency_keys where site_id = $1', [site.id])
    expect(rows).toEqual([{ key: 'other' }])
  })

  test('is for admins', async () => {
    const member = await world.makePerson(site)
    const work = world.act(site, memberActor(member), (ctx) =>
      saveChangeset(ctx, engine, name, changesetInput.parse({ removed: [change(first, '')] })),
    )
    expect(await refusal(work)).toMatchObject({ code: 'forbidden' })
    expect(await texts()).toEqual(['one', 'two'])
  })
})

test('a conflict shows only contract fields, and names its author only to readers of people', async () => {
  const { id } = await world.insert(site, 'locations', { name: 'Hut' })
  await world.act(site, adminActor(bea), (ctx) => engine.update(ctx, 'locations', [{ id, details: 'theirs' }]))
  const input = { changed: [{ id, version: 'x', fields: { details: 'mine', site_id: 0, created_at: null } }] }
  const conflictsFor = (actor: Actor) =>
    world
      .act(site, actor, (ctx) => saveChangeset(ctx, engine, 'locations', changesetInput.parse(input)))
      .catch(({ extras }: { extras: { body: { conflicts: unknown } } }) => extras.body.conflicts)
  const shown = { id, removed: false, version: expect.any(String), fields: { details: 'theirs' } }
  expect(await conflictsFor(adminActor(ada))).toEqual([{ ...shown, by: 'Bea' }])
  expect(await conflictsFor({ kind: 'key', id: 1, scope: 'write', scopes: [`${areaOf('locations')}:write`] })).toEqual([
    { ...shown, by: null },
  ])
})

test('over HTTP a conflict is a 409 with the stored record, and the key is a header', async () => {
  const headers = await api.signIn(site, ada)
  const call = (method: string, path: string, body?: unknown, more: Record<string, string> = {}) =>
    api.call(site, { method, path, body, headers: { ...headers, ...more } })
  const competency = (await world.insert(site, 'competencies', { name: 'Helm' })).id
  const fields = { person: ada.id, competency, achieved: '2027-01-01' }
  const body = { added: [{ key: 'new-1', fields }] }
  const key = { 'idempotency-key': 'once' }
  const answers = [await call('PUT', '/records/staged', body, key), await call('PUT', '/records/staged', body, key)]
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const list = JSON.parse((await call('GET', '/records/')).text)
  expect(list.count).toBe(1)
  const [id] = list.order
  const stale = await call('PUT', '/records/staged', { changed: [{ id, version: 'x', fields: { details: 'mine' } }] })
  expect([stale.status, JSON.parse(stale.text)]).toEqual([
    409,
    expect.objectContaining({
      conflicts: [{ id, removed: false, version: expect.any(String), fields: { details: '' }, by: 'Ada' }],
    }),
  ])
})
