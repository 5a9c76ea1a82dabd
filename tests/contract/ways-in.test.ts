import { expect } from 'vitest'
import { confirmTotp, startTotpSetup } from '#server/accounts/factors/commands.ts'
import { sendResetLink } from '#server/accounts/passwords/reset.ts'
import { startAuthorization } from '#server/accounts/social/openid.ts'
import { providerAccess, saveProvider } from '#server/accounts/social/providers.ts'
import { derivedToken } from '#server/engine/kernel/derive.ts'
import { accountPartsOf, codeOf, givePassword, openFor, PASSWORD, queuedNotices } from '#tests/support/accounts.ts'
import { worldTest as base } from '#tests/support/fixture.ts'
import { clubLogin, followTo, startOpenIdProvider } from '#tests/support/providers/openid-provider.ts'

const test = base
  .extend('site', { scope: 'file' }, ({ world }) => world.makeSite())
  .extend('secret', { scope: 'file', auto: true }, ({ api }) => api.context.config.SESSION_SECRET)
  .extend(
    'minutes',
    { scope: 'file' },
    ({ world }) =>
      (n: number) =>
        world.clock.set(new Date(world.clock.epochMs() + n * 60_000)),
  )
  .extend(
    'ask',
    { scope: 'file' },
    ({ api, site }) =>
      async (method: string, path: string, body?: unknown, headers?: Record<string, string>) => {
        const { status, text } = await api.call(site, { method, path, ...(body !== undefined && { body }), headers })
        return { status, said: text ? JSON.parse(text) : null }
      },
  )
  .extend(
    'me',
    { scope: 'file' },
    ({ ask }) =>
      (access: string) =>
        ask('GET', '/auth/user', undefined, bearer(access)),
  )
  .extend('member', { scope: 'file' }, ({ world, site }) => async (over: Record<string, unknown> = {}) => {
    const person = await world.makePerson(site, over)
    await givePassword(world, accountPartsOf(world), person.email)
    const { rows } = await world.superuser.query('select account_id::int as id from people where id = $1', [person.id])
    return { ...person, account: rows[0].id as number }
  })

test.beforeEach(({ world }) => world.clock.set(null))

const bearer = (access: string) => ({ authorization: `Bearer ${access}` })

test('an access token outlives the half hour between two refreshes, and ends after 40 minutes', async ({
  member,
  ask,
  world,
  me,
}) => {
  const { email } = await member()
  const { said } = await ask('POST', '/auth/login', { email, password: PASSWORD })
  const from = world.clock.epochMs()
  for (const [at, expected] of [
    [30, 200],
    [39.5, 200],
    [40, 401],
  ] as const) {
    world.clock.set(new Date(from + at * 60_000 + (at === 40 ? 1_000 : 0)))
    const answer = await me(said.access)
    expect([at, answer.status]).toEqual([at, expected])
    if (expected === 401) expect(answer.said).toMatchObject({ code: 'token_expired' })
  }
  const next = await ask('POST', '/auth/refresh', { refresh: said.refresh })
  expect(next.status).toBe(200)
  expect((await me(next.said.access)).status).toBe(200)
})

test('a reset link does not bypass the second step', async ({ member, world, secret, site, minutes, ask, me }) => {
  const who = await member()
  const factors = { authPool: world.pool('auth'), clock: world.clock, secret }
  const key = await startTotpSetup(factors, who.account)
  await confirmTotp(factors, who.account, codeOf(world, key))
  const before = await openFor(world, site, who)
  minutes(1)
  await sendResetLink({ ...accountPartsOf(world), secret }, site, who.email)
  const derive = (await queuedNotices(world, site)).filter(({ kind }) => kind === 'account.reset').at(-1)!.facts.derive!
  const reset = await ask('PUT', '/password_reset/token', {
    token: derivedToken(secret, derive.purpose, derive.id),
    password: 'another good password',
  })
  expect(reset.status).toBe(400)
  expect(reset.said).toMatchObject({ factor_required: ['totp'], ticket: expect.any(String) })
  expect(JSON.stringify(reset.said)).not.toMatch(/"(access|refresh)"/)
  expect((await me(before.access)).said).toMatchObject({ code: 'session_revoked' })
  const wrong = await ask('POST', '/auth/factor', { ticket: reset.said.ticket, code: 'no such code' })
  expect([wrong.status, Object.keys(wrong.said)]).toEqual([400, expect.arrayContaining(['code'])])
  const entered = await ask('POST', '/auth/factor', { ticket: reset.said.ticket, code: codeOf(world, key) })
  expect(entered.status).toBe(200)
  expect((await me(entered.said.access)).said).toMatchObject({ id: who.id })
  const password = await ask('POST', '/auth/login', { email: who.email, password: 'another good password' })
  expect(password.said).toMatchObject({ factor_required: ['totp'] })
})

