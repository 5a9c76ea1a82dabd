import { expect } from 'vitest'
import type { Overview } from '#server/operators/contract.ts'
import { sitesQuery } from '#server/operators/contract.ts'
import { test } from '#tests/support/operators-console.ts'
import { watchStatements } from '#tests/support/statements.ts'

const by = { account: 1, ip: null }
const hours = (now: Date, n: number) => new Date(now.getTime() + n * 3_600_000)
const troubleOf = ({ troubled }: Overview, slug: string) => troubled.find((site) => site.slug === slug)?.trouble
const everything = sitesQuery.parse({})

test('the console counts people, shifts and messages of a site and omits other sites', async ({ world, host }) => {
  const [site, other] = [await world.makeSite(), await world.makeSite()]
  const now = world.clock.now()
  const admin = await world.makePerson(site, { role: 'admin' })
  await world.makePerson(other)
  const { id: event } = await world.insert(site, 'events', { name: 'Race', start: hours(now, 24), end: hours(now, 28) })
  for (const person of [admin.id, null, null])
    await world.insert(site, 'shifts', { event, person, start: hours(now, 24), end: hours(now, 28) })
  await world.insert(site, 'shifts', { event, start: hours(now, 24 * 8), end: hours(now, 24 * 8 + 4) })
  for (const [state, reason] of [
    ['sent', null],
    ['delivered', null],
    ['bounced', 'No such mailbox'],
    ['skipped', 'opted_out'],
  ])
    await world.insert(site, 'deliveries', {
      person: admin.id,
      kind: `test.${state}`,
      channel: 'email',
      state,
      reason,
      due_at: hours(now, -2),
    })
  expect(await host.console.site(site.slug)).toMatchObject({
    people: 1,
    admins: 1,
    shifts: 3,
    open_shifts: 2,
    sent: 2,
    failed: 1,
    waiting: 0,
    waiting_since: null,
    trouble: { kind: 'failed', messages: 1 },
    messages: expect.arrayContaining([
      {
        ...{ channel: 'email', state: 'bounced', reason: 'No such mailbox', count: 1 },
        words: 'Came back: the address doesn’t accept emails. No such mailbox',
      },
      expect.objectContaining({ reason: 'opted_out', words: 'Has switched off this kind of email.' }),
    ]),
  })
  expect(await host.console.site(other.slug)).toMatchObject({ people: 1, shifts: 0, sent: 0, messages: [] })
  const { sites } = await host.console.sites(everything)
  expect(sites.find(({ slug }) => slug === site.slug)).toMatchObject({ shifts: 3, open_shifts: 2, sent: 2 })
  await expect(host.console.site('nowhere')).rejects.toMatchObject({ code: 'not_found' })
})

test('sites that need attention come first: waiting messages, no admin, refused messages, no one signed in, suspended', async ({
  world,
  host,
}) => {
  const now = world.clock.now()
  const [waiting, fresh, empty, unclaimed, suspended, young] = [
    await world.makeSite(),
    await world.makeSite(),
    await world.makeSite(),
    await world.makeSite(),
    await world.makeSite(),
    await world.makeSite(),
  ]
  for (const site of [waiting, fresh, unclaimed, suspended, young]) {
    const admin = await world.makePerson(site, { role: 'admin' })
    if (site === waiting || site === fresh || site === suspended)
      await world.insert(site, 'deliveries', {
        person: admin.id,
        kind: 'test.queued',
        channel: 'email',
        due_at: new Date(now.getTime() - (site === fresh ? 240_000 : 301_000)),
      })
    if (site !== unclaimed && site !== young)
      await world.superuser.query('update core.people set last_login = now() where site_id = $1', [site.id])
  }
  await world.superuser.query("update core.sites set created_at = $1::timestamptz - interval '3 days' where id = $2", [
    now,
    unclaimed.id,
  ])
  await world.superuser.query('update core.sites set created_at = $1 where id = $2', [now, young.id])
  await world.makePerson(empty, { role: 'admin', is_active: false })
  await host.console.suspend(by, suspended.slug)
  const overview = await host.console.overview()
  expect(troubleOf(overview, waiting.slug)).toMatchObject({ kind: 'waiting', messages: 1 })
  expect(troubleOf(overview, fresh.slug)).toBeUndefined()
  expect(troubleOf(overview, empty.slug)).toEqual({ kind: 'no_admin' })
  expect(troubleOf(overview, unclaimed.slug)).toEqual({ kind: 'unclaimed' })
  expect(troubleOf(overview, young.slug)).toBeUndefined()
  expect(troubleOf(overview, suspended.slug)).toEqual({ kind: 'suspended' })
  expect(await host.console.site(suspended.slug)).toMatchObject({ waiting: 0, waiting_since: null })
  expect(overview.troubled[0]?.trouble.kind).toBe('waiting')
  expect(overview.troubled.at(-1)?.trouble.kind).toBe('suspended')
  expect(overview.numbers.waiting).toBe(2)
  expect(overview.numbers.database_bytes).toBeGreaterThan(1_000_000)
})

