import { expect } from 'vitest'
import * as z from 'zod'
import type { Declaration } from '#server/engine/collections/define.ts'
import type { DescribedCall } from '#server/engine/collections/openapi-calls.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import { createProductCollections } from '#server/registry.ts'
import { type ApiCall, credentialsOfRoles, ROLES } from '#tests/support/api.ts'
import { makeRecords, systemCaller } from '#tests/support/collections/samples.ts'
import { test as base } from '#tests/support/fixture.ts'
import { type Seeded, seeded } from '#tests/support/random.ts'

const PROBES = process.env.PROOF ? 10_000 : 150
const NEVER = 9_007_199_254_740_990
const CANARY = 'CANARY_B'
/** They end the sessions of the probes, or check a password, which is slow on purpose. */
const LEFT_OUT =
  /^\/(auth\/(?!impersonate)|sessions|register|password_reset|people\/(delete|set_password|change_email)_self)/

const engine = createProductCollections()

const own = new Map<string, number[]>()
const foreign = new Map<string, number[]>()

const test = base
  .extend('fill', { scope: 'file' }, ({ world }) => async (site: Site, into: Map<string, number[]>) => {
    for (const { contract } of engine.declarations)
      into.set(
        contract.name,
        (await makeRecords(engine, systemCaller(world, engine, site), contract.name, 3)).map(({ id }) => id),
      )
  })
  .extend('scene', { scope: 'file' }, async ({ world, api, fill }) => {
    const [a, b] = [await world.makeSite(), await world.makeSite()]
    const roles = await credentialsOfRoles(world, api, a)
    const verbs = api.calls.filter(({ path }) => !LEFT_OUT.test(path))
    const bodies = verbs.filter((call) => bodyNaming(call, 1) !== undefined)
    const queries = verbs.filter(({ method, parameters }) => method === 'GET' && parameters)
    await fill(a, own)
    for (const { contract } of engine.declarations)
      await world.superuser.query(`alter table core."${contract.name}" alter column id restart with 50000000`)
    await fill(b, foreign)
    for (const { contract } of engine.declarations)
      for (const [name, field] of Object.entries(contract.fields))
        if ((field.kind === 'line' || field.kind === 'text') && !field.readOnly)
          await world.superuser
            .query(
              `update core."${contract.name}" set "${name}" = '${name.endsWith('_url') ? 'https://' : ''}${CANARY}_' || id where site_id = $1`,
              [b.id],
            )
            .catch(() => {})
    return { a, b, roles, verbs, bodies, queries }
  })
  .extend('a', { scope: 'file' }, ({ scene }) => scene.a)
  .extend('b', { scope: 'file' }, ({ scene }) => scene.b)
  .extend('roles', { scope: 'file' }, ({ scene }) => scene.roles)
  .extend('verbs', { scope: 'file' }, ({ scene }) => scene.verbs)
  .extend('bodies', { scope: 'file' }, ({ scene }) => scene.bodies)
  .extend('queries', { scope: 'file' }, ({ scene }) => scene.queries)
  .extend('everythingOfB', { scope: 'file' }, ({ world, b }) => async () => {
    const { rows: tables } = await world.superuser.query("select tablename from pg_tables where schemaname = 'core'")
    const prints: unknown[] = []
    for (const { tablename } of tables) {
      if (tablename === 'sites') continue
      const { rows } = await world.superuser.query(
        `select count(*)::int as n, md5(string_agg(t::text, '|' order by t.id)) as rows from core."${tablename}" t where site_id = $1`,
        [b.id],
      )
      prints.push([tablename, rows[0]])
    }
    return prints
  })
  /** One call of site A that names a record of site B somewhere: in the path, a filter, an expand, a body or a file. */
  .extend(
    'probe',
    { scope: 'file' },
    ({ verbs, bodies, queries }) =>
      (random: Seeded): { target: string; make: Probe } => {
        const declaration = random.pick(engine.declarations)
        const { name, fields } = declaration.contract
        const relations = Object.entries(fields).flatMap(([key, field]) => (field.to ? [[key, field] as const] : []))
        const [key, field] = relations.length ? random.pick(relations) : [undefined, undefined]
        const mine = random.pick(own.get(name) ?? [])
        const value = (id: number) => (field?.kind === 'relations' ? [id] : id)
        const verb = random.pick(verbs.filter(({ path }) => path.includes('{id}')))
        const [bodied, asked] = [random.pick(bodies), random.pick(queries)]
        /** A verb about an own record, or none: only the body or the query names the other site's. */
        const onOwn = ({ path }: { path: string }) =>
          path.replace('{id}', () => String(random.pick(own.get(path.split('/')[1] ?? '') ?? [1])))
        const [onOwnBody, onOwnQuery] = [onOwn(bodied), onOwn(asked)]
        const about = random.pick(['shift', 'event', 'message'])
        const [aboutOwn, ownPerson] = [random.pick(own.get(`${about}s`) ?? []), random.pick(own.get('people') ?? [])]
        const collectionOfVerb = verb.path.split('/')[1] ?? ''
        const file = (id: number) => {
          const form = new FormData()
          form.set('file', new File([`id,${key ?? 'name'}\n${id},1\n`], 'x.csv'))
          return form
        }
        const here: Probe[] = [
          (id) => ({ method: 'GET', path: `/${name}/${id}/` }),
          (id) => ({ method: 'DELETE', path: `/${name}/${id}` }),
          (id) => ({ method: 'PUT', path: `/${name}/`, body: [{ id }] }),
          (id) => ({ method: 'PUT', path: `/${name}`, body: [{ id: mine }, { id, ...(key && { [key]: null }) }] }),
          (id) => ({ method: 'GET', path: `/${name}/?id=${id}` }),
          (id) => ({ method: 'GET', path: `/${name}/?id__gte=${id}&id__lte=${id}&limit=-1` }),
          (id) => ({ method: 'GET', path: `/${name}/export.csv?id=${id}` }),
          (id) => ({ method: 'POST', path: `/${name}/bulk`, body: { ids: [mine, id], changes: { archived: true } } }),
          (id) => ({ method: 'POST', path: `/${name}/bulk`, body: { filter: { id }, remove: true, preview: true } }),
          (id) => ({ method: 'POST', path: `/${name}/?preview=true`, body: file(id) }),
        ]
        const through: Probe[] = key
          ? [
              (id) => ({ method: 'GET', path: `/${name}/?${key}=${id}&expand=${key}` }),
              (id) => ({ method: 'GET', path: `/${name}/?${key}/name=${CANARY}&${key}=${id}` }),
              // Read-only fields are dropped from a new record, which then has an id of its own.
              ...(field?.readOnly
                ? []
                : [(id: number): ApiCall => ({ method: 'POST', path: `/${name}/`, body: [{ [key]: value(id) }] })]),
              (id) => ({ method: 'PUT', path: `/${name}/`, body: { id: mine, [key]: value(id) } }),
              (id) => ({ method: 'POST', path: `/${name}/bulk`, body: { ids: [mine], changes: { [key]: value(id) } } }),
            ]
          : []
        const others: Probe[] = [
          () => ({ method: 'GET', path: `/${name}/?search=${CANARY}` }),
          (id) => ({ method: verb.method, path: verb.path.replace('{id}', String(id)), body: {} }),
          (id) => ({ method: bodied.method, path: onOwnBody, body: bodyNaming(bodied, id) }),
          (id) => ({
            method: bodied.method,
            path: bodied.path.replace('{id}', String(id)),
            body: bodyNaming(bodied, id),
          }),
          (id) => ({ method: 'GET', path: `${onOwnQuery}${queryNaming(asked, id)}` }),
          (id) => ({ method: 'GET', path: `/deliveries/explain?person=${id}&${about}=${aboutOwn}` }),
          (id) => ({ method: 'GET', path: `/deliveries/explain?person=${ownPerson}&${about}=${id}` }),
          (id) => ({ method: 'POST', path: '/requests/batch', body: [{ event: id, person: id }] }),
          (id) => ({
            method: 'POST',
            path: '/messages/',
            body: { subject: 'x', audience: { people: [id], roles: [id] } },
          }),
        ]
        const kind = random.below(3)
        if (kind === 0) return { target: name, make: random.pick(here) }
        if (kind === 1 && key && field?.to) return { target: field.to, make: random.pick(through) }
        const at = random.below(others.length)
        return {
          target:
            ['people', collectionOfVerb, 'people', 'people', 'people', 'people', `${about}s`, 'events', 'people'][at] ??
            name,
          make: others[at] as Probe,
        }
      },
  )

