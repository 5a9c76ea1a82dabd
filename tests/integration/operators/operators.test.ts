import { expect } from 'vitest'
import { confirmTotp, startTotpSetup } from '#server/accounts/factors/commands.ts'
import { findActorByToken } from '#server/accounts/sessions/sessions.ts'
import type { DomainError } from '#server/engine/kernel/errors.ts'
import { createResolveSite } from '#server/engine/tenancy/resolve-site.ts'
import { SITES_PAGE_SIZE, sitesQuery } from '#server/operators/contract.ts'
import { endOperatorSession } from '#server/operators/session.ts'
import {
  confirmOperatorByCode,
  finishOperatorTotpSetup,
  startOperatorPasskeyRegistration,
  startOperatorTotpSetup,
  verifyOperatorPassword,
} from '#server/operators/sign-in.ts'
import { removeOperator } from '#server/platform/operators.ts'
import { BROWSER, openFor } from '#tests/support/accounts.ts'
import type { FixturesOf } from '#tests/support/fixture.ts'
import { type Host, test } from '#tests/support/operators-console.ts'

const RP = { id: 'platform.localhost', name: 'Watchbill', origin: 'http://platform.localhost:3000' }
const NOBODY = 'Email or password is incorrect.'

test('a password alone opens nothing: an operator without a second step must set one up first', async ({
  world,
  host,
}) => {
  const made = await host.operator()
  const step = await host.givePassword(made)
  expect(step.factors).toEqual([])
  await expect(
    confirmOperatorByCode(host.parts, { ticket: step.ticket, code: '123456' }, BROWSER),
  ).rejects.toMatchObject({
    extras: { issues: { code: [expect.any(String)] } },
  })
  const { secret } = await startOperatorTotpSetup(host.parts, step.ticket)
  await expect(
    finishOperatorTotpSetup(host.parts, { ticket: step.ticket, code: '000000' }, BROWSER),
  ).rejects.toMatchObject({
    extras: { issues: { code: [expect.any(String)] } },
  })
  expect((await world.superuser.query('select 1 from platform.operator_sessions')).rows).toEqual([])
  const { cookie, recovery_codes } = await finishOperatorTotpSetup(
    host.parts,
    { ticket: step.ticket, code: host.codeOf(secret) },
    BROWSER,
  )
  expect(recovery_codes).toHaveLength(10)
  expect(await host.operatorOf(cookie)).toMatchObject({ email: made.email, account: made.account_id })
  expect((await host.acts(made.account_id)).map(({ action }) => action)).toEqual([
    ...['operator.refused', 'operator.refused'],
    ...['operator.factor', 'operator.sign_in'],
  ])
})

test('an operator with a second step confirms with it, once a code, and cannot set up another one with the password', async ({
  host,
}) => {
  const who = await host.signedIn()
  const step = await host.givePassword(who)
  expect(step.factors).toEqual(['totp'])
  await expect(startOperatorTotpSetup(host.parts, step.ticket)).rejects.toMatchObject({ code: 'conflict' })
  await expect(startOperatorPasskeyRegistration(host.parts, RP, step.ticket)).rejects.toMatchObject({
    code: 'conflict',
  })
  const code = host.codeOf(who.key)
  const cookie = await confirmOperatorByCode(host.parts, { ticket: step.ticket, code }, BROWSER)
  expect(await host.operatorOf(cookie)).toMatchObject({ email: who.email })
  const paper = who.recovery_codes[0] ?? ''
  // The ticket opened its session; a good code does not open another one with it, and is not used up.
  await expect(confirmOperatorByCode(host.parts, { ticket: step.ticket, code: paper }, BROWSER)).rejects.toMatchObject({
    extras: { issues: { ticket: [expect.any(String)] } },
  })
  const { ticket } = await host.givePassword(who)
  await expect(confirmOperatorByCode(host.parts, { ticket, code }, BROWSER)).rejects.toThrow()
  expect(
    await host.operatorOf(await confirmOperatorByCode(host.parts, { ticket, code: paper }, BROWSER)),
  ).not.toBeNull()
  await expect(
    confirmOperatorByCode(host.parts, { ticket: (await host.givePassword(who)).ticket, code: paper }, BROWSER),
  ).rejects.toThrow()
})