test('messages to many count as waiting, and are never overdue', async ({ world, host }) => {
  const now = world.clock.now()
  const site = await world.makeSite()
  const admin = await world.makePerson(site, { role: 'admin', last_login: now })
  const queue = (over: object) =>
    world.insert(site, 'deliveries', { person: admin.id, channel: 'email', due_at: hours(now, -2), ...over })
  await queue({ kind: 'bulk:1', lane: 'bulk' })
  expect(await host.console.site(site.slug)).toMatchObject({ waiting: 1, waiting_since: null, trouble: null })
  await queue({ kind: 'test.queued', due_at: hours(now, -1) })
  expect(await host.console.site(site.slug)).toMatchObject({
    waiting: 2,
    waiting_since: hours(now, -1).toISOString(),
    trouble: { kind: 'waiting', messages: 1 },
  })
})

test('an operator sends a new link to admins who never signed in, and to no one else', async ({ world, host }) => {
  const { account_id } = await host.operator()
  const site = await world.makeSite()
  const admin = await world.makePerson(site, { role: 'admin' })
  await world.makePerson(site)
  expect(await host.console.inviteAdmins({ account: account_id, ip: null }, site.slug)).toEqual([admin.email])
  expect(await host.acts(account_id)).toEqual([{ action: 'site.invite', site: site.id }])
  await world.superuser.query('update core.people set last_login = now() where site_id = $1', [site.id])
  await expect(host.console.inviteAdmins(by, site.slug)).rejects.toMatchObject({ code: 'conflict' })
  await expect(host.console.inviteAdmins(by, 'nowhere')).rejects.toMatchObject({ code: 'not_found' })
})

test('an operator sets how many messages a site may send; nonsense changes nothing', async ({ world, host }) => {
  const { account_id } = await host.operator()
  const operator = { account: account_id, ip: null }
  const site = await world.makeSite()
  const caps = { mail_per_day: '200', mail_per_month: '', sms_per_day: '0', sms_per_month: '40' }
  const stored = { mail_per_day: 200, mail_per_month: null, sms_per_day: 0, sms_per_month: 40 }
  expect(await host.console.setCaps(operator, site.slug, caps)).toEqual(stored)
  expect((await host.console.site(site.slug)).caps).toEqual(stored)
  expect(await host.acts(account_id)).toEqual([{ action: 'site.caps', site: site.id }])
  for (const mail_per_day of ['-1', '1.5', 'many', '99999999999', 'x'.repeat(5_000)])
    await expect(host.console.setCaps(operator, site.slug, { ...caps, mail_per_day })).rejects.toMatchObject({
      extras: { issues: { mail_per_day: [expect.any(String)] } },
    })
  expect((await host.console.site(site.slug)).caps).toEqual(stored)
  await expect(host.console.setCaps(operator, 'nowhere', caps)).rejects.toMatchObject({ code: 'not_found' })
})

test('a new site gets time zone, language and phone numbers from a city near it', async ({ world, host }) => {
  const { account_id } = await host.operator()
  const operator = { account: account_id, ip: null }
  const made = await host.console.create(operator, { slug: 'tamar', name: 'Tamar', city: 'Launceston' })
  const { rows } = await world.superuser.query(
    'select timezone, locale, default_country_code from core.sites where id = $1',
    [made.id],
  )
  expect(rows).toEqual([{ timezone: 'Australia/Hobart', locale: 'en-AU', default_country_code: 'AU' }])
  for (const city of ['', 'Perth', 'Nowhere', 'x'.repeat(5_000), 7])
    await expect(host.console.create(operator, { slug: 'other', name: 'Other', city })).rejects.toMatchObject({
      extras: { issues: { city: [expect.any(String)] } },
    })
})

test('a site with an ambiguous time zone needs attention', async ({ world, host }) => {
  const [site, other] = [await world.makeSite(), await world.makeSite()]
  for (const { id } of [site, other]) {
    const admin = { role: 'admin', last_login: world.clock.now() }
    await world.insert({ id } as never, 'people', { name: 'Ann', email: `ann-${id}@x.test`, is_active: true, ...admin })
  }
  await world.superuser.query('alter table core.sites drop constraint sites_timezone')
  await world.superuser.query(`update core.sites set timezone = 'MET' where id = $1`, [site.id])
  const trouble = { kind: 'zone', zone: 'MET', day: expect.stringMatching(/^20\d\d-/), lasting: true }
  expect(await host.console.site(site.slug)).toMatchObject({ trouble })
  expect(troubleOf(await host.console.overview(), site.slug)).toEqual(trouble)
  expect((await host.console.site(other.slug))?.trouble).toBeNull()
})

test('the console sends as many statements for many sites as for few', async ({ world, host }) => {
  const asked: string[] = []
  watchStatements((text) => {
    asked.push(text)
    return undefined
  })
  const statements = async () => {
    const before = asked.length
    await host.console.overview()
    await host.console.sites(everything)
    return asked.slice(before).filter((text) => /^\s*(with|select)/i.test(text)).length
  }
  // Readings of time zones are checked once a day.
  await host.console.overview()
  const few = await statements()
  for (let n = 0; n < 30; n++) await world.makeSite()
  expect(await statements()).toBe(few)
  expect(few).toBeLessThanOrEqual(6)
})
