import { afterAll, beforeAll, expect, test } from 'vitest'
import { loader as come } from '#app/routes/login_.done.ts'
import { loader as leave } from '#app/routes/login_.with.$provider.ts'
import { confirmTotp, startTotpSetup } from '#server/accounts/factors/commands.ts'
import { saveProvider } from '#server/accounts/social/providers.ts'
import { siteOrigin } from '#server/engine/kernel/config.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import { accountPartsOf } from '#tests/support/accounts.ts'
import { type Api, createApi } from '#tests/support/api.ts'
import { clubLogin, followTo, startOpenIdProvider } from '#tests/support/openid-provider.ts'
import { codeOf } from '#tests/support/second-factor.ts'
import { openFor } from '#tests/support/sign-in.ts'
import { createWorld, type World } from '#tests/support/world.ts'

let world: World
let api: Api
let site: Site
let origin: string
let idp: Awaited<ReturnType<typeof startOpenIdProvider>>
beforeAll(async () => {
  world = await createWorld()
  site = await world.makeSite()
  api = await createApi(world)
  origin = siteOrigin(api.context.config, site.slug)
  idp = await startOpenIdProvider([`${origin}/login/done`])
  const admin = await openFor(world, site, await world.makePerson(site, { role: 'admin' }))
  await world.act(site, admin.actor, (ctx) =>
    saveProvider(ctx, api.context.config.SESSION_SECRET, 'club', clubLogin(idp)),
  )
})
afterAll(async () => {
  await idp.close()
  await api.close()
  await world.close()
})

type Loader = (args: never) => Promise<Response>

/** Opens an address of the way through a provider, with the cookie of the way there. */
async function open(loader: Loader, path: string, { provider = 'club', cookie = '' } = {}) {
  const request = new Request(`${origin}${path}`, { headers: { cookie, 'x-watchbill-client-ip': '198.51.100.7' } })
  const context = { app: api.context, site, actor: { kind: 'nobody' }, nonce: '', requestId: 'test' }
  const { headers } = await loader({ request, params: { provider }, context } as never)
  const [journey] = headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
  return { to: headers.get('location') ?? '', journey }
}

/** Leaves for the provider from hello with `next`, and comes back with what the provider put into the address. */
async function comeBack(next: string, answer: (to: string) => string | Promise<string>) {
  const { to, journey = '' } = await open(leave as Loader, `/login/with/club?next=${encodeURIComponent(next)}`)
  return (await open(come as Loader, `/login/done?${await answer(to)}`, { cookie: journey })).to
}

const refusing = (error: string) => (to: string) =>
  new URLSearchParams({ error, state: new URL(to).searchParams.get('state') ?? '', iss: idp.issuer }).toString()

test.each(['access_denied', 'login_required', 'server_error', 'temporarily_unavailable'])(
  'a provider that answers %s leads back to hello, which still knows the page that somebody came for',
  async (error) => {
    expect(await comeBack('/events/7?tab=shifts', refusing(error))).toBe(
      '/hello?refused=provider&next=%2Fevents%2F7%3Ftab%3Dshifts',
    )
  },
)

test.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])(
  '%s is no page of this site, neither from hello nor in the address that the provider leads to',
  async (evil) => {
    expect(await comeBack(evil, refusing('access_denied'))).toBe('/hello?refused=provider&next=%2Fdashboard')
    const added = (to: string) => `${refusing('access_denied')(to)}&next=${encodeURIComponent(evil)}`
    expect(await comeBack('/profile/shifts', added)).toBe('/hello?refused=provider&next=%2Fprofile%2Fshifts')
  },
)

test('who came without the cookie of the way there brings no page; a provider that is not offered loses none', async () => {
  expect((await open(come as Loader, '/login/done?error=access_denied&next=%2Fnews')).to).toBe('/hello')
  const { to } = await open(leave as Loader, '/login/with/other?next=%2Fnews', { provider: 'other' })
  expect(to).toBe('/hello?refused=provider&next=%2Fnews')
  expect((await open(leave as Loader, '/login/with/other', { provider: 'other' })).to).toBe('/hello?refused=provider')
})

test('the second step after a provider still knows the page that somebody came for', async () => {
  const person = await world.makePerson(site)
  const { rows } = await world.superuser.query('select account_id::int as id from people where id = $1', [person.id])
  const parts = { ...accountPartsOf(world), secret: api.context.config.SESSION_SECRET }
  const key = await startTotpSetup(parts, rows[0].id)
  await confirmTotp(parts, rows[0].id, codeOf(world, key))
  idp.become({ sub: person.email, email: person.email, email_verified: true })
  const confirmed = async (to: string) => (await followTo(to, `${origin}/login/done`)).search.slice(1)
  expect(await comeBack('/profile/shifts', confirmed)).toBe('/login/factor?next=%2Fprofile%2Fshifts')
})