test('a ticket of the set-up is void once a factor was set up with another, and after ten minutes', async ({
  host,
}) => {
  const made = await host.operator()
  const [one, other] = [await host.givePassword(made), await host.givePassword(made)]
  const { secret } = await startOperatorTotpSetup(host.parts, one.ticket)
  await finishOperatorTotpSetup(host.parts, { ticket: one.ticket, code: host.codeOf(secret) }, BROWSER)
  const stale = { extras: { issues: { ticket: [expect.any(String)] } } }
  await expect(startOperatorTotpSetup(host.parts, other.ticket)).rejects.toMatchObject(stale)
  const late = await host.givePassword(await host.operator())
  host.passMinutes(11)
  await expect(startOperatorTotpSetup(host.parts, late.ticket)).rejects.toMatchObject(stale)
})

test('members and admins of clubs get the answer of a mistyped password; guesses are counted with those at the clubs', async ({
  world,
  host,
}) => {
  const site = await world.makeSite()
  const { email } = await world.makePerson(site, { role: 'admin' })
  const password = 'a long enough password'
  const hash = await host.parts.passwords.hash(password)
  await world.superuser.query('update identity.accounts set password_hash = $1 where email = $2', [hash, email])
  const refusals = await Promise.all(
    [
      { email, password },
      { email, password: 'wrong' },
      { email: 'nobody@host.test', password },
    ].map((given) => host.givePassword(given).catch((error: DomainError) => [error.code, error.message, error.extras])),
  )
  for (const refusal of refusals) expect(refusal).toEqual(['invalid', NOBODY, { issues: {}, refusal: 'wrong' }])
  const made = await host.operator()
  const outcomes: string[] = []
  for (let n = 0; n < 8; n++)
    outcomes.push(
      await verifyOperatorPassword(
        host.parts,
        { email: made.email, password: `wrong ${n}` },
        { ...BROWSER, ip: `192.0.2.${n}` },
      )
        .catch((error: DomainError) => error.code)
        .then(String),
    )
  expect(outcomes).toEqual([...Array(5).fill('invalid'), ...Array(3).fill('throttled')])
})

test('an operator’s session counts as none at a club, and the other way round, though the account is the same', async ({
  world,
  host,
}) => {
  const who = await host.signedIn()
  const site = await world.makeSite()
  const person = await world.makePerson(site, { role: 'admin', email: who.email })
  const { cookie, access } = await openFor(world, site, person)
  for (const token of [cookie, access, cookie.replace(/^ws_[^_]+_/, 'ws_0_')])
    expect(await host.operatorOf(token)).toBeNull()
  const atSite = (token: string) =>
    world
      .withSite(site.id, (db) => findActorByToken(db, site, 'cookie', token, world.clock.now()))
      .catch((error: DomainError) => error.extras.reason)
  expect(await atSite(who.cookie)).toBe('wrong_site')
  expect(await atSite(who.cookie.replace(/^ws_0_/, `ws_${site.id.toString(36)}_`))).toBe('token_invalid')
  expect(await host.operatorOf(who.cookie)).toMatchObject({ email: who.email })
})

type On = Pick<FixturesOf<typeof test>, 'world' | 'host'>
type SignedIn = Awaited<ReturnType<Host['signedIn']>>
const ENDS: [string, (on: On, who: SignedIn) => Promise<unknown>][] = [
  [
    'signing out',
    async ({ host }, { cookie }) => endOperatorSession(host.parts, (await host.operatorOf(cookie))!, BROWSER),
  ],
  ['taking the right away', ({ world }, { email }) => removeOperator({ pool: world.pool('platform') }, email)],
  [
    'a changed password or factor',
    ({ world }, { account_id }) => world.superuser.query('select identity.end_sessions($1, 0, 0, now())', [account_id]),
  ],
  ['two hours without use', async ({ host }) => host.passMinutes(121)],
]
test.for(ENDS)('%s ends a session at the very next request', async ([_what, end], { world, host }) => {
  const who = await host.signedIn()
  expect(await host.operatorOf(who.cookie)).not.toBeNull()
  await end({ world, host }, who)
  expect(await host.operatorOf(who.cookie)).toBeNull()
})

test('twelve hours end a session however much it is used', async ({ host }) => {
  const who = await host.signedIn()
  for (let n = 0; n < 11; n++) {
    host.passMinutes(62)
    expect(await host.operatorOf(who.cookie), `after ${n + 1} steps`).not.toBeNull()
  }
  host.passMinutes(62)
  expect(await host.operatorOf(who.cookie)).toBeNull()
})