type Probe = (id: number) => ApiCall

test(`${PROBES} probes with ids of another site find, change and reveal nothing`, async ({
  everythingOfB,
  probe,
  api,
  a,
  roles,
}) => {
  const before = await everythingOfB()
  const random = seeded(20_270_301)
  const statuses = new Map<number, number>()
  for (let n = 0; n < PROBES; n++) {
    const { target, make } = probe(random)
    const id = random.pick(foreign.get(target) ?? foreign.get('people') ?? [])
    const role = random.pick(ROLES)
    const send = (of: number) => {
      const call = make(of)
      return api.call(a, { ...call, headers: roles[role], ...(call.method === 'GET' && { body: undefined }) })
    }
    const [nothing, answer] = [await send(NEVER), await send(id)]
    const what = `${role} ${make(id).method} ${make(id).path} ${JSON.stringify(make(id).body)} → ${answer.status} ${answer.text.slice(0, 200)}`
    expect(answer.text.includes(CANARY), what).toBe(false)
    expect(answer.status, what).toBeLessThan(500)
    expect(answer.status, what).toBe(nothing.status)
    expect(answer.text.replaceAll(String(id), 'ID'), what).toBe(nothing.text.replaceAll(String(NEVER), 'ID'))
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
  }
  expect(await everythingOfB()).toEqual(before)
  for (const status of [200, 400, 401, 403, 404]) expect(statuses.get(status) ?? 0, String(status)).toBeGreaterThan(5)
}, 3_600_000)

