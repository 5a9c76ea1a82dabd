import { Secret, TOTP } from 'otpauth'
import { expect } from 'vitest'
import { confirmTotp, removeTotp, renewRecoveryCodes, startTotpSetup } from '#server/accounts/factors/commands.ts'
import { addPasskey, startPasskeySignIn, verifyPasskey } from '#server/accounts/factors/passkeys.ts'
import { listFactors } from '#server/accounts/factors/queries.ts'
import { recordFactorChange } from '#server/accounts/factors/record-change.ts'
import { finishWithCode } from '#server/accounts/factors/second-step.ts'
import { endAccountSessions } from '#server/accounts/sessions/session-commands.ts'
import { createPasswords } from '#server/accounts/sign-in/password.ts'
import { signInWithPassword } from '#server/accounts/sign-in/sign-in-with-password.ts'
import { createLimits } from '#server/engine/access/limits/limits.ts'
import type { DomainError } from '#server/engine/kernel/errors.ts'
import { BROWSER, nextRequest, openFor } from '#tests/support/accounts.ts'
import { worldTest as base } from '#tests/support/fixture.ts'
import { log } from '#tests/support/world.ts'

const PASSWORD = 'four words in a row'
const secret = 'a secret of thirty-two characters'
const passwords = createPasswords()

const test = base
  .extend('site', { scope: 'file' }, ({ world }) => world.makeSite())
  .extend('limits', { scope: 'file' }, ({ world }) =>
    createLimits({ pool: world.pool('auth'), clock: world.clock, log, enabled: true }),
  )
  .extend('parts', { scope: 'file' }, async ({ world, limits }, { onCleanup }) => {
    const parts = { authPool: world.pool('auth'), clock: world.clock, secret, withSite: world.withSite, limits }
    onCleanup(() => parts.limits.close())
    return parts
  })
  .extend(
    'minutes',
    { scope: 'file' },
    ({ world }) =>
      (n: number) =>
        world.clock.set(new Date(world.clock.epochMs() + n * 60_000)),
  )
  .extend('member', { scope: 'file' }, ({ world, site }) => async (over: Record<string, unknown> = {}) => {
    const person = await world.makePerson(site, over)
    const { rows } = await world.superuser.query('select account_id::int as id from people where id = $1', [person.id])
    const account = rows[0].id as number
    await world.superuser.query('update accounts set password_hash = $1 where id = $2', [
      await passwords.hash(PASSWORD),
      account,
    ])
    return { ...person, account }
  })
  .extend(
    'enter',
    { scope: 'file' },
    ({ parts, site }) =>
      (email: string, password = PASSWORD) =>
        signInWithPassword({ ...parts, passwords, wake: () => {} }, site, { email, password }, BROWSER),
  )
  .extend('ticketFor', { scope: 'file' }, ({ enter }) => async (email: string) => {
    const error = await refusal(enter(email))
    expect(error).toMatchObject({ code: 'invalid', extras: { body: { factor_required: ['totp'] } } })
    return String(error?.extras.body?.ticket)
  })
  .extend(
    'codeOf',
    { scope: 'file' },
    ({ world }) =>
      (key: string) =>
        new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: world.clock.epochMs() }),
  )
  .extend(
    'withApp',
    { scope: 'file' },
    ({ member, parts, codeOf, minutes }) =>
      async (over: Record<string, unknown> = {}) => {
        const who = await member(over)
        const key = await startTotpSetup(parts, who.account)
        const recovery = await confirmTotp(parts, who.account, codeOf(key))
        minutes(1)
        return { ...who, key, recovery: recovery ?? [] }
      },
  )
  .extend(
    'finish',
    { scope: 'file' },
    ({ parts, site }) =>
      (ticket: string, code: string) =>
        finishWithCode(parts, site, { ticket, code }, BROWSER),
  )

test.beforeEach(({ world }) => world.clock.set(null))

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: DomainError) => error,
  )

