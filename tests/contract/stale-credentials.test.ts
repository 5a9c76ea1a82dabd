import { expect } from 'vitest'
import { mintToken } from '#server/accounts/sessions/tokens.ts'
import { mintSecret } from '#server/engine/access/secrets.ts'
import { hashSecret } from '#server/engine/kernel/derive.ts'
import { openFor } from '#tests/support/accounts.ts'
import { worldTest as base } from '#tests/support/fixture.ts'

const test = base
  .extend('scene', { scope: 'file' }, async ({ world }) => {
    const site = await world.makeSite()
    const other = await world.makeSite()
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
    const [expired, revoked, disabled] = [
      await openFor(world, site, await world.makePerson(site)),
      await openFor(world, site, await world.makePerson(site, { role: 'admin' })),
      await openFor(world, site, await world.makePerson(site)),
    ]
    const elsewhere = await openFor(world, other, await world.makePerson(other))
    const change = (text: string, id: number) => world.superuser.query(text, [id])
    await change("update sessions set access_expires = now() - interval '1 hour' where id = $1", expired.id)
    await change('update sessions set revoked_at = now() where id = $1', revoked.id)
    await change(
      'update people set is_active = false where id = (select person from sessions where id = $1)',
      disabled.id,
    )
    const key = mintSecret('wb', site.id)
    await world.insert(site, 'apikeys', {
      name: 'Old',
      scope: 'write',
      prefix: key.slice(0, 9),
      key_hash: hashSecret(key),
      revoked_at: new Date(),
    })
    const kiosk = mintSecret('wk', site.id)
    await world.insert(site, 'kiosks', { name: 'Old', secret_hash: hashSecret(kiosk), revoked_at: new Date() })
    const stale: [string, Record<string, string>][] = [
      ['an expired token', bearer(expired.access)],
      ['a revoked token', bearer(revoked.access)],
      ['the token of someone disabled', bearer(disabled.access)],
      ['the token of another site', bearer(elsewhere.access)],
      ['a token that no one gave', bearer(mintToken('access', site.id))],
      ['a refresh token', bearer(disabled.refresh)],
      ['a text that is no token', bearer('wa_x')],
      ['no token at all', { authorization: 'Bearer ' }],
      ['another scheme', { authorization: 'Basic YTpi' }],
      ['a revoked key', bearer(key)],
      ['the key of another site', bearer(mintSecret('wb', other.id))],
      ['the secret of a kiosk that was revoked', { 'x-kiosk-auth': kiosk }],
      ['the secret of a kiosk of another site', { 'x-kiosk-auth': mintSecret('wk', other.id) }],
      ['a cookie of an operator that no one gave', { cookie: `__Host-sid=${mintToken('operator', site.id)}` }],
      ['the cookie of a session that ended', { cookie: `__Host-sid=${revoked.cookie}` }],
    ]
    return { site, stale }
  })
  .extend('site', { scope: 'file' }, ({ scene }) => scene.site)
  .extend('stale', { scope: 'file' }, ({ scene }) => scene.stale)
  .extend('own', { scope: 'file' }, ({ api, site }) => () => {
    const { protocol, host } = new URL(api.context.config.publicOrigin)
    const at = `${site.slug}.${host}`
    return { host: at, origin: `${protocol}//${at}`, 'sec-fetch-site': 'same-origin' }
  })

const filled = (path: string) => path.replaceAll(/\{\w+\}/g, 'x')
const bodyFor = (method: string) => (method === 'GET' ? {} : { body: {} })
const plain = (text: string) => text.replace(/"challenge":"[^"]*"|"ticket":"[^"]*"/g, '')

test('a stale credential gets the same answer from every public call as none', async ({ api, site, own, stale }) => {
  const open = [...api.calls.filter(({ requires }) => requires === 'anyone'), { method: 'GET', path: '/openapi.json' }]
  const paths = new Set(open.map(({ path }) => path))
  for (const path of ['/organisations/current', '/events/public', '/register', '/register/check', '/auth/login'])
    expect(paths).toContain(path)
  for (const path of ['/auth/refresh', '/auth/logout', '/password_reset/request', '/emailsettings/{uid}'])
    expect(paths).toContain(path)
  for (const { method, path } of open) {
    const asked = { method, path: filled(path), ...bodyFor(method) }
    const nobody = await api.call(site, { ...asked, headers: own() })
    expect(nobody.status, `${method} ${path}`).not.toBe(401)
    for (const [what, headers] of stale) {
      const answer = await api.call(site, { ...asked, headers: { ...own(), ...headers } })
      expect([answer.status, plain(answer.text)], `${method} ${path} with ${what}`).toEqual([
        nobody.status,
        plain(nobody.text),
      ])
    }
  }
})

test('a refresh works beside any stale credential', async ({ stale, world, site, api, own }) => {
  for (const [what, headers] of stale) {
    const { refresh } = await openFor(world, site, await world.makePerson(site))
    const answer = await api.call(site, {
      method: 'POST',
      path: '/auth/refresh',
      headers: { ...own(), ...headers },
      body: { refresh },
    })
    expect(answer.status, what).toBe(200)
    expect(JSON.parse(answer.text)).toEqual({ access: expect.any(String), refresh: expect.any(String) })
  }
})

const CODES: Record<string, string | undefined> = {
  'an expired token': 'token_expired',
  'a revoked token': 'session_revoked',
  'the token of someone disabled': 'account_disabled',
  'the token of another site': 'wrong_site',
  'a token that no one gave': 'token_invalid',
  'the cookie of a session that ended': 'session_revoked',
}

test('where a person is required, a stale credential is refused as before, with its code', async ({
  stale,
  api,
  site,
}) => {
  for (const path of ['/people/', '/auth/user', '/shifts/', '/dashboard'])
    for (const [what, headers] of stale) {
      const { status, text } = await api.call(site, { method: 'GET', path, headers })
      expect([401, 403], `${path} with ${what}`).toContain(status)
      if (CODES[what]) expect(JSON.parse(text), `${path} with ${what}`).toMatchObject({ code: CODES[what] })
    }
})
