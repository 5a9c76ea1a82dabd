import { expect } from 'vitest'
import type { Site } from '#server/engine/tenancy/site.ts'
import { accountPartsOf, givePassword, openFor, PASSWORD } from '#tests/support/accounts.ts'
import { test as base } from '#tests/support/fixture.ts'

const test = base
  .extend('a', { scope: 'file' }, ({ world }) => world.makeSite())
  .extend('b', { scope: 'file' }, ({ world }) => world.makeSite())
  .extend('scene', { scope: 'file' }, ({ world, a, b, api }) => async () => {
    const here = await world.makePerson(a)
    const there = await world.makePerson(b, { email: here.email, name: 'Secret Name At B' })
    await givePassword(world, accountPartsOf(world), here.email)
    const admin = await api.signIn(a, await world.makePerson(a, { role: 'admin' }))
    return { here, there, admin, session: await openFor(world, b, there) }
  })
  .extend(
    'beyond',
    { scope: 'file' },
    ({ world, b }) =>
      async (person: { id: number; email: string }): Promise<string> => {
        const { rows } = await world.superuser.query(
          `select (select a::text from identity.accounts a where a.email = $1) as account,
      (select p::text from core.people p where p.id = $2) as person,
      (select string_agg(s::text, '|' order by s.id) from core.sessions s where s.site_id = $3) as sessions`,
          [person.email, person.id, b.id],
        )
        return JSON.stringify(rows[0])
      },
  )
  .extend(
    'signIn',
    { scope: 'file' },
    ({ api }) =>
      async (site: Site, email: string) =>
        api.call(site, { method: 'POST', path: '/auth/login', body: { email, password: PASSWORD } }),
  )

test('one password opens both sites; each knows its own side only, and a token opens one of them', async ({
  scene,
  signIn,
  a,
  b,
  api,
}) => {
  const { here, there } = await scene()
  const [inA, inB] = [await signIn(a, here.email), await signIn(b, here.email)]
  const [ofA, ofB] = [JSON.parse(inA.text), JSON.parse(inB.text)]
  expect([ofA.user.id, ofB.user.id]).toEqual([here.id, there.id])
  expect(inA.text).not.toContain('Secret Name At B')
  const ask = (site: Site, access: string, path: string) =>
    api.call(site, { method: 'GET', path, headers: { authorization: `Bearer ${access}` } })
  for (const path of ['/auth/user', '/people?self=true', '/people', '/audit', '/sessions', '/dashboard']) {
    const answer = await ask(a, ofA.access, path)
    expect(answer.text, path).not.toMatch(new RegExp(`Secret Name At B|${b.slug}|"id":${there.id}[,}]`))
    const crossed = await ask(b, ofA.access, path)
    expect([path, crossed.status, JSON.parse(crossed.text).code]).toEqual([path, 401, 'wrong_site'])
  }
  const refreshed = await api.call(b, { method: 'POST', path: '/auth/refresh', body: { refresh: ofA.refresh } })
  expect([refreshed.status, JSON.parse(refreshed.text).code]).toEqual([401, 'wrong_site'])
})

test('no action of a site’s admin changes the login, the sessions and the other site', async ({
  scene,
  beyond,
  api,
  a,
  b,
  signIn,
}) => {
  const { here, there, admin, session } = await scene()
  const before = await beyond(there)
  const attempts: [string, string, unknown][] = [
    ['PUT', '/people', [{ id: here.id, email: 'taken-over@example.org' }]],
    ['PUT', '/people', [{ id: here.id, phone: '+447700900999' }]],
    ['PUT', '/people', [{ id: here.id, account_id: 1 }]],
    ['PUT', '/people', [{ id: here.id, password: 'chosen by the admin' }]],
    ['PUT', '/people', [{ id: here.id, is_active: false }]],
    ['PUT', '/people', [{ id: here.id, is_active: true, role: 'admin' }]],
    ['PUT', '/people', [{ id: here.id, role: 'user' }]],
    ['PUT', '/people', [{ id: there.id, name: 'Renamed' }]],
    ['DELETE', `/people/${there.id}`, undefined],
    ['DELETE', `/people/${there.id}/sessions`, undefined],
    ['POST', '/auth/impersonate', { person: there.id }],
    ['POST', '/auth/impersonate', { person: here.id }],
    ['DELETE', `/people/${here.id}/sessions`, undefined],
    ['DELETE', `/people/${here.id}`, undefined],
  ]
  for (const [method, path, body] of attempts) {
    const answer = await api.call(a, { method, path, headers: admin, body })
    expect(answer.status, `${method} ${path}`).toBeLessThan(500)
    if (path.includes(String(there.id)) || JSON.stringify(body ?? '').includes(`:${there.id}`))
      expect(answer.status, `${method} ${path}`).toBeGreaterThanOrEqual(400)
  }
  expect(await beyond(there)).toBe(before)
  const still = await api.call(b, {
    method: 'GET',
    path: '/auth/user',
    headers: { authorization: `Bearer ${session.access}` },
  })
  expect(still.status).toBe(200)
  expect((await signIn(b, there.email)).status).toBe(200)
})

