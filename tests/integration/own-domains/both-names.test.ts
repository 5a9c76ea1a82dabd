import { expect } from 'vitest'
import { startPasskeySignIn } from '#server/accounts/factors/passkeys.ts'
import { relyingParty } from '#server/accounts/factors/relying-party.ts'
import { mintToken } from '#server/accounts/sessions/tokens.ts'
import { openEntry } from '#server/accounts/sign-in/operator-entry.ts'
import { saveProvider } from '#server/accounts/social/providers.ts'
import { writeShiftMessage } from '#server/deliveries/texts/shift/write.ts'
import { linkOrigin } from '#server/engine/kernel/config.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import { accountPartsOf, openFor } from '#tests/support/accounts.ts'
import { makeRoster, makeShift, messagingFor } from '#tests/support/messages/messaging.ts'
import { test as base } from '#tests/support/own-domains.ts'
import { readText } from '#tests/support/pages.ts'
import { clubLogin, startOpenIdProvider } from '#tests/support/providers/openid-provider.ts'

/** A club with an own domain. */
const test = base
  .extend('domain', async ({ site, domains, domain }) => {
    await domains.prove(site.slug, domain)
    return domain
  })
  .extend('origin', ({ domain }) => `http://${domain}:3000`)
  .extend('subdomain', ({ site }) => `${site.slug}.localhost:3000`)

const browser = { 'sec-fetch-dest': 'document' }

test('pages redirect from the subdomain to the own domain, with path and query, and from nowhere else', async ({
  pages,
  domain,
  origin,
  subdomain,
}) => {
  const moved = ['/', '/hello?next=%2Fevents%2F5', '/events/public?iframe', '/shifts/x?a=1&a=2', '/login/with/club']
  for (const path of moved)
    for (const [method, headers] of [
      ['GET', browser],
      ['HEAD', browser],
      ['GET', { 'sec-fetch-dest': 'iframe' }],
      ['GET', {}],
    ] as const) {
      const answer = await pages.ask({ method, path, host: subdomain, headers: { ...headers } })
      expect([path, answer.status, answer.headers.location]).toEqual([path, 302, `${origin}${path}`])
    }
  const at = await pages.ask({ path: '/hello', host: `${domain}:3000`, headers: browser })
  expect([at.status, at.headers.location]).toEqual([200, undefined])
  for (const path of ['//evil.example', '/%5Cevil.example'])
    expect((await pages.ask({ path, host: subdomain, headers: browser })).headers.location).toBeUndefined()
})

test('calls, forms, secret links, feeds, kiosks and what a page loads keep working on both names', async ({
  pages,
  domain,
  subdomain,
}) => {
  const kept = [
    '/api/organisations/current',
    '/api/events/public',
    '/kiosk',
    `/answer/${'x'.repeat(40)}`,
    '/a/abcdef',
    '/profile/emails/00000000-0000-4000-8000-000000000000',
    '/password/reset/abc',
    '/cover/abc',
    '/swap/abc',
    '/hold/abc',
    `/feeds/${'x'.repeat(43)}/shifts.ics`,
    '/login/done?code=x&state=y',
    '/operator-entry',
    '/hello?_data=routes%2Fhello',
    '/media/s/1/x.webp',
    '/favicon.svg',
    '/healthz',
  ]
  for (const path of kept) {
    const [here, there] = [
      await pages.ask({ path, host: subdomain, headers: browser }),
      await pages.ask({ path, host: `${domain}:3000`, headers: browser }),
    ]
    expect([path, here.status]).toEqual([path, there.status])
    expect([path, here.headers.location ?? '']).toEqual([path, expect.not.stringContaining(domain)])
  }
  const image = await pages.ask({ path: '/hello', host: subdomain, headers: { 'sec-fetch-dest': 'empty' } })
  expect(image.status).toBe(200)
  const form = await pages.ask({ method: 'POST', path: '/hello', host: subdomain, body: 'email=a%40b.test' })
  expect(form.headers.location ?? '').not.toContain(domain)
})

test('an operator stays at the subdomain, with their secret and their cookie', async ({
  pages,
  world,
  site,
  domain,
  subdomain,
}) => {
  const headers = { ...browser, cookie: `__Host-sid=wo_${site.id.toString(36)}_${'x'.repeat(43)}` }
  const page = await pages.ask({ path: '/dashboard', host: subdomain, headers })
  expect(page.headers.location ?? '').not.toContain(domain)
  const token = mintToken('entry', site.id)
  const at = (over: Partial<Site>) =>
    world.withSite(site.id, (db) => openEntry({ db, site: { ...site, ...over }, clock: world.clock }, token))
  await expect(at({ reached_at: domain })).rejects.toMatchObject({ message: 'Enter again from the console.' })
})