test('acting as a member and returning, by calls: the tokens change, and the audit log names both', async ({
  member,
  ask,
  world,
  me,
}) => {
  const [admin, who] = [await member({ role: 'admin' }), await member()]
  const own = (await ask('POST', '/auth/login', { email: admin.email, password: PASSWORD })).said
  const begun = await ask('POST', '/auth/impersonate', { person: who.id }, bearer(own.access))
  expect(begun).toMatchObject({ status: 200, said: { user: { id: who.id, impersonator: { id: admin.id } } } })
  const acting = bearer(begun.said.access)
  const writes: [string, string, unknown][] = [
    ['PUT', '/people/change_settings_self', { email_newsletters: false }],
    ['POST', '/availability', [{ date: '2030-01-01', available: 1 }]],
  ]
  for (const [method, path, body] of writes) {
    const answer = await ask(method, path, body, acting)
    expect([path, answer.status < 300, answer.said]).toEqual([path, true, answer.said])
  }
  // A feed would outlive the hour.
  expect((await ask('POST', '/calendarfeed', {}, acting)).status).toBe(403)
  const { rows } = await world.superuser.query(
    "select action, impersonator::int from audit where person = $1 and action !~ '^(session|impersonation)' order by id",
    [who.id],
  )
  expect(rows).toEqual(
    ['settings.change', 'availability.create'].map((action) => ({
      action,
      impersonator: admin.id,
    })),
  )
  const back = await ask('POST', '/auth/unimpersonate', {}, acting)
  expect(back).toMatchObject({ status: 200, said: { user: { id: admin.id, impersonator: null } } })
  expect((await me(begun.said.access)).said).toMatchObject({ code: 'session_revoked' })
  expect((await me(own.access)).status).toBe(401)
  expect((await me(back.said.access)).said).toMatchObject({ id: admin.id })
  expect((await ask('POST', '/auth/unimpersonate', {}, bearer(back.said.access))).status).toBe(403)
  expect((await ask('POST', '/auth/refresh', { refresh: back.said.refresh })).status).toBe(200)
})

test('acting as a member ten minutes after signing in asks for the password like any form, not by a 403', async ({
  member,
  ask,
  minutes,
}) => {
  const [admin, who] = [await member({ role: 'admin' }), await member()]
  const own = (await ask('POST', '/auth/login', { email: admin.email, password: PASSWORD })).said
  minutes(11)
  const begin = () => ask('POST', '/auth/impersonate', { person: who.id }, bearer(own.access))
  expect(await begin()).toEqual({
    status: 400,
    said: { non_field_errors: ['Please confirm it’s you.'], reauth_required: true },
  })
  expect((await ask('POST', '/auth/reauth', { password: PASSWORD }, bearer(own.access))).status).toBe(204)
  expect(await begin()).toMatchObject({ status: 200, said: { user: { id: who.id } } })
})

test('signing in by a provider, by call: tokens for a member, else the status that register/check gives', async ({
  site,
  world,
  secret,
  ask,
  member,
  me,
}) => {
  const BACK = `http://${site.slug}.localhost/login/done`
  const idp = await startOpenIdProvider([BACK])
  const admin = await openFor(world, site, await world.makePerson(site, { role: 'admin' }))
  await world.act(site, admin.actor, (ctx) => saveProvider(ctx, secret, 'club', clubLogin(idp)))
  const access = await world.withSite(site.id, (db) => providerAccess(db, secret, 'club'))
  const social = async (email: string, over: Record<string, string> = {}) => {
    idp.become({ sub: email, email, email_verified: true })
    const { to, journey } = await startAuthorization(access, BACK, true)
    const came = await followTo(to, BACK)
    const body = {
      provider: 'club',
      code: came.searchParams.get('code'),
      redirect_uri: BACK,
      code_verifier: journey.verifier,
      nonce: journey.nonce,
      ...over,
    }
    return { body, answer: await ask('POST', '/auth/social', body) }
  }
  const who = await member()
  const { body, answer } = await social(who.email)
  expect(answer).toMatchObject({
    status: 200,
    said: { access: expect.any(String), refresh: expect.any(String), user: { id: who.id } },
  })
  expect((await me(answer.said.access)).said).toMatchObject({ id: who.id })
  expect((await ask('POST', '/auth/social', body)).status).toBe(400)
  expect((await social('nobody-here@example.org')).answer).toEqual({
    status: 200,
    said: { status: 'account-required' },
  })
  expect((await social(who.email, { code_verifier: 'x'.repeat(50) })).answer.status).toBe(400)
  expect((await social(who.email, { nonce: 'another' })).answer.status).toBe(400)
  expect((await social(who.email, { provider: 'unknown' })).answer.status).toBe(400)
  const pending = await member({ role: 'new', is_active: false })
  const refused = (await social(pending.email)).answer
  expect(refused.status).toBe(400)
  expect(JSON.stringify(refused.said)).not.toMatch(/"(access|refresh)"/)
  expect((await ask('POST', '/auth/social', {})).said).toMatchObject({ provider: ['Required.'], code: ['Required.'] })
  await idp.close()
})
