import { Secret, TOTP } from 'otpauth'
import { expect } from 'vitest'
import { confirmTotp, startTotpSetup } from '#server/accounts/factors/commands.ts'
import { findActorByToken } from '#server/accounts/sessions/sessions.ts'
import { createPasswords } from '#server/accounts/sign-in/password.ts'
import { requireRecentSignIn } from '#server/accounts/sign-in/recent-sign-in.ts'
import {
  type AuthorizationState,
  createProviderFetch,
  finishAuthorization,
  startAuthorization,
} from '#server/accounts/social/openid.ts'
import { listProviders, providerAccess, providerButtons, saveProvider } from '#server/accounts/social/providers.ts'
import { signInWithEmail } from '#server/accounts/social/sign-in.ts'
import { createLimits } from '#server/engine/access/limits/limits.ts'
import { BROWSER, openFor } from '#tests/support/accounts.ts'
import { worldTest as base } from '#tests/support/fixture.ts'
import { clubLogin, followTo, startOpenIdProvider } from '#tests/support/providers/openid-provider.ts'
import { log } from '#tests/support/world.ts'

const BACK = 'http://club.localhost/login/done'
const secret = 'a secret of thirty-two characters'

const test = base
  .extend('site', { scope: 'file' }, ({ world }) => world.makeSite())
  .extend('idp', { scope: 'file', auto: true }, async ({ world: _ }, { onCleanup }) => {
    const idp = await startOpenIdProvider([BACK])
    onCleanup(() => idp.close())
    return idp
  })
  .extend(
    'admin',
    { scope: 'file', auto: true },
    async ({ world, site }) => await openFor(world, site, await world.makePerson(site, { role: 'admin' })),
  )
  .extend('access', { scope: 'file', auto: true }, async ({ world, site, admin, idp }) => {
    await world.act(site, admin.actor, (ctx) => saveProvider(ctx, secret, 'club', clubLogin(idp)))
    return world.withSite(site.id, (db) => providerAccess(db, secret, 'club'))
  })
  .extend('parts', { scope: 'file' }, ({ world }) => () => ({
    authPool: world.pool('auth'),
    withSite: world.withSite,
    passwords: createPasswords(),
    limits: createLimits({ pool: world.pool('auth'), clock: world.clock, log, enabled: false }),
    clock: world.clock,
    secret,
    wake: () => {},
  }))
  .extend(
    'journey',
    { scope: 'file' },
    ({ access }) =>
      async (
        change: (came: URL, kept: AuthorizationState) => [URL, AuthorizationState] = (came, kept) => [came, kept],
      ) => {
        const { to, journey: kept } = await startAuthorization(access, BACK, true)
        const [came, back] = change(await followTo(to, BACK), kept)
        return finishAuthorization(access, came, back, true)
      },
  )
  .extend(
    'signIn',
    { scope: 'file' },
    ({ idp, parts, site, journey }) =>
      async (email: string, over: { email_verified?: boolean } = {}) => {
        idp.become({ sub: email, email, email_verified: true, ...over })
        return signInWithEmail(parts(), site, await journey(), BROWSER)
      },
  )

test('the secret is stored encrypted, shown to no one, and unknown to other sites', async ({ world, idp, site }) => {
  const { rows } = await world.superuser.query("select encode(client_secret, 'escape') as kept from sign_in_providers")
  expect(rows[0].kept).not.toContain(idp.client.secret)
  const admins = await world.withSite(site.id, listProviders)
  expect(admins).toEqual([
    {
      provider: 'club',
      label: 'Club login',
      issuer: idp.issuer,
      client_id: 'watchbill',
      has_secret: true,
      active: true,
    },
  ])
  expect(await world.withSite(site.id, providerButtons)).toEqual([{ provider: 'club', label: 'Club login' }])
  const other = await world.makeSite()
  await expect(world.withSite(other.id, (db) => providerAccess(db, secret, 'club'))).rejects.toMatchObject({
    code: 'invalid',
  })
})

