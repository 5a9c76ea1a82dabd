import { expect } from 'vitest'
import { pathOfFile } from '#app/http/described-calls.ts'
import { openApiDocument } from '#server/engine/collections/openapi.ts'
import { createExample, updateExample } from '#server/engine/collections/openapi-examples.ts'
import { createProductCollections } from '#server/registry.ts'
import { wrongAnswer } from '#tests/support/answer-check.ts'
import { type ApiCall, credentialsOfRoles, ROLES, type Role } from '#tests/support/api.ts'
import { HOSTILE, makeRecords, systemCaller } from '#tests/support/collections/samples.ts'
import { worldTest } from '#tests/support/fixture.ts'
import { type Seeded, seeded } from '#tests/support/random.ts'

const REQUESTS = process.env.PROOF ? 100_000 : 450
const SEEDS = [42, 777, 20_270_301, 5] as const
const ROUND = process.env.PROOF ? 400 : 150
/** They may end the session of the request: the next one begins another. */
const ENDS = /^\/(auth\/|sessions|people\/(\{id\}\/sessions|\w+_self))/
/** They check a password, which is slow on purpose, and so are made less often. */
const SLOW =
  /^\/(auth\/(login|reauth|register)|register$|password_reset\/token|people\/(set_password|change_email|delete)_self)/
/** A link of a mail: no random request knows one. */
const NEEDS_A_SECRET = /^\/(emailsettings|answers|coverasks\/token)/

type Json = Record<string, unknown>
type Operation = { method: string; path: string; parameters: Json[]; body: Json | undefined; form: Json | undefined }

const engine = createProductCollections()

const test = worldTest
  .extend('site', { scope: 'file', auto: true }, ({ world }) => world.makeSite())
  .extend(
    'document',
    { scope: 'file' },
    ({ api }): Json => openApiDocument(engine, { title: 'Watchbill', version: '1' }, api.calls),
  )
  .extend('operations', { scope: 'file' }, ({ document }) => operationsOf(document))
  /** Ids of existing records. Requests delete them, so each round begins with a few new ones. */
  .extend('living', { scope: 'file' }, () => new Map<string, number[]>())
  .extend('renew', { scope: 'file' }, ({ world, site, living }) => async () => {
    for (const { contract } of engine.declarations) {
      if (!living.get(contract.name)?.length)
        await makeRecords(engine, systemCaller(world, engine, site), contract.name, 4)
      const { rows } = await world.superuser.query(
        `select id::int from core."${contract.name}" where site_id = $1 order by id desc limit 40`,
        [site.id],
      )
      living.set(
        contract.name,
        rows.map(({ id }) => id),
      )
    }
  })
  .extend('requestOf', { scope: 'file' }, ({ document, living }) => createRequests(document, living))

const at = (root: Json, ref: string): Json =>
  ref
    .slice(2)
    .split('/')
    .reduce<Json>((node, part) => node[part] as Json, root)
const resolverOf = (document: Json) => {
  const resolve = (node: Json): Json => (typeof node.$ref === 'string' ? resolve(at(document, node.$ref)) : node)
  return resolve
}

function operationsOf(document: Json): Operation[] {
  const resolve = resolverOf(document)
  return Object.entries(document.paths as Record<string, Json>).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) => {
      if (!['get', 'post', 'put', 'delete', 'patch'].includes(method)) return []
      const { parameters = [], requestBody } = operation as { parameters?: Json[]; requestBody?: { content: Json } }
      const shared = (item.parameters as Json[] | undefined) ?? []
      const schemaOf = (type: string) => (requestBody?.content[type] as { schema: Json } | undefined)?.schema
      return [
        {
          method: method.toUpperCase(),
          path,
          parameters: [...shared, ...parameters].map(resolve),
          body: schemaOf('application/json'),
          form: schemaOf('multipart/form-data'),
        },
      ]
    }),
  )
}

