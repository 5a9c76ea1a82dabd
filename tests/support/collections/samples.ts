import type { Actor } from '#server/engine/access/actor.ts'
import type { ListShape } from '#server/engine/collections/contract.ts'
import type { Declaration, Row } from '#server/engine/collections/define.ts'
import type { CollectionsEngine } from '#server/engine/collections/engine.ts'
import type { Field } from '#server/engine/collections/field-contract.ts'
import { DomainError, statusOf } from '#server/engine/kernel/errors.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import { log, SYSTEM, type World } from '../world.ts'
import { type CollectionRequest, type CollectionResponse, callCollection } from './call.ts'

/** A caller of the generic API: every call runs in full, in its own transactions. */
export type Caller = ((
  method: string,
  collection: string,
  options?: Partial<CollectionRequest>,
) => Promise<CollectionResponse>) & { world: World; site: Site }

export const callerOf = (world: World, engine: CollectionsEngine, site: Site, actor: Actor): Caller =>
  Object.assign(
    (method: string, collection: string, { segments = [], query = {}, body, file }: Partial<CollectionRequest> = {}) =>
      callCollection(
        engine,
        {
          site,
          actor,
          clock: world.clock,
          log,
          wake: (job) => void world.woken.push(job),
          withDb: (access, work) => world.withSite(site.id, work, { access }),
        },
        { method, segments, query, body, ...(file && { file }) },
        collection,
      ),
    { world, site },
  )

export const shapeOf = (response: CollectionResponse): ListShape<Row & { id: number }> =>
  JSON.parse(String(response.body))

/** Returns the refusal of a call as a client would see it, or `fine`. A defect is rethrown. */
export async function outcome(call: Promise<unknown>): Promise<{ status: number; body?: unknown }> {
  try {
    await call
    return { status: 200 }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return {
      status: statusOf(error),
      body: { detail: error.message, ...error.extras.body, ...error.extras.issues, items: error.extras.items },
    }
  }
}

let counter = 0

/** Samples for fields whose own rules are stricter than their kind. */
const SAMPLES: Record<string, Row> = {
  messages: { kind: 'email' },
  profilefields: { kind: 'text' },
  people: { role: 'user', is_active: true },
  // Both follow from the date.
  availability: { start: undefined, end: undefined },
  events: { minimum: 3, decide_at: '2026-12-01T10:00:00Z' },
  news: { show_until: '2999-01-01T10:00:00Z' },
  savedviews: { shared: true },
  apikeys: { scopes: ['people:write'] },
  covers: { state: 'stopped', ended: 'stopped', next_rung_at: null },
}

function sampleOf(name: string, field: Field): unknown {
  counter += 1
  const day = new Date(Date.UTC(2027, 0, 1 + (counter % 300))).toISOString().slice(0, 10)
  const candidates = [
    name.includes('end') ? `${day}T12:00:00Z` : `${day}T10:00:00Z`,
    day,
    field.choices?.at(-1),
    `Sample %${counter} "x", é_\\`,
    `sample${counter}@example.org`,
    `+447900${100_000 + counter}`,
    '#01579b',
    `https://example.org/${counter}`,
    counter % 50,
    1 + (counter % 50),
    counter % 2,
    counter % 2 === 0,
    [`word ${counter}`],
    {},
  ]
  if (field.kind === 'line' || field.kind === 'text') candidates.splice(0, 2)
  return candidates.find((value) => value !== undefined && field.input.safeParse(value).success)
}

/**
 * Returns an object with a value for every writable field, and creates the records that it refers to. The times of one
 * object are a pair on one day; achievements and worked times are past.
 */
export async function sampleObject(engine: CollectionsEngine, call: Caller, declaration: Declaration): Promise<Row> {
  const object: Row = {}
  const day = 1 + (counter % 300)
  for (const [name, field] of Object.entries(declaration.contract.fields)) {
    if (field.readOnly) continue
    if (field.kind === 'relation' && field.to)
      object[name] = engine.has(field.to) ? (await makeRecords(engine, call, field.to, 1))[0]?.id : null
    else if (field.kind === 'relations') object[name] = []
    else if (field.kind === 'instant')
      object[name] = new Date(
        Date.UTC(name.startsWith('actual') ? 2025 : 2027, 0, day, name.includes('end') ? 12 : 10),
      ).toISOString()
    else if (field.kind === 'date') object[name] = new Date(Date.UTC(2025, 0, day)).toISOString().slice(0, 10)
    else object[name] = sampleOf(name, field)
  }
  return { ...object, ...SAMPLES[declaration.contract.name] }
}

/** Creates records through the API as the site's admin; every third has null in each field that may be empty. */
export async function makeRecords(
  engine: CollectionsEngine,
  call: Caller,
  name: string,
  count: number,
): Promise<(Row & { id: number })[]> {
  const declaration = engine.declarations.find(({ contract }) => contract.name === name)
  if (!declaration) throw new Error(`No collection ${name}.`)
  if (!declaration.admin.create) return seedRecords(engine, call, declaration, count)
  const body: Row[] = []
  for (let i = 0; i < count; i++) body.push(await sampleObject(engine, call, declaration))
  for (const object of body.filter((_, i) => i % 3 === 1))
    for (const [key, field] of Object.entries(declaration.contract.fields))
      if (field.nullable && !field.readOnly) object[key] = null
  const { order, results } = shapeOf(await call('POST', name, { body }))
  return order.map((id) => results[name]?.[id] as Row & { id: number })
}

async function seedRecords(engine: CollectionsEngine, call: Caller, declaration: Declaration, count: number) {
  const { contract } = declaration
  const { world, site } = call
  const ids: number[] = []
  for (let i = 0; i < count; i++) {
    const row: Row = {}
    for (const [key, field] of Object.entries(contract.fields)) {
      if (declaration.computed[key] || key === 'id' || (i % 3 === 1 && field.nullable)) continue
      row[key] =
        field.kind === 'relation' && field.to
          ? (await makeRecords(engine, call, field.to, 1))[0]?.id
          : sampleOf(key, field)
    }
    ids.push((await world.insert(site, contract.name, { ...row, ...SAMPLES[contract.name] })).id)
  }
  const { results } = shapeOf(await call('GET', contract.name, { query: { id: ids.join(','), limit: '-1' } }))
  return ids.map((id) => results[contract.name]?.[id] as Row & { id: number })
}

export const systemCaller = (world: World, engine: CollectionsEngine, site: Site) =>
  callerOf(world, engine, site, SYSTEM)

/** JSON values that clients and attackers send, and that no field, path or parameter may fail on. */
export const HOSTILE: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 53,
  -(2 ** 31) - 1,
  1e308,
  '',
  '   ',
  'x'.repeat(100_000),
  'a\0b',
  '\ud800',
  'line\nbreak\r\u0007',
  `'; drop table core.people; --`,
  '%_\\',
  '2027-02-30',
  '2027-02-30T10:00:00Z',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59+14:00',
  '2027-01-01T10:00:00',
  '2027-01-01T10:00:00+15:59',
  '9223372036854775808',
  'NaN',
  'Infinity',
  '__proto__',
  [],
  [null],
  ['a\0b'],
  [2 ** 60],
  {},
  JSON.parse('{"__proto__":{"x":1}}'),
  nested(3_000),
]

function nested(depth: number): unknown {
  let value: unknown = 1
  for (let i = 0; i < depth; i++) value = [value]
  return value
}
