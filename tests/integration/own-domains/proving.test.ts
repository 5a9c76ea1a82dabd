import { expect } from 'vitest'
import { SITE_NOT_FOUND } from '#server/engine/tenancy/resolve-site.ts'
import { checkDomain, listDomains, MAX_DOMAINS, removeDomain } from '#server/platform/domains.ts'
import { deleteSite, moveSite, resumeSite, suspendSite } from '#server/platform/sites.ts'
import { HERE, test } from '#tests/support/own-domains.ts'

test('a name leads to the club once its DNS has proved it, and to no one before', async ({
  domains,
  dns,
  site,
  domain: name,
  clubAt,
  pages,
}) => {
  const added = await domains.add(site.slug, ` ${name.toUpperCase()}. `)
  const [text, alias] = added.records
  expect([added.name, added.proved_at, text?.name, alias]).toEqual([
    name,
    null,
    `_watchbill.${name}`,
    { name, type: 'CNAME', value: `${site.slug}.localhost` },
  ])
  const refused = async (problem: string) => {
    expect((await domains.check(site.slug, name)).problem).toBe(problem)
    const page = await pages.ask({ path: '/hello', host: name })
    expect([page.status, page.text.includes(SITE_NOT_FOUND)]).toEqual([404, true])
    expect(await clubAt(name)).toBeNull()
    expect((await pages.ask({ path: '/hello', host: `${site.slug}.localhost` })).status).toBe(200)
  }
  await refused(`There is no TXT record _watchbill.${name}. ${name} has no address.`)
  dns.records.set(name, [{ type: 'A', value: HERE }])
  dns.records.set(text!.name, [{ type: 'TXT', value: 'v=spf1 -all' }])
  await refused(
    `The TXT record _watchbill.${name} has another value. ${site.slug}.localhost has no address itself: its own DNS has to be set up first.`,
  )
  dns.records.set(text!.name, [
    { type: 'TXT', value: 'v=spf1 -all' },
    { type: 'TXT', value: text!.value },
  ])
  dns.records.set(`${site.slug}.localhost`, [{ type: 'A', value: HERE }])
  dns.records.set(name, [
    { type: 'A', value: HERE },
    { type: 'A', value: '198.51.100.1' },
  ])
  await refused(`${name} leads to 198.51.100.1, and ${site.slug}.localhost does not.`)
  dns.records.set(name, [{ type: 'A', value: HERE }])
  dns.state.fails = true
  await refused('The DNS did not answer. Try again in a few minutes.')
  dns.state.fails = false

  expect(await domains.check(site.slug, name)).toMatchObject({ problem: null, in_links: true })
  expect(await clubAt(name)).toBe(site.name)
  expect(await clubAt(`${name}:8443`)).toBe(site.name)
  expect(await clubAt(`${name.toUpperCase()}.`)).toBe(site.name)
  for (const other of [`x.${name}`, `x${name}`, `${site.slug}.test`])
    expect([other, await clubAt(other)]).toEqual([other, null])
})

test('a DNS that does not answer ends nothing; one that says otherwise does, and so does removing', async ({
  domains,
  dns,
  site,
  domain: name,
  clubAt,
}) => {
  await domains.prove(site.slug, name)
  dns.state.fails = true
  const unknown = await domains.check(site.slug, name)
  dns.state.fails = false
  expect([unknown.in_links, unknown.problem]).toEqual([true, 'The DNS did not answer. Try again in a few minutes.'])
  expect(await clubAt(name)).toBe(site.name)

  const records = [name, `_watchbill.${name}`].map((at) => [at, dns.records.get(at)!] as const)
  const before = (await listDomains(domains.parts(), site.slug))[0]!.records
  dns.records.set(name, [{ type: 'A', value: '198.51.100.1' }])
  const lost = await domains.check(site.slug, name)
  expect(lost).toMatchObject({ in_links: false, proved_at: null })
  expect(lost.records).toEqual([{ ...before[0], value: expect.not.stringMatching(before[0]!.value) }, before[1]])
  expect(await clubAt(name)).toBeNull()
  // The next holder of the name may have copied the records.
  for (const [at, old] of records) dns.records.set(at, old)
  expect(await domains.check(site.slug, name)).toMatchObject({
    ...{ proved_at: null, problem: `The TXT record _watchbill.${name} has another value.`, records: lost.records },
  })
  expect(await clubAt(name)).toBeNull()
  await domains.point(site.slug, name)
  await domains.check(site.slug, name)
  expect(await clubAt(name)).toBe(site.name)

  await domains.remove(site.slug, name)
  expect(await clubAt(name)).toBeNull()
  await expect(domains.check(site.slug, name)).rejects.toMatchObject({ code: 'not_found' })
  await expect(domains.remove(site.slug, name)).rejects.toMatchObject({ code: 'not_found' })
  const again = await domains.add(site.slug, name)
  expect([before[0]!.value, lost.records[0]!.value]).not.toContain(again.records[0]!.value)
  expect((await domains.check(site.slug, name)).proved_at).toBeNull()
})