test('an app protects from its first code on, and not before', async ({
  member,
  parts,
  enter,
  codeOf,
  minutes,
  finish,
  ticketFor,
  world,
  site,
}) => {
  const who = await member()
  const key = await startTotpSetup(parts, who.account)
  expect(await enter(who.email)).toMatchObject({ person: who.id })
  await expect(confirmTotp(parts, who.account, '000000')).rejects.toMatchObject({
    extras: { issues: { code: ['The code is incorrect.'] } },
  })
  const codes = await confirmTotp(parts, who.account, codeOf(key))
  expect(new Set(codes).size).toBe(10)
  await expect(startTotpSetup(parts, who.account)).rejects.toMatchObject({ code: 'conflict' })
  minutes(1)
  const session = await finish(await ticketFor(who.email), codeOf(key))
  expect(await nextRequest(world, site, session)).toEqual([
    expect.objectContaining({ kind: 'person' }),
    expect.anything(),
  ])
  expect(await listFactors(parts, who.account)).toMatchObject({
    totp: { since: expect.any(String) },
    recovery_codes: 10,
    required: false,
  })
  await removeTotp(parts, who.account)
  expect(await enter(who.email)).toMatchObject({ person: who.id })
  expect(await listFactors(parts, who.account)).toMatchObject({ totp: null, recovery_codes: 0 })
})

test('apps and recovery codes work under a new SESSION_SECRET; an app that was used since works without the old one', async ({
  withApp,
  site,
  parts,
  ticketFor,
  codeOf,
  minutes,
}) => {
  const [who, silent] = [await withApp(), await withApp()]
  const newer = 'a newer secret of the product that is long enough'
  const both = { ...parts, secret: `${newer},${secret}` }
  const finishUnder = async (under: typeof parts, { email }: { email: string }, code: string) =>
    finishWithCode(under, site, { ticket: await ticketFor(email), code }, BROWSER)
  const ticketUnder = async (under: typeof parts, { email }: { email: string }) => {
    const refused = signInWithPassword(
      { ...under, passwords, wake: () => {} },
      site,
      { email, password: PASSWORD },
      BROWSER,
    )
    return String((await refusal(refused))?.extras.body?.ticket)
  }
  expect(await finishUnder(both, who, codeOf(who.key))).toHaveProperty('access')
  expect(await finishUnder(both, silent, silent.recovery[0]!)).toHaveProperty('access')
  minutes(1)
  const withoutOld = { ...parts, secret: newer }
  const finish = async (member: typeof who) => {
    const ticket = await ticketUnder(withoutOld, member)
    return finishWithCode(withoutOld, site, { ticket, code: codeOf(member.key) }, BROWSER)
  }
  expect(await finish(who)).toHaveProperty('access')
  await expect(finish(silent)).rejects.toMatchObject({ code: 'invalid' })
})

test('nothing of a factor can be read from the tables', async ({ withApp, world }) => {
  const { key, recovery, account } = await withApp()
  const { rows } = await world.superuser.query(
    "select t::text || (select string_agg(r::text, '') from recovery_codes r where r.account_id = t.account_id) as all from totp t where account_id = $1",
    [account],
  )
  for (const planted of [key, ...recovery]) expect(rows[0].all).not.toContain(planted)
})

test('a code counts once, for two parallel requests too', async ({ withApp, ticketFor, finish, codeOf }) => {
  const { key, email } = await withApp()
  const ticket = await ticketFor(email)
  const both = await Promise.allSettled([finish(ticket, codeOf(key)), finish(ticket, codeOf(key))])
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(finish(ticket, codeOf(key))).rejects.toMatchObject({ extras: { issues: { code: expect.anything() } } })
})

test('a recovery code works once, however it is typed; new ones end the old ones', async ({
  withApp,
  finish,
  ticketFor,
  parts,
}) => {
  const { recovery, email, account } = await withApp()
  const typed = ` ${recovery[0]!.toUpperCase().replace('-', ' ')} `
  expect(await finish(await ticketFor(email), typed)).toMatchObject({ person: expect.any(Number) })
  await expect(finish(await ticketFor(email), recovery[0]!)).rejects.toMatchObject({ code: 'invalid' })
  expect((await listFactors(parts, account)).recovery_codes).toBe(9)
  const [fresh] = await renewRecoveryCodes(parts, account)
  await expect(finish(await ticketFor(email), recovery[1]!)).rejects.toMatchObject({ code: 'invalid' })
  expect(await finish(await ticketFor(email), fresh!)).toMatchObject({ person: expect.any(Number) })
})

test('of many parallel uses of a recovery code, one counts', async ({ withApp, ticketFor, finish, parts }) => {
  const { recovery, email, account } = await withApp()
  const tickets = [await ticketFor(email), await ticketFor(email), await ticketFor(email)]
  const outcomes = await Promise.allSettled(Array.from({ length: 15 }, (_, n) => finish(tickets[n % 3]!, recovery[0]!)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await listFactors(parts, account)).recovery_codes).toBe(9)
})