test('sites are found by name and address, a page at a time, with their people and their last activity', async ({
  world,
  host,
}) => {
  for (let n = 0; n < SITES_PAGE_SIZE + 3; n++)
    await world.makeSite({ slug: `paged-${n}`, name: `Paged ${String(n).padStart(2, '0')} 100%` })
  const list = (asked: object) => host.console.sites(sitesQuery.parse({ status: null, ...asked }))
  const one = await list({ search: 'PAGED' })
  expect([one.count, one.sites.length]).toEqual([SITES_PAGE_SIZE + 3, SITES_PAGE_SIZE])
  const two = await list({ search: 'paged', page: '2' })
  expect(two.sites.map(({ slug }) => slug)).toEqual(['paged-25', 'paged-26', 'paged-27'])
  expect((await list({ search: '0%' })).count).toBe(SITES_PAGE_SIZE + 3)
  expect((await list({ search: '_' })).count).toBe(0)
  await world.makeSite({ slug: 'ete', name: 'Club d’Été' })
  expect((await list({ search: "d'ete" })).count).toBe(1)
  expect((await list({ page: 'x', status: 'y' })).count).toBeGreaterThan(SITES_PAGE_SIZE)
  const site = await world.makeSite({ slug: 'counted' })
  const person = await world.makePerson(site)
  await world.makePerson(site, { erased_at: world.clock.now(), account_id: null })
  await world.insert(site, 'audit', {
    at: '2026-05-04T03:02:01Z',
    actor: 'person',
    person: person.id,
    action: 'x',
    subject: 'people',
  })
  expect((await list({ search: 'counted' })).sites).toMatchObject([
    { slug: 'counted', people: 1, status: 'active', last_activity: '2026-05-04T03:02:01.000Z' },
  ])
})

test('a site is created with its first admin, suspended and resumed; each action is in both logs under the operator', async ({
  world,
  host,
}) => {
  const { account_id } = await host.operator()
  const as = { account: account_id, ip: '192.0.2.7' }
  await expect(host.console.create(as, { slug: 'www', name: ' ', admin_email: 'x' })).rejects.toMatchObject({
    extras: { issues: { slug: ['This name is reserved.'], name: ['Required.'], admin_email: ['Invalid email.'] } },
  })
  const made = await host.console.create(as, {
    slug: 'newclub',
    name: 'New Club',
    admin_name: 'Ada',
    admin_email: 'Ada@New.test',
  })
  const resolves = async () => createResolveSite(world.pool('app'), world.clock)('newclub')
  const { rows: people } = await world.superuser.query(
    'select p.name, p.email, p.role, p.is_active, a.email as login from core.people p join identity.accounts a on a.id = p.account_id where p.site_id = $1',
    [made.id],
  )
  expect(people).toEqual([
    { name: 'Ada', email: 'ada@new.test', role: 'admin', is_active: true, login: 'ada@new.test' },
  ])
  await host.console.suspend(as, 'newclub')
  expect(await resolves()).toBeNull()
  await expect(host.console.suspend(as, 'newclub')).rejects.toMatchObject({ code: 'not_found' })
  await host.console.resume(as, 'newclub')
  expect(await resolves()).not.toBeNull()
  expect(host.changed.slice(-3)).toEqual(['newclub', 'newclub', 'newclub'])
  const done = ['site.create', 'site.suspend', 'site.resume']
  expect(await host.acts(account_id)).toEqual(done.map((action) => ({ action, site: made.id })))
  const own = await world.superuser.query(
    "select action, details from core.audit where site_id = $1 and subject = 'sites' order by id",
    [made.id],
  )
  expect(own.rows).toEqual(done.map((action) => ({ action, details: { by: 'operator' } })))
  expect((await host.console.acts()).find(({ site }) => site === 'newclub')).toMatchObject({
    action: 'site.resume',
    site: 'newclub',
    ip: '192.0.2.7',
  })
  for (const role of ['auth', 'platform'] as const)
    await expect(
      world
        .pool(role)
        .connect()
        .then((c) => c.query("update platform.operator_acts set action = 'x'").finally(() => c.release())),
    ).rejects.toThrow('permission denied')
})

test('the last second step of an operator stays; it is the one of the clubs too', async ({ world, host }) => {
  const site = await world.makeSite()
  const made = await host.operator()
  await world.makePerson(site, { email: made.email })
  const key = await startTotpSetup(host.parts, made.account_id)
  await confirmTotp(host.parts, made.account_id, host.codeOf(key))
  host.passMinutes(1)
  const { ticket, factors } = await host.givePassword(made)
  expect(factors).toEqual(['totp'])
  expect(
    await host.operatorOf(await confirmOperatorByCode(host.parts, { ticket, code: host.codeOf(key) }, BROWSER)),
  ).not.toBeNull()
})
