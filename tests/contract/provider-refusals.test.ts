import { expect } from 'vitest'
import { loader as come } from '#app/features/accounts/routes/login_.done.ts'
import { loader as leave } from '#app/features/accounts/routes/login_.with.$provider.ts'
import { confirmTotp, startTotpSetup } from '#server/accounts/factors/commands.ts'
import { saveProvider } from '#server/accounts/social/providers.ts'
import { siteOrigin } from '#server/engine/kernel/config.ts'
import { accountPartsOf, codeOf, openFor } from '#tests/support/accounts.ts'
import { worldTest as base } from '#tests/support/fixture.ts'
import { clubLogin, followTo, startOpenIdProvider } from '#tests/support/providers/openid-provider.ts'

const test = base
  .extend('site', { scope: 'file' }, ({ world }) => world.makeSite())
  .extend('origin', { scope: 'file' }, ({ api, site }) => siteOrigin(api.context.config, site.slug))
  .extend('idp', { scope: 'file', auto: true }, async ({ origin }, { onCleanup }) => {
    const idp = await startOpenIdProvider([`${origin}/login/done`])
    onCleanup(() => idp.close())
    return idp
  })
  .extend(
    'admin',
    { scope: 'file', auto: true },
    async ({ world, site }) => await openFor(world, site, await world.makePerson(site, { role: 'admin' })),
  )
  .extend(
    'open',
    { scope: 'file' },
    ({ origin, api, site }) =>
      async (loader: Loader, path: string, { provider = 'club', cookie = '' } = {}) => {
        const request = new Request(`${origin}${path}`, {
          headers: { cookie, 'x-watchbill-client-ip': '198.51.100.7' },
        })
        const context = { app: api.context, site, actor: { kind: 'nobody' }, nonce: '', requestId: 'test' }
        const { headers } = await loader({ request, params: { provider }, context } as never)
        const [journey] = headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
        return { to: headers.get('location') ?? '', journey }
      },
  )
  .extend(
    'comeBack',
    { scope: 'file' },
    ({ open }) =>
      async (next: string, answer: (to: string) => string | Promise<string>) => {
        const { to, journey = '' } = await open(leave as Loader, `/login/with/club?next=${encodeURIComponent(next)}`)
        return (await open(come as Loader, `/login/done?${await answer(to)}`, { cookie: journey })).to
      },
  )
  .extend(
    'refusing',
    { scope: 'file' },
    ({ idp }) =>
      (error: string) =>
      (to: string) =>
        new URLSearchParams({ error, state: new URL(to).searchParams.get('state') ?? '', iss: idp.issuer }).toString(),
  )

test.beforeAll(async ({ world, site, admin, api, idp }) => {
  await world.act(site, admin.actor, (ctx) =>
    saveProvider(ctx, api.context.config.SESSION_SECRET, 'club', clubLogin(idp)),
  )
})

type Loader = (args: never) => Promise<Response>

test.for(['access_denied', 'login_required', 'server_error', 'temporarily_unavailable'])(
  'a provider that answers %s leads back to hello, which keeps the page to return to',
  async (error, { comeBack, refusing }) => {
    expect(await comeBack('/events/7?tab=shifts', refusing(error))).toBe(
      '/hello?refused=provider&next=%2Fevents%2F7%3Ftab%3Dshifts',
    )
  },
)

test.for(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])(
  '%s is no page of this site, neither from hello nor in the provider’s return address',
  async (evil, { comeBack, refusing }) => {
    expect(await comeBack(evil, refusing('access_denied'))).toBe('/hello?refused=provider&next=%2Fdashboard')
    const added = (to: string) => `${refusing('access_denied')(to)}&next=${encodeURIComponent(evil)}`
    expect(await comeBack('/profile/shifts', added)).toBe('/hello?refused=provider&next=%2Fprofile%2Fshifts')
  },
)

test('a return without the sign-in cookie has no page to return to; a provider that is not offered keeps it', async ({
  open,
}) => {
  expect((await open(come as Loader, '/login/done?error=access_denied&next=%2Fnews')).to).toBe('/hello')
  const { to } = await open(leave as Loader, '/login/with/other?next=%2Fnews', { provider: 'other' })
  expect(to).toBe('/hello?refused=provider&next=%2Fnews')
  expect((await open(leave as Loader, '/login/with/other', { provider: 'other' })).to).toBe('/hello?refused=provider')
})

test('the second step after a provider keeps the page to return to', async ({
  world,
  site,
  api,
  idp,
  origin,
  comeBack,
}) => {
  const person = await world.makePerson(site)
  const { rows } = await world.superuser.query('select account_id::int as id from people where id = $1', [person.id])
  const parts = { ...accountPartsOf(world), secret: api.context.config.SESSION_SECRET }
  const key = await startTotpSetup(parts, rows[0].id)
  await confirmTotp(parts, rows[0].id, codeOf(world, key))
  idp.become({ sub: person.email, email: person.email, email_verified: true })
  const confirmed = async (to: string) => (await followTo(to, `${origin}/login/done`)).search.slice(1)
  expect(await comeBack('/profile/shifts', confirmed)).toBe('/login/factor?next=%2Fprofile%2Fshifts')
})
