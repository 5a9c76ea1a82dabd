import { expect } from 'vitest'
import { createProductCollections } from '#server/registry.ts'
import { openFor } from '#tests/support/accounts.ts'
import { makeRecords, systemCaller } from '#tests/support/collections/samples.ts'
import { worldTest as base } from '#tests/support/fixture.ts'

const engine = createProductCollections()

const test = base
  .extend('scene', { scope: 'file' }, async ({ world }) => {
    const site = await world.makeSite()
    const host = `${site.slug}.localhost:3000`
    for (const { contract } of engine.declarations)
      await makeRecords(engine, systemCaller(world, engine, site), contract.name, 2)
    const admin = await openFor(world, site, await world.makePerson(site, { role: 'admin' }))
    const cookie = `__Host-sid=${admin.cookie}`
    return { site, host, cookie }
  })
  .extend('site', { scope: 'file' }, ({ scene }) => scene.site)
  .extend('host', { scope: 'file' }, ({ scene }) => scene.host)
  .extend('cookie', { scope: 'file' }, ({ scene }) => scene.cookie)
  /** Everything that is stored, except request counters. */
  .extend('stored', { scope: 'file' }, ({ world }) => async (): Promise<string> => {
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
  })
  .extend(
    'writes',
    { scope: 'file' },
    ({ api }) =>
      () =>
        [...api.calls.filter(({ method }) => method !== 'GET'), ...generic].filter(
          ({ path }) => !WITHOUT_SESSION.some((open) => open.test(path)),
        ),
  )

/** Calls that need no session: everything is in their body, and a cookie adds nothing. */
const WITHOUT_SESSION = [
  /^\/auth\/(login|register|refresh|social|factor)$/,
  /^\/auth\/passkey(\/options)?$/,
  /^\/register(\/check)?$/,
  /^\/password_reset\/(request|check|token)$/,
  /^\/emailsettings\//,
  /^\/answers\//,
  /^\/coverasks\/token\//,
  /^\/swaps\/token\//,
  /^\/waiting\/token\//,
  /^\/kiosk\//,
]

const filled = (path: string) => path.replaceAll(/\{\w+\}/g, '1')
const generic = engine.declarations.flatMap(({ contract: { name }, admin }) => [
  ...(admin.create ? [{ method: 'POST', path: `/${name}` }] : []),
  ...(admin.update ? [{ method: 'PUT', path: `/${name}` }] : []),
  ...(admin.remove ? [{ method: 'DELETE', path: `/${name}/1` }] : []),
])

test('only the site’s own pages can write with the cookie; from any other page nothing is stored', async ({
  host,
  site,
  stored,
  writes,
  api,
  cookie,
}) => {
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

test('from its own page the same cookie writes; a cookie of another site counts as none', async ({
  cookie,
  host,
  api,
  site,
  world,
}) => {
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

test('reading changes nothing, whatever it pretends to be', async ({ stored, api, cookie, host, site }) => {
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
