import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createLimits } from '#server/access/limits/limits.ts'
import { beginTotp, confirmTotp } from '#server/accounts/factors/commands.ts'
import { createPasswords } from '#server/accounts/password.ts'
import { actorByToken } from '#server/accounts/sessions.ts'
import type { DomainError } from '#server/kernel/errors.ts'
import { SITES_PAGE, sitesQuery } from '#server/operators/contract.ts'
import { listOperatorMails, sendOperatorMails } from '#server/operators/mails.ts'
import { endOperatorSession, operatorByCookie } from '#server/operators/session.ts'
import {
  beginOperatorApp,
  type ConsoleParts,
  confirmOperatorByCode,
  finishOperatorApp,
  offerOperatorPasskey,
  provePasswordOfOperator,
} from '#server/operators/sign-in.ts'
import { type Console, createConsole } from '#server/platform/console.ts'
import { createOperator, removeOperator } from '#server/platform/operators.ts'
import { createResolveSite } from '#server/tenancy/resolve-site.ts'
import { type Recording, recordingTransport } from '#tests/support/messaging.ts'
import { DEVICE, openFor } from '#tests/support/sign-in.ts'
import { createWorld, log, type World } from '#tests/support/world.ts'

const RP = { id: 'platform.localhost', name: 'Watchbill', origin: 'http://platform.localhost:3000' }
const NOBODY = 'Email or password is incorrect.'

let world: World
let parts: ConsoleParts
let consoleOf: Console
const changed: string[] = []
beforeAll(async () => {
  world = await createWorld()
  const limits = createLimits({ pool: world.pool('auth'), clock: world.clock, log, on: true })
  const secret = 'a secret of thirty-two characters'
  parts = {
    authPool: world.pool('auth'),
    clock: world.clock,
    passwords: createPasswords(),
    limits,
    secret,
  }
  consoleOf = createConsole(world.pool('platform'), world.clock, (slug) => void changed.push(slug))
})
beforeEach(() => world.clock.set(null))
afterAll(async () => {
  await parts.limits.close()
  await world.close()
})

let counter = 0
const operator = async () => {
  counter += 1
  const made = await createOperator(
    { pool: world.pool('platform'), passwords: parts.passwords },
    `op${counter}@host.test`,
  )
  return { ...made, password: made.password ?? '' }
}
type Made = Awaited<ReturnType<typeof operator>>

const minutes = (n: number) => world.clock.set(new Date(world.clock.epochMs() + n * 60_000))
const codeOf = (key: string) =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: world.clock.epochMs() })
const first = ({ email, password }: { email: string; password: string }) =>
  provePasswordOfOperator(parts, { email, password }, DEVICE)
const by = (cookie: string) => operatorByCookie(parts, cookie)
const acts = async (account: number) =>
  (
    await world.superuser.query(
      'select action, site::int from platform.operator_acts where account_id = $1 order by id',
      [account],
    )
  ).rows

/** An operator with an app, signed in. */
async function atConsole(who?: Made) {
  const made = who ?? (await operator())
  const { ticket } = await first(made)
  const { secret } = await beginOperatorApp(parts, ticket)
  const { cookie, recovery_codes } = await finishOperatorApp(parts, { ticket, code: codeOf(secret) }, DEVICE)
  minutes(1)
  return { ...made, key: secret, cookie, recovery_codes: recovery_codes ?? [] }
}

test('the password alone opens nothing: an operator without a second step sets one up before anything else', async () => {
  const made = await operator()
  const step = await first(made)
  expect(step.factors).toEqual([])
  await expect(confirmOperatorByCode(parts, { ticket: step.ticket, code: '123456' }, DEVICE)).rejects.toMatchObject({
    extras: { issues: { code: [expect.any(String)] } },
  })
  const { secret } = await beginOperatorApp(parts, step.ticket)
  await expect(finishOperatorApp(parts, { ticket: step.ticket, code: '000000' }, DEVICE)).rejects.toMatchObject({
    extras: { issues: { code: [expect.any(String)] } },
  })
  expect((await world.superuser.query('select 1 from platform.operator_sessions')).rows).toEqual([])
  const { cookie, recovery_codes } = await finishOperatorApp(
    parts,
    { ticket: step.ticket, code: codeOf(secret) },
    DEVICE,
  )
  expect(recovery_codes).toHaveLength(10)
  expect(await by(cookie)).toMatchObject({ email: made.email, account: made.account_id })
  expect((await acts(made.account_id)).map(({ action }) => action)).toEqual([
    ...['operator.refused', 'operator.refused'],
    ...['operator.factor', 'operator.sign_in'],
  ])
})