test('the canaries exist: site B sees its own', async ({ world, api, b }) => {
  const [, admin] = Object.entries(await credentialsOfRoles(world, api, b)).find(([role]) => role === 'admin') ?? []
  for (const name of ['locations', 'people', 'events'] satisfies Declaration['contract']['name'][]) {
    const { status, text } = await api.call(b, { method: 'GET', path: `/${name}/?limit=-1`, headers: admin })
    expect(status).toBe(200)
    expect(text).toContain(CANARY)
  }
})

type Node = Record<string, unknown>

const jsonOf = (schema: z.ZodType): Node => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })

/** Whether a value of the schema may hold a number. */
const holdsNumber = (node: Node): boolean => /"type":"(integer|number)"/.test(JSON.stringify(node))

/** A value of the schema with `id` for every number. */
function filled(node: Node, id: number): unknown {
  const options = (node.anyOf ?? node.oneOf) as Node[] | undefined
  if (options?.length) return filled(options.find(holdsNumber) ?? options[0]!, id)
  if ('const' in node) return node.const
  if (Array.isArray(node.enum)) return node.enum[0]
  switch (node.type) {
    case 'object': {
      const properties = Object.entries((node.properties as Record<string, Node>) ?? {})
      return Object.fromEntries(properties.map(([name, of]) => [name, filled(of, id)]))
    }
    case 'array':
      return [filled((node.items as Node) ?? {}, id)]
    case 'integer':
    case 'number':
      return typeof node.maximum === 'number' && node.maximum < id ? node.maximum : id
    case 'boolean':
      return false
    case 'string':
      if (node.format === 'date-time') return '2027-03-01T10:00:00Z'
      return node.format === 'date' || String(node.pattern ?? '').includes('\\d{2}-') ? '2027-03-01' : 'a'
    default:
      return null
  }
}

/** A body for a call with `id` for every number; undefined where the body has none. */
const bodyNaming = ({ body }: Pick<DescribedCall, 'body'>, id: number): unknown =>
  body && holdsNumber(jsonOf(body)) ? filled(jsonOf(body), id) : undefined

/** Query parameters for a call with `id` for everything that may be an id; empty where the call has none. */
function queryNaming({ parameters }: Pick<DescribedCall, 'parameters'>, id: number): string {
  if (!parameters) return ''
  const { properties = {} } = jsonOf(parameters) as { properties?: Record<string, Node> }
  const words = Object.entries(properties).map(([name, of]) => {
    const value = filled(of, id)
    return [name, value === 'a' && !/start|end|from|to|date|day|month/.test(name) ? String(id) : String(value ?? id)]
  })
  return words.length ? `?${new URLSearchParams(words)}` : ''
}