test('a domain shows its own club only, and a club can prove no name with another one’s token', async ({
  domains,
  dns,
  world,
  site,
  domain: name,
  api,
  admin,
  clubAt,
  pages,
}) => {
  const other = await world.makeSite()
  await domains.prove(site.slug, name)
  const theirs = `duty.${other.slug}.test`
  const { records } = await domains.add(other.slug, theirs)
  const token = (await listDomains(domains.parts(), site.slug))[0]!.records[0]!
  dns.records.set(records[0]!.name, [{ type: 'TXT', value: token.value }])
  dns.records.set(theirs, [{ type: 'CNAME', value: `${other.slug}.localhost` }])
  dns.records.set(`${other.slug}.localhost`, [{ type: 'A', value: HERE }])
  expect((await domains.check(other.slug, theirs)).in_links).toBe(false)
  expect(await clubAt(theirs)).toBeNull()
  for (const act of [domains.check, domains.remove])
    await expect(act(other.slug, name)).rejects.toMatchObject({ code: 'not_found' })
  await expect(domains.add(other.slug, name)).rejects.toMatchObject({
    extras: { issues: { name: ['A site has this name already.'] } },
  })

  await world.insert(site, 'locations', { name: 'Our jetty' })
  await world.insert(other, 'locations', { name: 'Their jetty' })
  const headers = await api.signIn(site, admin)
  const list = async (host: string, sent = headers) => pages.ask({ path: '/api/locations', host, headers: sent })
  const ours = await list(name)
  expect([ours.status, ours.text.includes('Our jetty'), ours.text.includes('Their jetty')]).toEqual([200, true, false])
  expect((await list(`${other.slug}.localhost`)).status).toBe(401)
  expect((await list(name, await api.signIn(other, await world.makePerson(other)))).status).toBe(401)
})

const REFUSED = [
  'localhost',
  'x.localhost',
  'com',
  '192.0.2.1',
  'münchen.de',
  `${'a.'.repeat(200)}org`,
  'a'.repeat(99_999),
]

test('names that are no club’s own are refused with words', async ({ domains, site }) => {
  for (const refused of REFUSED)
    await expect(domains.add(site.slug, refused)).rejects.toMatchObject({
      code: 'invalid',
      extras: { issues: { name: [expect.stringMatching(/\.$/)] } },
    })
  expect(await listDomains(domains.parts(), site.slug)).toEqual([])
})

/** Runs `work` at the first call, and gives every call the same promise. */
const once = (work: () => Promise<void>) => {
  let running: Promise<void> | null = null
  return () => (running ??= work())
}

test('a check that asked for the token of another club proves nothing', async ({
  world,
  domains,
  dns,
  site,
  domain: name,
  clubAt,
}) => {
  const other = await world.makeSite()
  await domains.publish(site.slug, name)
  /** Gives the name to a club while the DNS answers a check of the first. */
  const checkedWhileGivenTo = async (slug: string) => {
    const given = once(async () => {
      await domains.remove(site.slug, name)
      await domains.add(slug, name)
    })
    dns.state.onAsked = given
    await expect(domains.check(site.slug, name)).rejects.toMatchObject({ code: 'not_found' })
    dns.state.onAsked = null
    expect(await listDomains(domains.parts(), slug)).toMatchObject([{ proved_at: null, checked_at: null }])
    expect(await clubAt(name)).toBeNull()
  }
  await checkedWhileGivenTo(other.slug)
  await domains.remove(other.slug, name)
  await domains.publish(site.slug, name)
  await checkedWhileGivenTo(site.slug)
})