test('who has a second step confirms with it, once a code, and cannot set up another one with the password', async () => {
  const who = await atConsole()
  const step = await first(who)
  expect(step.factors).toEqual(['totp'])
  await expect(beginOperatorApp(parts, step.ticket)).rejects.toMatchObject({ code: 'conflict' })
  await expect(offerOperatorPasskey(parts, RP, step.ticket)).rejects.toMatchObject({ code: 'conflict' })
  const code = codeOf(who.key)
  const cookie = await confirmOperatorByCode(parts, { ticket: step.ticket, code }, DEVICE)
  expect(await by(cookie)).toMatchObject({ email: who.email })
  await expect(confirmOperatorByCode(parts, { ticket: step.ticket, code }, DEVICE)).rejects.toThrow()
  const paper = who.recovery_codes[0] ?? ''
  expect(await by(await confirmOperatorByCode(parts, { ticket: step.ticket, code: paper }, DEVICE))).not.toBeNull()
  await expect(confirmOperatorByCode(parts, { ticket: step.ticket, code: paper }, DEVICE)).rejects.toThrow()
})

test('a ticket of the set-up is void once a factor was set up with another, and after ten minutes', async () => {
  const made = await operator()
  const [one, other] = [await first(made), await first(made)]
  const { secret } = await beginOperatorApp(parts, one.ticket)
  await finishOperatorApp(parts, { ticket: one.ticket, code: codeOf(secret) }, DEVICE)
  const stale = { extras: { issues: { ticket: [expect.any(String)] } } }
  await expect(beginOperatorApp(parts, other.ticket)).rejects.toMatchObject(stale)
  const late = await first(await operator())
  minutes(11)
  await expect(beginOperatorApp(parts, late.ticket)).rejects.toMatchObject(stale)
})

test('members and admins of clubs are told what a mistyped password is told; guesses are counted with those at the clubs', async () => {
  const site = await world.makeSite()
  const { email } = await world.makePerson(site, { role: 'admin' })
  const password = 'a long enough password'
  const hash = await parts.passwords.hash(password)
  await world.superuser.query('update identity.accounts set password_hash = $1 where email = $2', [hash, email])
  const refusals = await Promise.all(
    [
      { email, password },
      { email, password: 'wrong' },
      { email: 'nobody@host.test', password },
    ].map((given) => first(given).catch((error: DomainError) => [error.code, error.message, error.extras])),
  )
  for (const refusal of refusals) expect(refusal).toEqual(['invalid', NOBODY, { issues: {} }])
  const made = await operator()
  const outcomes: string[] = []
  for (let n = 0; n < 8; n++)
    outcomes.push(
      await provePasswordOfOperator(
        parts,
        { email: made.email, password: `wrong ${n}` },
        { ...DEVICE, ip: `192.0.2.${n}` },
      )
        .catch((error: DomainError) => error.code)
        .then(String),
    )
  expect(outcomes).toEqual([...Array(5).fill('invalid'), ...Array(3).fill('throttled')])
})

test('a session of an operator is nobody at a club, and the other way round, though the account is the same', async () => {
  const who = await atConsole()
  const site = await world.makeSite()
  const person = await world.makePerson(site, { role: 'admin', email: who.email })
  const { cookie, access } = await openFor(world, site, person)
  for (const token of [cookie, access, cookie.replace(/^ws_[^_]+_/, 'ws_0_')]) expect(await by(token)).toBeNull()
  const atSite = (token: string) =>
    world
      .withSite(site.id, (db) => actorByToken(db, site, 'cookie', token, world.clock.now()))
      .catch((error: DomainError) => error.extras.reason)
  expect(await atSite(who.cookie)).toBe('wrong_site')
  expect(await atSite(who.cookie.replace(/^ws_0_/, `ws_${site.id.toString(36)}_`))).toBe('token_invalid')
  expect(await by(who.cookie)).toMatchObject({ email: who.email })
})

test.each<[string, (who: Awaited<ReturnType<typeof atConsole>>) => Promise<unknown>]>([
  ['signing out', async ({ cookie }) => endOperatorSession(parts, (await by(cookie))!, DEVICE)],
  ['taking the right away', ({ email }) => removeOperator({ pool: world.pool('platform') }, email)],
  [
    'a changed password or factor',
    ({ account_id }) => world.superuser.query('select identity.end_sessions($1, 0, 0, now())', [account_id]),
  ],
  ['two hours without use', async () => minutes(121)],
])('%s ends it at the very next request', async (_what, end) => {
  const who = await atConsole()
  expect(await by(who.cookie)).not.toBeNull()
  await end(who)
  expect(await by(who.cookie)).toBeNull()
})

test('twelve hours end a session however much it is used', async () => {
  const who = await atConsole()
  for (let n = 0; n < 11; n++) {
    minutes(62)
    expect(await by(who.cookie), `after ${n + 1} steps`).not.toBeNull()
  }
  minutes(62)
  expect(await by(who.cookie)).toBeNull()
})