function textOf(node: Json, random: Seeded): string {
  const day = `2027-${String(1 + random.below(12)).padStart(2, '0')}-${String(1 + random.below(31)).padStart(2, '0')}`
  if (node.format === 'date-time') return `${day}T${String(random.below(24)).padStart(2, '0')}:30:00Z`
  if (node.format === 'date') return day
  return random.pick([
    '',
    'a',
    'Skipper',
    'ann@example.org',
    '#01579b',
    'true',
    '1',
    day,
    'null',
    '%',
    'é',
    '-start,name',
  ])
}

/** Spreadsheets, pictures, files that only claim to be one, and an empty one. */
const FILES: readonly (readonly [name: string, type: string, text: string])[] = [
  ['people.csv', 'text/csv', 'name,email\nAnn,ann@example.org\nBen,\n'],
  ['season.csv', 'text/csv', 'Date,Event,Name\n2027-05-01,Race,Ann\n'],
  ['places.csv', 'text/csv', 'id,name,order\n1,"a\0b",x\n,=1+1,\n'],
  ['odd.csv', 'text/csv', '"never closed'],
  [
    'pixel.gif',
    'image/gif',
    'GIF89a\x01\0\x01\0\x80\0\0\0\0\0\0\0\0!\xf9\x04\x01\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;',
  ],
  ['photo.png', 'image/png', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR'],
  ['<svg>.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['nothing', '', ''],
]

/** Requests that match the description, with some that do not; `living` are ids by collection. */
function createRequests(document: Json, living: ReadonlyMap<string, number[]>) {
  const resolve = resolverOf(document)

  /** A value that matches a schema, or now and then one that does not. */
  function sampleFor(schema: Json, random: Seeded, depth = 0): unknown {
    if (random.chance(0.12)) return random.pick(HOSTILE)
    const node = resolve(schema)
    const options = (node.anyOf ?? node.oneOf) as Json[] | undefined
    if (options) return sampleFor(random.pick(options), random, depth)
    if ('const' in node) return node.const
    if (Array.isArray(node.enum)) return random.pick(node.enum)
    const type = Array.isArray(node.type) ? random.pick(node.type as string[]) : node.type
    switch (type) {
      case 'object': {
        const all = Object.entries((node.properties as Record<string, Json>) ?? {})
        const required = new Set((node.required as string[]) ?? [])
        const chosen = all.filter(([name]) => required.has(name) || random.chance(0.5))
        const object: Json = {}
        for (const [name, of] of chosen)
          Object.defineProperty(object, name, { value: sampleFor(of, random, depth + 1), enumerable: true })
        return object
      }
      case 'array':
        return depth > 4
          ? []
          : Array.from({ length: random.below(4) }, () => sampleFor((node.items as Json) ?? {}, random, depth + 1))
      case 'integer':
      case 'number':
        return random.pick([0, 1, 2, 4, -1, 12, 2 ** 31, ...random.pick([...living.values()]).slice(0, 9)])
      case 'boolean':
        return random.chance(0.5)
      case 'null':
        return null
      default:
        return textOf(node, random)
    }
  }

  /** A form with the parts of a schema, now and then without one or with text in place of a file. */
  function formFor(schema: Json, random: Seeded): FormData {
    const form = new FormData()
    for (const [name, of] of Object.entries((resolve(schema).properties as Record<string, Json>) ?? {})) {
      if (random.chance(0.1)) continue
      const [file, type, text] = random.pick(FILES)
      if (/file|image/.test(name) && !random.chance(0.1))
        form.set(name, new File([Buffer.from(text, 'latin1')], file, { type }))
      else form.set(name, String(sampleFor(of, random)).replace(/[\ud800-\udfff]/g, '?'))
    }
    return form
  }

  return function requestOf({ method, path, parameters, body, form }: Operation, random: Seeded): ApiCall {
    const text = (value: unknown) =>
      encodeURIComponent(
        String(value)
          .slice(0, 300)
          .replace(/[\ud800-\udfff]/g, '?'),
      )
    const there = living.get(path.split('/')[1] ?? '')
    const filled = path.replaceAll(
      /\{(\w+)\}/g,
      () =>
        text(there?.length && random.chance(0.7) ? random.pick(there) : sampleFor({ type: 'integer' }, random)) || '0',
    )
    const query = parameters
      .filter((parameter) => parameter.in === 'query' && random.chance(2 / Math.max(2, parameters.length)))
      .map((parameter) => `${parameter.name}=${text(sampleFor(parameter.schema as Json, random))}`)
    return {
      method,
      path: `${filled}${query.length ? `?${query.join('&')}` : ''}`,
      ...(form && (!body || random.chance(0.2))
        ? { body: formFor(form, random) }
        : body && { body: sampleFor(body, random) }),
    }
  }
}

test(`${REQUESTS} requests made from the description: none fails, none takes five seconds`, async ({
  world,
  api,
  site,
  document,
  operations,
  renew,
  requestOf,
}) => {
  let random = seeded(SEEDS[0])
  const statuses = new Map<number, number>()
  const done = new Set<string>()
  await renew()
  let slowest = 0
  let roles = await credentialsOfRoles(world, api, site)
  for (let n = 0; n < REQUESTS; n++) {
    const begun = SEEDS[n / (REQUESTS / SEEDS.length)]
    if (begun !== undefined) random = seeded(begun)
    if (n % ROUND === ROUND - 1) {
      roles = await credentialsOfRoles(world, api, site)
      await renew()
    }
    const role: Role = random.chance(0.5) ? 'admin' : random.pick(ROLES)
    let operation = random.pick(operations)
    while (SLOW.test(operation.path) && random.chance(0.8)) operation = random.pick(operations)
    const call = requestOf(operation, random)
    const { status, text, ms } = await api.call(site, { ...call, headers: roles[role] })
    expect(
      status,
      `${n} ${role} ${call.method} ${call.path} ${JSON.stringify(call.body)?.slice(0, 500)} → ${text}`,
    ).toBeLessThan(500)
    expect(ms, `${call.method} ${call.path}`).toBeLessThan(5_000)
    expect(
      wrongAnswer(document, operation, { status, text }),
      `${role} ${call.method} ${call.path} ${JSON.stringify(call.body)?.slice(0, 300)} → ${status} ${text.slice(0, 600)}`,
    ).toEqual([])
    if (status < 300) done.add(`${operation.method} ${operation.path}`)
    slowest = Math.max(slowest, ms)
    if ((role === 'member' || role === 'admin') && ENDS.test(operation.path))
      roles[role] = await api.signIn(site, await world.makePerson(site, role === 'admin' ? { role } : {}))
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  for (const status of [200, 400, 401, 403, 404]) expect(statuses.get(status) ?? 0, String(status)).toBeGreaterThan(10)
  expect(slowest).toBeGreaterThan(0)
  const reads = operations.filter(({ method, path }) => method === 'GET' && !NEEDS_A_SECRET.test(path))
  const never = reads.map(({ method, path }) => `${method} ${path}`).filter((operation) => !done.has(operation))
  if (process.env.PROOF) expect(never, 'answered at least once').toEqual([])
}, 3_600_000)

test('every route of the API is described, with its callers and answers', ({ api, document }) => {
  const files = Object.keys(import.meta.glob('../../app/**/routes/api.*.ts')).map(pathOfFile)
  const paths = document.paths as Record<string, Json>
  // A command that creates records is described with their list.
  for (const path of files.filter((file) => !/^\/(\{collection\}.*|openapi\.json)$/.test(file)))
    expect(paths, path).toHaveProperty([`${path}/` in paths ? `${path}/` : path])
  expect(api.calls.find(({ path, method }) => path === '/organisations/current' && method === 'PUT')?.requires).toBe(
    'admin',
  )
})

test('the examples of the description are accepted', () => {
  for (const { contract, admin } of engine.declarations) {
    if (admin.create) expect(contract.create.safeParse(createExample(contract)[0]).error, contract.name).toBeUndefined()
    if (admin.update) expect(contract.update.safeParse(updateExample(contract)[0]).error, contract.name).toBeUndefined()
  }
})