test('the account with the verified email of a person here is signed in', async ({ world, site, signIn }) => {
  const person = await world.makePerson(site)
  const outcome = await signIn(person.email.toUpperCase())
  expect(outcome).toMatchObject({ kind: 'in', session: { person: person.id } })
  if (outcome.kind !== 'in') return
  const actor = await world.withSite(site.id, (db) =>
    findActorByToken(db, site, 'access', outcome.session.access, world.clock.now()),
  )
  // A club's own provider must not change what other clubs share: the password is still required.
  await expect(world.act(site, actor, requireRecentSignIn)).rejects.toMatchObject({
    extras: { body: { reauth_required: true } },
  })
})

test('an email that is not verified, unknown, or of another site gets no session', async ({ world, site, signIn }) => {
  const person = await world.makePerson(site)
  await expect(signIn(person.email, { email_verified: false })).rejects.toMatchObject({ code: 'invalid' })
  expect(await signIn('nobody@example.org')).toEqual({
    kind: 'unknown',
    email: 'nobody@example.org',
    status: 'account-required',
  })
  const elsewhere = await world.makePerson(await world.makeSite())
  expect(await signIn(elsewhere.email)).toMatchObject({ kind: 'unknown', status: 'details-required' })
})

test.for([
  ['pending', { role: 'new' }],
  ['disabled', { is_active: false }],
] as const)('a person %s gets no session', async ([_what, over], { world, site, signIn }) => {
  const person = await world.makePerson(site, over)
  await expect(signIn(person.email)).rejects.toMatchObject({ code: 'invalid' })
})

test('an account with a second factor is asked for it', async ({ world, site, parts, signIn }) => {
  const person = await world.makePerson(site)
  const { rows } = await world.superuser.query('select account_id::int as id from people where id = $1', [person.id])
  const key = await startTotpSetup(parts(), rows[0].id)
  await confirmTotp(
    parts(),
    rows[0].id,
    new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: world.clock.epochMs() }),
  )
  await expect(signIn(person.email)).rejects.toMatchObject({
    extras: { body: { factor_required: ['totp'], ticket: expect.any(String) } },
  })
})

const withQuery = (url: URL, name: string, value?: string) => {
  if (value === undefined) url.searchParams.delete(name)
  else url.searchParams.set(name, value)
  return url
}

test.for<[string, (came: URL, kept: AuthorizationState) => [URL, AuthorizationState]]>([
  ['another state', (came, kept) => [came, { ...kept, state: 'x'.repeat(43) }]],
  ['another nonce', (came, kept) => [came, { ...kept, nonce: 'x'.repeat(43) }]],
  ['another verifier', (came, kept) => [came, { ...kept, verifier: 'x'.repeat(43) }]],
  ['a made-up code', (came, kept) => [withQuery(came, 'code', 'made-up'), kept]],
  ['another issuer', (came, kept) => [withQuery(came, 'iss', 'https://evil.example'), kept]],
  ['no code', (came, kept) => [withQuery(came, 'code'), kept]],
] as const)('%s is refused', async ([_what, change], { journey }) => {
  await expect(journey(change)).rejects.toMatchObject({ code: 'invalid', extras: { issues: {} } })
})

test('a code counts once, and a program may use it without its state', async ({ world, site, idp, access }) => {
  const person = await world.makePerson(site)
  idp.become({ sub: person.email, email: person.email, email_verified: true })
  const { to, journey: kept } = await startAuthorization(access, BACK, true)
  const came = await followTo(to, BACK)
  const fresh = () => new URL(`${BACK}?code=${came.searchParams.get('code')}`)
  const { nonce, verifier } = kept
  expect(await finishAuthorization(access, fresh(), { nonce, verifier }, true)).toBe(person.email)
  await expect(finishAuthorization(access, fresh(), { nonce, verifier }, true)).rejects.toMatchObject({
    code: 'invalid',
  })
})

test.each([
  'http://example.org',
  'https://127.0.0.1',
  'https://[::1]',
  'https://10.0.0.1',
  'https://169.254.169.254',
  'https://user@example.org',
  'https://localhost',
  'file:///etc/passwd',
])('in production the server never calls %s', async (address) => {
  await expect(
    createProviderFetch(false)(address, { method: 'GET', headers: {}, body: null, redirect: 'manual' }),
  ).rejects.toThrow(/not allowed|public internet/)
})
