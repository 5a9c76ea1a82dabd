import { expect } from 'vitest'
import { mintSecret } from '#server/engine/access/secrets.ts'
import { hashSecret } from '#server/engine/kernel/derive.ts'
import { test as base } from '#tests/support/fixture.ts'
import { fingerprintOf } from '#tests/support/world.ts'

const test = base
  .extend('startsAt', { scope: 'file' }, () => new Date('2027-06-01T12:00:00Z'))
  .extend('adminHeaders', ({ api, site, admin }) => api.signIn(site, admin))
  .extend('makeKey', ({ callApi, adminHeaders }) => async (scope: string) => {
    const made = await callApi('POST', '/apikeys/', adminHeaders, { name: scope, scope })
    const { order, results } = made.body
    const { id, key } = results.apikeys[order[0]]
    return { id: Number(id), headers: { authorization: `Bearer ${key}` } }
  })
  .extend(
    'status',
    ({ callApi }) =>
      async (...call: Parameters<typeof callApi>) =>
        (await callApi(...call)).status,
  )

test('a key is created, used and revoked by the API; revoking it takes effect immediately', async ({
  makeKey,
  api,
  site,
  adminHeaders,
  status,
}) => {
  const key = await makeKey('write')
  const lastUsed = async () =>
    JSON.parse((await api.call(site, { method: 'GET', path: `/apikeys/${key.id}/`, headers: adminHeaders })).text)
      .results.apikeys[key.id].last_used
  expect(await lastUsed()).toBeNull()
  expect(await status('POST', '/locations/', key.headers, { name: 'Jetty' })).toBe(201)
  expect(await lastUsed()).toEqual(expect.any(String))
  expect(await status('PUT', `/apikeys/${key.id}/revoke`, adminHeaders)).toBe(200)
  const refused = await api.call(site, { method: 'GET', path: '/locations/', headers: key.headers })
  expect(refused.status).toBe(401)
  expect(JSON.parse(refused.text)).not.toHaveProperty('code')
  expect(await status('POST', '/locations/', key.headers, { name: 'Late' })).toBe(401)
  expect(await status('GET', '/locations/', { authorization: 'Bearer wb_none' })).toBe(401)
})

test('a key counts at its own site only', async ({ site, world, api }) => {
  const secret = mintSecret('wb', site.id)
  const other = await world.makeSite()
  await world.insert(site, 'apikeys', { name: 'x', scope: 'write', prefix: 'wb_x', key_hash: hashSecret(secret) })
  const call = { method: 'GET', path: '/people/', headers: { authorization: `Bearer ${secret}` } }
  expect((await api.call(site, call)).status).toBe(200)
  expect((await api.call(other, call)).status).toBe(401)
})

test('a reading key changes nothing by any call', async ({ makeKey, world, site, api, status }) => {
  const { headers } = await makeKey('read')
  const open = /^\/(auth|register|password_reset|kiosk|emailsettings)\b/
  const fingerprint = () => fingerprintOf(world, site, ['audit', 'sessions', 'apikeys'])
  const event = await world.insert(site, 'events', {
    name: 'Race',
    start: '2027-06-01T10:00:00Z',
    end: '2027-06-01T14:00:00Z',
  })
  const before = await fingerprint()
  for (const { method, path } of api.calls.filter((call) => call.method !== 'GET' && !open.test(call.path))) {
    const got = await status(method, path.replace('{id}', String(event.id)).replace(/\{\w+\}/, 'x'), headers, {})
    if (path !== '/imports/preview') expect([400, 403, 404, 415], `${method} ${path}`).toContain(got)
  }
  /** A command that creates records of a collection without a create call. */
  const isCommand = (name: string, method: string, rest: string) =>
    !rest && api.calls.some((call) => call.method === method && call.path === `/${name}`)
  for (const { contract, admin } of api.context.collections.declarations) {
    expect(await status('GET', `/${contract.name}/`, headers), contract.name).toBe(200)
    const changes = admin.update !== null || admin.remove
    for (const [offered, method, rest, body] of [
      [admin.create, 'POST', '', {}],
      [admin.update, 'PUT', '', { id: event.id }],
      [admin.remove, 'DELETE', `${event.id}/`, undefined],
      [changes, 'POST', 'bulk', { remove: true }],
      [changes, 'POST', 'undo', { token: 'x' }],
    ] as const)
      expect(
        offered || isCommand(contract.name, method, rest) ? [403] : [404, 405],
        `${method} ${contract.name}/${rest}`,
      ).toContain(await status(method, `/${contract.name}/${rest}`, headers, body))
  }
  expect(await fingerprint()).toEqual(before)
})

test('records/add accepts one record and answers it among the records', async ({
  makeKey,
  world,
  site,
  api,
  status,
}) => {
  const { headers } = await makeKey('write')
  const person = await world.makePerson(site)
  const competency = await world.insert(site, 'competencies', { name: 'First aid' })
  const record = { competency: competency.id, training: null, person: person.id, achieved: '2027-05-01', details: 'Ok' }
  const added = await api.call(site, { method: 'POST', path: '/records/add', headers, body: record })
  expect(added.status).toBe(201)
  const { order, results } = JSON.parse(added.text)
  expect(results.records[order[0]]).toMatchObject({ ...record, current: true })
  const member = await api.signIn(site, person)
  expect(await status('POST', '/records/add', member, record)).toBe(403)
  expect(await status('POST', '/records/add/', headers, { ...record, achieved: '01/05/2027' })).toBe(400)
})

test.for([
  ['broken', '{"name": ', 'application/json', 400],
  ['two values', '{} {}', 'application/json', 400],
  ['not UTF-8', new Uint8Array([0x22, 0xff, 0x22]), 'application/json', 400],
  ['nothing', '', 'application/json', 400],
  ['a lone text', '"name"', 'application/json', 400],
  ['a number', '17', 'application/json', 400],
  ['null', 'null', 'application/json', 400],
  ['a list in a list', '[[{"name": "x"}]]', 'application/json', 400],
  ['deep nesting', `${'['.repeat(50_000)}${']'.repeat(50_000)}`, 'application/json', 400],
  ['a form', 'name=x', 'application/x-www-form-urlencoded', 415],
  ['plain text', '{"name": "x"}', 'text/plain', 415],
  ['three megabytes', `{"name": "${'x'.repeat(3 << 20)}"}`, 'application/json', 413],
  ['a broken form', '--x\r\nnonsense', 'multipart/form-data; boundary=x', 400],
] as const)(
  'a body that is %s is refused before anything happens',
  async ([_what, raw, type, expected], { api, site, adminHeaders, world }) => {
    for (const [method, path] of [
      ['POST', '/locations/'],
      ['PUT', '/locations/'],
      ['POST', '/locations/bulk'],
      ['POST', '/records/add'],
      ['POST', '/requests/batch'],
    ] as const) {
      const { status: got, text } = await api.call(site, {
        method,
        path,
        headers: { ...adminHeaders, 'content-type': type },
        raw,
      })
      const batch = path === '/requests/batch' && ['', 'null'].includes(String(raw))
      if (!batch) expect(got === expected || (got === 415 && expected === 400), `${path} ${got} ${text}`).toBe(true)
      expect(JSON.parse(text), path).toEqual(expect.any(Object))
    }
    expect((await world.superuser.query('select 1 from core.locations where site_id = $1', [site.id])).rows).toEqual([])
  },
)
