import { expect } from 'vitest'
import { createFailures } from '#server/engine/kernel/failures.ts'
import { checkDomains, listDomains } from '#server/platform/domains.ts'
import { resumeSite, suspendSite } from '#server/platform/sites.ts'
import { test as base } from '#tests/support/own-domains.ts'
import { whileOtherWrites } from '#tests/support/waiting.ts'
import { log } from '#tests/support/world.ts'

const DAY = 24 * 60

const test = base
  /** The domain that links of the club name. */
  .extend('ownDomain', ({ world, site }) => async (): Promise<string | null> => {
    const { rows } = await world.superuser.query('select own_domain from core.sites where id = $1', [site.id])
    return rows[0].own_domain
  })
  .extend('errors', () => [] as string[])
  /** The check of all domains, some minutes later. @returns how many ended. */
  .extend('checkAfter', ({ world, domains, api, errors }) => async (minutes: number) => {
    world.clock.set(new Date(world.clock.epochMs() + minutes * 60_000))
    const { pool, baseDomain, dnsServers } = domains.parts()
    const heard = { ...log, error: (_: object, text: string) => void errors.push(text) } as unknown as typeof log
    const failures = createFailures({ clock: world.clock, log })
    const ended = await checkDomains({ pool, baseDomain, dnsServers, clock: world.clock, log: heard, failures })
    api.context.resolveSite.forgetAll()
    return ended
  })
  /** How many ended in the check some minutes later, and the name of the club at the domain. */
  .extend('checked', ({ checkAfter, clubAt, domain }) => async (minutes: number) => [
    await checkAfter(minutes),
    await clubAt(domain),
  ])

test('an hourly check ends a domain whose records stay away, and no other', async ({
  domains,
  dns,
  site,
  domain: name,
  world,
  api,
  errors,
  checked,
}) => {
  await domains.prove(site.slug, name)
  const proof = dns.records.get(`_watchbill.${name}`)!
  expect(await checked(60)).toEqual([0, site.name])
  dns.records.delete(`_watchbill.${name}`)
  dns.state.fails = true
  expect(await checked(60)).toEqual([0, site.name])
  dns.state.fails = false
  expect(await checked(60)).toEqual([0, site.name])
  // Another process checks a minute later.
  expect(await checked(1)).toEqual([0, site.name])
  dns.records.set(`_watchbill.${name}`, proof)
  expect(await checked(60)).toEqual([0, site.name])
  dns.records.delete(`_watchbill.${name}`)
  expect(await checked(60)).toEqual([0, site.name])
  expect(errors).toEqual([])
  expect(await checked(60)).toEqual([1, null])
  expect(errors).toEqual(['the DNS records of an own domain are gone; links and pages are back at the subdomain'])
  expect(await checked(60)).toEqual([0, null])

  // A lapsed name may lead to other addresses at each question, while its DNS sometimes fails.
  dns.records.set(`_watchbill.${name}`, proof)
  expect(await domains.check(site.slug, name)).toMatchObject({ proved_at: null })
  await domains.point(site.slug, name)
  await domains.check(site.slug, name)
  await api.signIn(site, await world.makePerson(site))
  const sessions = async () =>
    (
      await world.superuser.query(
        'select count(*)::int as n from core.sessions where site_id = $1 and revoked_at is null',
        [site.id],
      )
    ).rows[0].n
  await suspendSite({ pool: world.pool('platform'), now: world.clock.now() }, site.slug)
  for (const [address, fails] of [
    ['198.51.100.1', false],
    ['198.51.100.2', true],
  ] as const) {
    dns.records.set(name, [{ type: 'A', value: address }])
    dns.state.fails = fails
    expect((await checked(60))[0]).toBe(0)
  }
  dns.state.fails = false
  await resumeSite({ pool: world.pool('platform'), now: world.clock.now() }, site.slug)
  api.context.resolveSite.forgetAll()
  expect(await sessions()).toBe(1)
  dns.records.set(name, [{ type: 'A', value: '198.51.100.3' }])
  expect(await checked(60)).toEqual([1, null])
  expect(await sessions()).toBe(0)
})

test('a domain ends after seven days without an answer of its DNS, and not for an outage or a faulty resolver', async ({
  domains,
  dns,
  site,
  domain: name,
  errors,
  checked,
}) => {
  await domains.prove(site.slug, name)
  dns.state.silent.add(name)
  for (let day = 1; day < 7; day++) expect(await checked(DAY)).toEqual([0, site.name])
  dns.state.silent.clear()
  expect(await checked(60)).toEqual([0, site.name])
  // The first check after a long stop, or after an answer: one failure says little.
  dns.state.silent.add(name)
  expect(await checked(8 * DAY)).toEqual([0, site.name])
  // Neither the platform's name gets an answer.
  dns.state.fails = true
  expect(await checked(60)).toEqual([0, site.name])
  dns.state.fails = false
  expect(errors).toEqual([])
  expect(await checked(60)).toEqual([1, null])
  expect(errors).toEqual(['the DNS records of an own domain are gone; links and pages are back at the subdomain'])
  expect(await listDomains(domains.parts(), site.slug)).toMatchObject([
    { proved_at: null, in_links: false, problem: `The DNS of ${name} has not answered for seven days.` },
  ])
  dns.state.silent.clear()
})

test('a domain that the check ends while another is removed gives links neither', async ({
  world,
  domains,
  dns,
  site,
  domain: name,
  ownDomain,
  checkAfter,
}) => {
  await domains.prove(site.slug, name)
  world.clock.set(new Date(world.clock.epochMs() + 60_000))
  await domains.prove(site.slug, `www.${name}`)
  dns.records.delete(`_watchbill.${name}`)
  await checkAfter(60)
  expect(await ownDomain()).toBe(`www.${name}`)
  const done = await whileOtherWrites(world, {
    write: async (other) => {
      await other.query("select set_config('app.site_id', $1, true)", [site.id])
      await other.query('select from core.sites where id = $1 for update', [site.id])
      await other.query('delete from platform.domains where name = $1', [`www.${name}`])
      await other.query('update core.sites set own_domain = $2 where id = $1', [site.id, name])
    },
    work: () => checkAfter(60),
  })
  expect([done, await ownDomain()]).toEqual([1, null])
})