test('a page may write only at its own name: the two do not trust each other, nor a neighbour', async ({
  pages,
  world,
  site,
  domain,
  origin,
  subdomain,
  admin,
}) => {
  const { cookie } = await openFor(world, site, admin)
  const write = (host: string, from: string) =>
    pages.ask({
      method: 'POST',
      path: '/api/locations',
      host,
      headers: { cookie: `__Host-sid=${cookie}`, origin: from, 'content-type': 'application/json' },
      body: '[{"name":"Slipway"}]',
    })
  const own = `${domain}:3000`
  expect((await write(own, origin)).status).toBe(201)
  expect((await write(subdomain, `http://${subdomain}`)).status).toBe(201)
  for (const [host, from] of [
    [own, `http://${subdomain}`],
    [subdomain, origin],
    [own, `http://${domain}`],
    [own, `http://x.${own}`],
    [own, 'https://evil.example'],
  ] as const)
    expect([host, from, (await write(host, from)).status]).toEqual([host, from, 403])
  const form = (host: string, from: string) =>
    pages.ask({ method: 'POST', path: '/hello', host, headers: { origin: from }, body: 'email=a%40b.test' })
  expect((await form(own, `http://${subdomain}`)).status).toBe(403)
  expect((await form(own, origin)).status).not.toBe(403)
})

test('a session counts at the club’s own domain, and no cookie is of more names than one', async ({
  pages,
  world,
  site,
  domain,
  admin,
}) => {
  const { cookie } = await openFor(world, site, admin)
  const signedIn = async (host: string, sent: Record<string, string>) =>
    (await pages.ask({ path: '/api/auth/user', host, headers: sent })).status
  expect(await signedIn(`${domain}:3000`, { cookie: `__Host-sid=${cookie}` })).toBe(200)
  const page = await pages.ask({
    method: 'POST',
    path: '/hello',
    host: `${domain}:3000`,
    headers: { origin: `http://${domain}:3000` },
    body: `email=${encodeURIComponent(admin.email)}`,
  })
  const cookies = [page.headers['set-cookie'] ?? []].flat()
  expect(cookies.length).toBeGreaterThan(0)
  for (const one of cookies) expect(one).not.toMatch(/domain=/i)
})

test('links in messages name the own domain, and the calendar keeps its entries', async ({ world, api, domains }) => {
  await world.superuser.query("delete from platform.settings where name = 'reminders_planned'")
  const roster = await makeRoster(world, { site: { sms_enabled: false } })
  const { slug } = roster.site
  const name = `duty.${slug}.test`
  const { messaging, transports } = messagingFor(world, {
    originOf: (site: Site) => linkOrigin(api.context.config, site),
    write: writeShiftMessage,
  })
  const remind = async (start: string) => {
    const shift = await makeShift(world, roster, start)
    world.clock.set(new Date(Date.parse(start) - 7 * 86_400_000))
    await messaging.plan()
    const mail = transports.email.sent.at(-1)!
    return { shift, mail, file: String(mail.attachments[0]?.content).replaceAll(/\r\n /g, '') }
  }
  const before = await remind('2027-06-12T09:00:00.000Z')
  expect(before.mail.html).toContain(`http://${slug}.localhost:3000/`)
  await domains.prove(slug, name)
  const after = await remind('2027-06-19T09:00:00.000Z')
  expect(transports.email.sent).toHaveLength(2)
  for (const text of [after.mail.html, after.mail.text, after.mail.headers['List-Unsubscribe'], after.file]) {
    expect(text).toContain(`http://${name}:3000/`)
    expect(text).not.toContain(`//${slug}.localhost`)
  }
  for (const { shift, file } of [before, after]) expect(file).toContain(`UID:shift-${shift}@${slug}.localhost`)
})

test('a feed has one address, and the same entries at both names', async ({
  api,
  pages,
  site,
  member,
  domain,
  origin,
  subdomain,
  world,
  domains,
}) => {
  world.clock.set(new Date('2027-06-01T12:00:00Z'))
  const headers = await api.signIn(site, member)
  const event = await world.insert(site, 'events', {
    name: 'Race',
    start: '2027-07-10T08:00Z',
    end: '2027-07-10T16:00Z',
  })
  await world.insert(site, 'shifts', {
    event: event.id,
    person: member.id,
    start: '2027-07-10T09:00Z',
    end: '2027-07-10T15:00Z',
    draft: '2027-01-01T00:00Z',
    answer_state: 'confirmed',
    answered_at: '2027-01-02T00:00Z',
  })
  const made = await pages.ask({
    method: 'POST',
    path: '/api/calendarfeed',
    host: domain,
    headers: { ...headers, 'content-type': 'application/json' },
    body: '{}',
  })
  const { url } = JSON.parse(made.text)
  expect(url).toMatch(new RegExp(`^${origin}/feeds/`))
  const path = new URL(url).pathname
  const [own, sub] = [await pages.ask({ path, host: domain }), await pages.ask({ path, host: subdomain })]
  expect([own.status, sub.text]).toEqual([200, own.text])
  expect(own.text).toContain(`@${site.slug}.localhost`)
  expect(own.text).toContain(`${origin}/events/${event.id}`)
  await domains.remove(site.slug, domain)
  const after = await pages.ask({ path, host: subdomain })
  const uids = (text: string) => text.match(/^UID:.*$/gm)
  expect(uids(after.text)).toEqual(uids(own.text))
  expect(after.text).not.toContain(domain)
})