test('the sixth guess is refused even when it is right', async ({ withApp, ticketFor, codeOf, finish }) => {
  const { key, email } = await withApp()
  const ticket = await ticketFor(email)
  const wrong = codeOf(key) === '123456' ? '654321' : '123456'
  for (let n = 0; n < 5; n++) await expect(finish(ticket, wrong)).rejects.toMatchObject({ code: 'invalid' })
  await expect(finish(ticket, codeOf(key))).rejects.toMatchObject({ code: 'throttled' })
})

test('a ticket expires, belongs to its site, and ends with every sign-out everywhere', async ({
  withApp,
  ticketFor,
  world,
  parts,
  codeOf,
  finish,
  site,
  minutes,
}) => {
  const { key, email, account } = await withApp()
  const stale = { extras: { issues: { ticket: expect.anything() } } }
  const ticket = await ticketFor(email)
  const other = await world.makeSite()
  await expect(finishWithCode(parts, other, { ticket, code: codeOf(key) }, BROWSER)).rejects.toMatchObject(stale)
  await expect(finish(`${ticket.slice(0, -2)}xx`, codeOf(key))).rejects.toMatchObject(stale)
  await expect(finish('made up', codeOf(key))).rejects.toMatchObject(stale)
  await world.withSite(site.id, (db) => endAccountSessions(db, account, world.clock.now()), { access: 'write' })
  await expect(finish(ticket, codeOf(key))).rejects.toMatchObject(stale)
  const second = await ticketFor(email)
  minutes(11)
  await expect(finish(second, codeOf(key))).rejects.toMatchObject(stale)
})

test('pending and disabled people get nothing at the second step either', async ({
  withApp,
  ticketFor,
  world,
  finish,
  codeOf,
}) => {
  for (const change of ["role = 'new', is_active = false", 'is_active = false']) {
    const { key, email, id } = await withApp()
    const ticket = await ticketFor(email)
    await world.superuser.query(`update people set ${change} where id = $1`, [id])
    const error = await refusal(finish(ticket, codeOf(key)))
    expect(error?.code).toBe('invalid')
    expect(error?.extras.body).toBeUndefined()
  }
})

test('an operator keeps one factor', async ({ withApp, world, parts }) => {
  const { account } = await withApp()
  await world.superuser.query('insert into operators (account_id) values ($1)', [account])
  await expect(removeTotp(parts, account)).rejects.toMatchObject({ code: 'conflict' })
  expect(await listFactors(parts, account)).toMatchObject({ totp: expect.anything(), required: true })
})

test('a changed factor ends the other sessions, sends a mail, and is in the log', async ({ member, world, site }) => {
  const who = await member()
  const [here, there] = [await openFor(world, site, who), await openFor(world, site, who)]
  await world.act(site, here.actor, (ctx) => recordFactorChange(ctx, 'totp.add'))
  expect(await nextRequest(world, site, there)).toEqual(['session_revoked', 'session_revoked'])
  expect((await nextRequest(world, site, here))[0]).toMatchObject({ kind: 'person' })
  const mail = await world.superuser.query(
    "select lane, facts ->> 'title' as title from deliveries where person = $1 and kind = 'account.factor'",
    [who.id],
  )
  expect(mail.rows).toEqual([{ lane: 'security', title: 'New sign-in method' }])
  const lines = await world.superuser.query(
    "select count(*)::int as n from audit where action = 'factor.totp.add' and person = $1",
    [who.id],
  )
  expect(lines.rows[0].n).toBe(1)
})

test('made-up passkeys are refused with their field, and a challenge is answered once', async ({
  member,
  site,
  parts,
}) => {
  const { account } = await member()
  const rp = { id: 'localhost', name: site.name, origin: 'http://localhost' }
  const { ticket } = await startPasskeySignIn(parts, rp, site.id, null)
  const response = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', response: {}, clientExtensionResults: {} }
  const given = { ticket, response }
  await expect(verifyPasskey(parts, rp, site.id, given)).rejects.toMatchObject({
    extras: { issues: { response: expect.anything() } },
  })
  await expect(verifyPasskey(parts, rp, site.id, given)).rejects.toMatchObject({
    extras: { issues: { ticket: expect.anything() } },
  })
  await expect(addPasskey(parts, rp, site.id, account, { ...given, name: '' })).rejects.toMatchObject({
    extras: { issues: { ticket: expect.anything() } },
  })
})