test('sites are found by name and address, a page at a time, with their people and their last activity', async () => {
  for (let n = 0; n < SITES_PAGE + 3; n++)
    await world.makeSite({ slug: `paged-${n}`, name: `Paged ${String(n).padStart(2, '0')} 100%` })
  const list = (asked: object) => consoleOf.sites(sitesQuery.parse({ status: null, ...asked }))
  const one = await list({ search: 'PAGED' })
  expect([one.count, one.sites.length]).toEqual([SITES_PAGE + 3, SITES_PAGE])
  const two = await list({ search: 'paged', page: '2' })
  expect(two.sites.map(({ slug }) => slug)).toEqual(['paged-25', 'paged-26', 'paged-27'])
  expect((await list({ search: '0%' })).count).toBe(SITES_PAGE + 3)
  expect((await list({ search: '_' })).count).toBe(0)
  await world.makeSite({ slug: 'ete', name: 'Club d’Été' })
  expect((await list({ search: "d'ete" })).count).toBe(1)
  expect((await list({ page: 'x', status: 'y' })).count).toBeGreaterThan(SITES_PAGE)
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
    { slug: 'counted', people: 1, status: 'active', last_activity: '2026-05-04T03:02:01Z' },
  ])
})

test('a site is made with its first admin, suspended and resumed; each act is in both logs under the operator', async () => {
  const { account_id } = await operator()
  const as = { account: account_id, ip: '192.0.2.7' }
  await expect(consoleOf.create(as, { slug: 'www', name: ' ', admin_email: 'x' })).rejects.toMatchObject({
    extras: { issues: { slug: ['This name is reserved.'], name: ['Required.'], admin_email: ['Invalid email.'] } },
  })
  const made = await consoleOf.create(as, {
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
  await consoleOf.suspend(as, 'newclub')
  expect(await resolves()).toBeNull()
  await expect(consoleOf.suspend(as, 'newclub')).rejects.toMatchObject({ code: 'not_found' })
  await consoleOf.resume(as, 'newclub')
  expect(await resolves()).not.toBeNull()
  expect(changed.slice(-3)).toEqual(['newclub', 'newclub', 'newclub'])
  const done = ['site.create', 'site.suspend', 'site.resume']
  expect(await acts(account_id)).toEqual(done.map((action) => ({ action, site: made.id })))
  const own = await world.superuser.query(
    "select action, details from core.audit where site_id = $1 and subject = 'sites' order by id",
    [made.id],
  )
  expect(own.rows).toEqual(done.map((action) => ({ action, details: { by: 'operator' } })))
  expect((await consoleOf.acts()).find(({ site }) => site === 'newclub')).toMatchObject({
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

test('the last second step of an operator stays; it is the one of the clubs too', async () => {
  const site = await world.makeSite()
  const made = await operator()
  await world.makePerson(site, { email: made.email })
  const key = await beginTotp(parts, made.account_id)
  await confirmTotp(parts, made.account_id, codeOf(key))
  minutes(1)
  const { ticket, factors } = await first(made)
  expect(factors).toEqual(['totp'])
  expect(await by(await confirmOperatorByCode(parts, { ticket, code: codeOf(key) }, DEVICE))).not.toBeNull()
})

const setUp = async (who: Made) => {
  const { ticket } = await first(who)
  const { secret } = await beginOperatorApp(parts, ticket)
  return finishOperatorApp(parts, { ticket, code: codeOf(secret) }, DEVICE)
}

describe('mails of the platform', () => {
  const deps = (transport: Recording | null) => ({
    ...{ pool: world.pool('worker'), clock: world.clock, log, transport },
    ...{ origin: 'https://platform.example', contact_email: 'support@host.test' },
  })
  const waiting = async () =>
    (await world.superuser.query('select count(*)::int from platform.operator_mails')).rows[0].count
  beforeEach(() => world.superuser.query('delete from platform.operator_mails'))

  test('tell of a new second step, at the address they sign in with, operators who belong to no club', async () => {
    const [alone, member] = [await operator(), await operator()]
    await world.makePerson(await world.makeSite(), { email: member.email, name: 'Op' })
    world.clock.set(new Date('2027-05-04T03:02:01Z'))
    await setUp(alone)
    await setUp(member)
    const mail = recordingTransport()
    await Promise.all([sendOperatorMails(deps(mail)), sendOperatorMails(deps(mail))])
    expect(mail.sent.map(({ to, subject }) => [to, subject]).sort()).toEqual(
      [alone.email, member.email].map((to) => [to, 'New sign-in method']),
    )
    expect(mail.sent[0]?.text).toContain('This was on 2027-05-04 03:02 UTC.')
    expect(mail.sent[0]?.html).toContain('https://platform.example/console')
    expect(mail.sent[0]?.reply_to).toBe('support@host.test')
    expect(await waiting()).toBe(0)
  })

  test('wait for a provider that refuses or does not answer, and are given up when they never leave', async () => {
    await setUp(await operator())
    const mail = recordingTransport()
    mail.outcomes.push({ kind: 'refused', reason: 'Throttling' }, { kind: 'ambiguous', reason: 'timeout' })
    await sendOperatorMails(deps(mail))
    await sendOperatorMails(deps(mail))
    expect([mail.sent.length, await waiting()]).toEqual([1, 1])
    minutes(2)
    await sendOperatorMails(deps(mail))
    minutes(4)
    await sendOperatorMails(deps(mail))
    expect([mail.sent.length, await waiting()]).toEqual([3, 0])
    await setUp(await operator())
    mail.outcomes.push(...Array(20).fill({ kind: 'refused', reason: 'Throttling' }))
    for (let n = 0; n < 15; n++) {
      await sendOperatorMails(deps(mail))
      minutes(24 * 60)
    }
    expect([mail.sent.length, await waiting()]).toEqual([15, 0])
  })

  test('stay to be looked at where no provider is set up', async () => {
    const { email } = await operator().then(async (made) => ({ ...made, ...(await setUp(made)) }))
    await sendOperatorMails(deps(null))
    await sendOperatorMails(deps(null))
    expect(await listOperatorMails(world.pool('platform'))).toMatchObject([
      { to: email, kind: 'operator.factor', subject: 'New sign-in method', text: expect.stringContaining('UTC') },
    ])
  })
})

describe('refused sign-ins', () => {
  const refusals = async (account: number | null) =>
    (
      await world.superuser.query(
        `select details ->> 'by' as by, details ->> 'reason' as reason, ip from platform.operator_acts
         where action = 'operator.refused' and account_id is not distinct from $1 order by id`,
        [account],
      )
    ).rows.map(({ by: how, reason, ip }) => [how, reason, ip])
  beforeEach(async () => {
    await world.superuser.query('delete from platform.operator_acts')
  })

  test('leave a line in the operators’ log that names an operator or nobody, and none for what is no refusal', async () => {
    const who = await atConsole()
    const site = await world.makeSite()
    const admin = await world.makePerson(site, { role: 'admin' })
    await world.superuser.query('delete from platform.operator_acts')
    const { ip } = DEVICE
    await expect(first({ ...who, password: 'wrong' })).rejects.toThrow()
    const { ticket } = await first(who)
    await expect(confirmOperatorByCode(parts, { ticket, code: '000000' }, DEVICE)).rejects.toThrow()
    await expect(confirmOperatorByCode(parts, { ticket: 'stale', code: '000000' }, DEVICE)).rejects.toThrow()
    expect(await refusals(who.account_id)).toEqual([
      ['password', 'wrong', ip],
      ['code', 'wrong', ip],
    ])
    for (const email of [admin.email, 'nobody@host.test'])
      await expect(first({ email, password: 'wrong' })).rejects.toThrow()
    expect(await refusals(null)).toEqual(Array(2).fill(['password', 'wrong', ip]))
    const { rows } = await world.superuser.query('select * from platform.operator_acts')
    for (const typed of ['000000', admin.email, 'nobody@host.test']) expect(JSON.stringify(rows)).not.toContain(typed)
    const shown = (await consoleOf.acts()).map(({ action, operator: by, refusal }) => [action, by, refusal?.by])
    expect(shown.slice(-2)).toEqual([
      ['operator.refused', who.email, 'code'],
      ['operator.refused', who.email, 'password'],
    ])
    expect(shown[0]).toEqual(['operator.refused', null, 'password'])
  })

  test('of guessing leave one line for too many in ten minutes, and hide no act', async () => {
    const who = await atConsole()
    for (let n = 0; n < 9; n++)
      await provePasswordOfOperator(
        parts,
        { email: who.email, password: `wrong ${n}` },
        { ...DEVICE, ip: `192.0.2.${n}` },
      ).catch(() => {})
    expect((await refusals(who.account_id)).map(([, reason]) => reason)).toEqual([
      ...Array(5).fill('wrong'),
      'throttled',
    ])
    await world.superuser.query(
      `insert into platform.operator_acts (at, action, details) select now() + interval '1 hour', 'operator.refused', '{"by": "password", "reason": "wrong"}'
       from generate_series(1, 300)`,
    )
    const acts = await consoleOf.acts()
    expect(acts.filter(({ action }) => action === 'operator.refused')).toHaveLength(100)
    expect(acts.filter(({ operator: by }) => by === who.email).map(({ action }) => action)).toEqual([
      'operator.sign_in',
      'operator.factor',
    ])
  })
})
