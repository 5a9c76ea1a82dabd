import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Site } from '#server/engine/tenancy/site.ts'
import { createProductCollections } from '#server/registry.ts'
import { type Api, createApi } from '#tests/support/api.ts'
import { makeRecords, systemCaller } from '#tests/support/collection-samples.ts'
import { openFor } from '#tests/support/sign-in.ts'
import { createWorld, type World } from '#tests/support/world.ts'

const engine = createProductCollections()
let world: World
let api: Api
let site: Site
let host: string
let cookie: string
beforeAll(async () => {
  world = await createWorld()
  api = await createApi(world)
  site = await world.makeSite()
  host = `${site.slug}.localhost:3000`
  for (const { contract } of engine.declarations)
    await makeRecords(engine, systemCaller(world, engine, site), contract.name, 2)
  const admin = await openFor(world, site, await world.makePerson(site, { role: 'admin' }))
  cookie = `__Host-sid=${admin.cookie}`
}, 120_000)
afterAll(async () => {
  await api.close()
  await world.close()
})

/** Calls that no session stands behind: what they ask for is in their body, and a cookie adds nothing to it. */
const WITHOUT_SESSION = [
  /^\/auth\/(login|register|refresh|social|factor)$/,
  /^\/auth\/passkey(\/options)?$/,
  /^\/register(\/check)?$/,
  /^\/password_reset\/(request|check|token)$/,
  /^\/emailsettings\//,
  /^\/kiosk\//,
]

/** Everything that is stored, but for what counts requests. */
async function stored(): Promise<string> {
  const { rows: tables } = await world.superuser.query(
    "select schemaname as s, tablename as t from pg_tables where schemaname in ('core', 'identity') order by 1, 2",
  )
  const prints: string[] = []
  for (const { s, t } of tables) {
    const { rows } = await world.superuser.query(
      `select count(*)::text || coalesce(md5(string_agg(r::text, '|' order by r::text)), '') as print from ${s}."${t}" r`,
    )
    prints.push(`${s}.${t} ${rows[0].print}`)
  }
  return prints.join('\n')
}

const filled = (path: string) => path.replaceAll(/\{\w+\}/g, '1')
const generic = engine.declarations.flatMap(({ contract: { name } }) => [
  { method: 'POST', path: `/${name}` },
  { method: 'PUT', path: `/${name}` },
  { method: 'DELETE', path: `/${name}/1` },
])
const writes = () =>
  [...api.calls.filter(({ method }) => method !== 'GET'), ...generic].filter(
    ({ path }) => !WITHOUT_SESSION.some((open) => open.test(path)),
  )

test('no write goes through with the cookie from any page but the site’s own, and nothing is stored', async () => {
  const foreign: Record<string, string>[] = [
    {},
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://other.localhost:3000' },
    { origin: `https://${host}` },
    { origin: `http://${host}.evil.example` },
    { origin: `http://${site.slug}.localhost` },
    { origin: `http://${host}`, 'sec-fetch-site': 'same-site' },
    { origin: `http://${host}`, 'sec-fetch-site': 'cross-site' },
    { origin: 'https://evil.example', 'content-type': 'text/plain' },
  ]
  const before = await stored()
  expect(writes().length).toBeGreaterThan(90)
  for (const { method, path } of writes())
    for (const headers of foreign) {
      const answer = await api.call(site, {
        method,
        path: filled(path),
        headers: { cookie, host, ...headers },
        body: {},
      })
      expect([method, path, headers, answer.status]).toEqual([method, path, headers, 403])
    }
  expect(await stored()).toBe(before)
}, 120_000)

test('from its own page the same cookie writes; a cookie of another site is nobody', async () => {
  const own = { cookie, host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' }
  const body = [{ name: 'Slipway' }]
  expect((await api.call(site, { method: 'POST', path: '/locations', headers: own, body })).status).toBe(201)
  const other = await world.makeSite()
  const there = `${other.slug}.localhost:3000`
  const answer = await api.call(other, {
    method: 'POST',
    path: '/locations',
    headers: { ...own, host: there, origin: `http://${there}` },
    body,
  })
  expect([answer.status, JSON.parse(answer.text).code]).toEqual([401, 'wrong_site'])
})

test('reading changes nothing, whatever it pretends to be', async () => {
  const before = await stored()
  const reads = [
    ...api.calls.filter(({ method }) => method === 'GET'),
    ...engine.declarations.flatMap(({ contract: { name } }) => [
      { path: `/${name}` },
      { path: `/${name}/1` },
      { path: `/${name}/export.csv` },
    ]),
  ]
  for (const { path } of reads)
    for (const disguise of ['', '?_method=DELETE', '?method=POST']) {
      const headers = { cookie, host, 'x-http-method-override': 'DELETE' }
      const answer = await api.call(site, { method: 'GET', path: `${filled(path)}${disguise}`, headers })
      expect(answer.status, path).toBeLessThan(500)
    }
  // Exports are written to the audit log; nothing else is.
  const trail = /^core\.audit .*$/m
  expect((await stored()).replace(trail, '')).toBe(before.replace(trail, ''))
}, 120_000)