test('a passkey is asked for at the name of the page, and one of the subdomain does not fit there', async ({
  world,
  api,
  site,
  domain,
  origin,
}) => {
  const { config, resolveSite } = api.context
  const at = async (name: string) => relyingParty(config, (await resolveSite(name))!)
  expect(await at(site.slug)).toMatchObject({
    id: `${site.slug}.localhost`,
    origin: `http://${site.slug}.localhost:3000`,
  })
  expect(await at(domain)).toMatchObject({ id: domain, origin })
  const real = { BASE_DOMAIN: 'watchbill.example', publicOrigin: 'https://watchbill.example' }
  expect(relyingParty(real, { slug: 'harbour', name: 'H' }).id).toBe('watchbill.example')
  expect(relyingParty(real, { slug: 'harbour', name: 'H', reached_at: 'roster.club.org' })).toMatchObject({
    id: 'roster.club.org',
    origin: 'https://roster.club.org',
  })
  const { options } = await startPasskeySignIn(accountPartsOf(world), await at(domain), site.id, null)
  expect(options.rpId).toBe(domain)
})

test('the sign-in page and the list of passkeys say at which name a passkey works', async ({
  api,
  pages,
  world,
  site,
  member,
  domain,
  domains,
  subdomain,
}) => {
  const { cookie } = await openFor(world, site, member)
  await world.superuser.query(
    `insert into identity.passkeys (account_id, credential_id, public_key, rp_id, name, created_at)
     select account_id, $2, '\\x00ff', $3, 'Phone', now() from core.people where id = $1`,
    [member.id, `c${member.id}`, `${site.slug}.localhost`],
  )
  const read = async (path: string, host: string, headers: Record<string, string> = {}) =>
    readText((await pages.ask({ path, host, headers: { ...browser, ...headers } })).text)
  const signedIn = { cookie: `__Host-sid=${cookie}` }
  const warning = `A passkey that you made at ${site.slug}.localhost does not work here.`
  expect(await read('/hello', domain)).toContain(warning)
  expect(await read('/profile/security', domain, signedIn)).toContain(`Works at ${site.slug}.localhost, and not here`)
  const answer = await api.call(site, { method: 'GET', path: '/auth/factors', headers: await api.signIn(site, member) })
  expect(JSON.parse(answer.text).passkeys).toMatchObject([{ domain: `${site.slug}.localhost` }])
  await domains.remove(site.slug, domain)
  expect(await read('/hello', subdomain)).not.toContain('does not work here')
  const again = { cookie: `__Host-sid=${(await openFor(world, site, member)).cookie}` }
  const there = await read('/profile/security', subdomain, again)
  expect([there.includes('Passkey, Phone'), there.includes('and not here')]).toEqual([true, false])
})

test('a provider sends people back to the name where they began', async ({
  world,
  api,
  pages,
  site,
  admin,
  domain,
  origin,
  domains,
  subdomain,
}) => {
  const idp = await startOpenIdProvider([`${origin}/login/done`])
  try {
    const { actor } = await openFor(world, site, admin)
    await world.act(site, actor, (ctx) => saveProvider(ctx, api.context.config.SESSION_SECRET, 'club', clubLogin(idp)))
    const begun = async (host: string) => {
      const { headers } = await pages.ask({ path: '/login/with/club', host, headers: browser })
      return new URL(String(headers.location)).searchParams.get('redirect_uri')
    }
    expect(await begun(domain)).toBe(`${origin}/login/done`)
    await domains.remove(site.slug, domain)
    expect(await begun(subdomain)).toBe(`http://${subdomain}/login/done`)
  } finally {
    await idp.close()
  }
})

test('removing the domain brings the subdomain back', async ({ pages, domains, site, domain, subdomain }) => {
  expect((await pages.ask({ path: '/hello', host: subdomain, headers: browser })).status).toBe(302)
  await domains.remove(site.slug, domain)
  expect((await pages.ask({ path: '/hello', host: subdomain, headers: browser })).status).toBe(200)
  expect((await pages.ask({ path: '/hello', host: domain, headers: browser })).status).toBe(404)
})