test('acting as a person changes nothing of the account, and every write names both', async ({
  scene,
  api,
  a,
  world,
}) => {
  const { here, admin } = await scene()
  const begun = await api.call(a, {
    method: 'POST',
    path: '/auth/impersonate',
    headers: admin,
    body: { person: here.id },
  })
  expect(begun.status).toBe(200)
  const acting = { authorization: `Bearer ${JSON.parse(begun.text).access}` }
  const forbidden: [string, string, unknown][] = [
    ['PUT', '/people/set_password_self', { password: PASSWORD, new_password: 'another good password' }],
    ['PUT', '/people/change_email_self', { email: 'elsewhere@example.org', password: PASSWORD }],
    ['PUT', '/people/phone_change_self', { phone: '+447700900111' }],
    ['PUT', '/people/verify_check', { phone: '+447700900111', verify_code: '123456', sms_notifications: true }],
    ['POST', '/people/download_self', {}],
    ['DELETE', '/people/delete_self', { password: PASSWORD }],
    ['POST', '/auth/reauth', { password: PASSWORD }],
    ['POST', '/auth/totp', {}],
    ['PUT', '/auth/totp', { code: '123456' }],
    ['DELETE', '/auth/totp', undefined],
    ['POST', '/auth/passkeys/options', {}],
    ['POST', '/auth/recovery-codes', {}],
    ['DELETE', '/sessions', undefined],
    ['POST', '/apikeys', [{ name: 'mine', scope: 'write' }]],
    ['GET', '/people/export.csv', undefined],
    ['POST', '/auth/impersonate', { person: here.id }],
  ]
  for (const [method, path, body] of forbidden) {
    const answer = await api.call(a, { method, path, headers: acting, body })
    expect([method, path, answer.status, answer.text.slice(0, 80)]).toEqual([method, path, 403, expect.anything()])
  }
  const settings = await api.call(a, {
    method: 'PUT',
    path: '/people/change_settings_self',
    headers: acting,
    body: { email_newsletters: false },
  })
  expect(settings.status).toBe(200)
  const { rows } = await world.superuser.query(
    'select person::int, impersonator is not null as both from audit where site_id = $1 and person = $2 and id > (select max(id) from audit where action = $3)',
    [a.id, here.id, 'impersonation.begin'],
  )
  expect(rows).toEqual([{ person: here.id, both: true }])
})

test('a body cannot set fields that only the site decides', async ({ scene, world, a, api, b }) => {
  const { here } = await scene()
  const other = await world.makePerson(a)
  const member = await api.signIn(a, here)
  const extra = {
    role: 'admin',
    is_active: true,
    is_admin: true,
    site_id: b.id,
    account_id: 1,
    sms_verified: true,
    unverified: false,
    draft: '2030-01-01T00:00:00Z',
    person: other.id,
    last_login: null,
    erased_at: '2030-01-01T00:00:00Z',
  }
  const protectedRows = async () =>
    (
      await world.superuser.query(
        'select id, site_id, account_id, role, is_active, sms_verified, email, erased_at from core.people order by id',
      )
    ).rows
  const before = await protectedRows()
  const bodies: [string, string, unknown][] = [
    ['PUT', '/people', [{ ...extra, id: here.id }]],
    ['PUT', '/people', [{ ...extra, id: other.id, name: 'Mine now' }]],
    ['POST', '/people', [{ ...extra, name: 'New Admin', email: 'made@example.org' }]],
    ['PUT', '/people/change_settings_self', { ...extra, id: other.id, email_reminders: true }],
    ['POST', '/availability', [{ ...extra, date: '2030-01-01', available: 1 }]],
    ['POST', '/requests', [{ ...extra, event: 1 }]],
    ['POST', '/shifts', [{ ...extra, event: 1 }]],
    ['POST', '/roles', [{ name: 'x' }]],
  ]
  for (const [method, path, body] of bodies) {
    const answer = await api.call(a, { method, path, headers: member, body })
    expect([path, answer.status < 500], answer.text).toEqual([path, true])
    expect(answer.text).not.toContain(other.email)
  }
  expect(await protectedRows()).toEqual(before)
  const body = { ...extra, email: 'pushy@example.org', name: 'Pushy', password: PASSWORD, id: 1 }
  expect((await api.call(a, { method: 'POST', path: '/register', body })).status).toBe(204)
  const { rows } = await world.superuser.query(
    "select site_id::int, role, is_active from people where email = 'pushy@example.org'",
  )
  expect(rows).toEqual([{ site_id: Number(a.id), role: 'new', is_active: false }])
})

test('a pending person gets no token by any way', async ({ scene, world, a, api, signIn }) => {
  const { here } = await scene()
  const session = await openFor(world, a, here)
  await world.superuser.query("update people set role = 'new', is_active = false where id = $1", [here.id])
  const admin = await api.signIn(a, await world.makePerson(a, { role: 'admin' }))
  const answers = [
    await signIn(a, here.email),
    await api.call(a, { method: 'POST', path: '/auth/refresh', body: { refresh: session.refresh } }),
    await api.call(a, { method: 'POST', path: '/auth/impersonate', headers: admin, body: { person: here.id } }),
    await api.call(a, { method: 'GET', path: '/auth/user', headers: { authorization: `Bearer ${session.access}` } }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([400, 401, 403, 401])
  for (const { text } of answers) expect(text).not.toMatch(/"(access|refresh|ticket)"/)
})