test('a club has at most five, also when they come together', async ({ domains, site, domain: name }) => {
  const added = await Promise.allSettled(
    Array.from({ length: MAX_DOMAINS + 2 }, (_, n) => domains.add(site.slug, `d${n}.${name}`)),
  )
  expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(MAX_DOMAINS)
  await expect(domains.add(site.slug, name)).rejects.toMatchObject({ code: 'conflict' })
})

test('links name the domain that was proved last, and the earlier one when that is removed', async ({
  domains,
  site,
  domain: name,
  world,
}) => {
  const inLinks = async () =>
    (await listDomains(domains.parts(), site.slug)).filter((domain) => domain.in_links).map((domain) => domain.name)
  await domains.prove(site.slug, name)
  world.clock.set(new Date(world.clock.epochMs() + 60_000))
  await domains.prove(site.slug, `www.${name}`)
  expect(await inLinks()).toEqual([`www.${name}`])
  world.clock.set(new Date(world.clock.epochMs() + 60_000))
  await domains.check(site.slug, name)
  expect(await inLinks()).toEqual([`www.${name}`])
  await domains.remove(site.slug, `www.${name}`)
  expect(await inLinks()).toEqual([name])
  const { rows } = await world.superuser.query(
    "select details ->> 'change' as change from core.audit where site_id = $1 and action = 'site.domain' order by id",
    [site.id],
  )
  expect(rows.map(({ change }) => change)).toEqual(['added', 'proved', 'added', 'proved', 'removed'])
})

test('the domain of a suspended club answers as unknown, of a moved one says where it is, of a deleted one is free', async ({
  domains,
  world,
  site,
  domain: name,
  api,
  clubAt,
  pages,
}) => {
  const other = await world.makeSite()
  const parts = { pool: world.pool('platform'), now: world.clock.now() }
  await domains.prove(site.slug, name)
  const after = async <T>(work: Promise<T>) => {
    await work
    api.context.resolveSite.forget(site.slug)
  }
  await after(suspendSite(parts, site.slug))
  expect((await pages.ask({ path: '/', host: name })).text).toContain(SITE_NOT_FOUND)
  expect(await clubAt(name)).toBeNull()
  await after(resumeSite(parts, site.slug))
  expect(await clubAt(name)).toBe(site.name)

  await after(moveSite(parts, site.slug, 'https://harbour.example.org'))
  const page = await pages.ask({ path: '/hello', host: name })
  expect([page.status, page.text.includes('href="https://harbour.example.org/hello"')]).toEqual([503, true])
  expect((await pages.ask({ path: '/api/people', host: name })).status).toBe(503)
  await after(moveSite(parts, site.slug, `http://${name}:3000`))
  expect((await pages.ask({ path: '/', host: name })).text).toContain('This page will try again in a minute.')
  await after(moveSite(parts, site.slug, null))

  await after(deleteSite(parts, site.slug))
  expect((await pages.ask({ path: '/', host: name })).status).toBe(404)
  await domains.prove(other.slug, name)
  expect(await clubAt(name)).toBe(other.name)
})

test('every process hears of a change: of the club’s name, of a proved domain, and of a removed one', async ({
  domains,
  api,
  site,
  domain: name,
  world,
}) => {
  const { resolveSite } = api.context
  const at = async () => (await resolveSite(name))?.name ?? null
  await domains.publish(site.slug, name)
  expect(await at()).toBeNull()
  await checkDomain(domains.parts(), { slug: site.slug, name })
  await expect.poll(at, { timeout: 15_000 }).toBe(site.name)
  await world.superuser.query("update core.sites set name = 'The New Quay' where id = $1", [site.id])
  await expect.poll(at, { timeout: 15_000 }).toBe('The New Quay')
  await removeDomain(domains.parts(), { slug: site.slug, name })
  await expect.poll(at, { timeout: 15_000 }).toBeNull()
})
