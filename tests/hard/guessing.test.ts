import { hash } from '@node-rs/argon2'
import { expect } from 'vitest'
import { confirmTotp, startTotpSetup } from '#server/accounts/factors/commands.ts'
import { finishWithCode } from '#server/accounts/factors/second-step.ts'
import { addDeviceMark } from '#server/accounts/sign-in/known-device.ts'
import type { AccountParts } from '#server/accounts/sign-in/parts.ts'
import { signInWithPassword } from '#server/accounts/sign-in/sign-in-with-password.ts'
import type { DomainError } from '#server/engine/kernel/errors.ts'
import { accountPartsOf, codeOf, DEVICE, givePassword, PASSWORD } from '#tests/support/accounts.ts'
import { worldTest as base } from '#tests/support/fixture.ts'

const GUESSES = process.env.PROOF ? 1_000 : 150
const TODAY = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/

const test = base
  .extend('site', { scope: 'file' }, ({ world }) => world.makeSite())
  .extend('parts', { scope: 'file' }, ({ world }) => accountPartsOf(world, { limits: true }))
  .extend('member', { scope: 'file' }, ({ world, site, parts }) => async () => {
    const { email } = await world.makePerson(site)
    await givePassword(world, parts, email)
    return email
  })
  /** Whether an attempt was accepted, compared and wrong, or refused without comparison. */
  .extend(
    'attempt',
    { scope: 'file' },
    ({ parts, site }) =>
      (email: string, password: string, device: object) =>
        signInWithPassword(parts, site, { email, password }, { ...DEVICE, ...device }).then(
          () => 'in' as const,
          (error: { code: string; extras: { retryAfter?: number } }) =>
            error.code === 'throttled' && error.extras.retryAfter ? ('throttled' as const) : ('wrong' as const),
        ),
  )

const count = (outcomes: string[], what: string) => outcomes.filter((outcome) => outcome === what).length

test(`of ${GUESSES} guesses from 50 addresses five are compared; the owner’s own device still signs in`, async ({
  member,
  parts,
  site,
  attempt,
}) => {
  const email = await member()
  const known = addDeviceMark(parts.secret, site.id, email, null)
  const outcomes: string[] = []
  for (let n = 0; n < GUESSES; n += 25)
    outcomes.push(
      ...(await Promise.all(
        Array.from({ length: 25 }, (_, k) => attempt(email, `guess ${n + k}`, { ip: `198.51.100.${(n + k) % 50}` })),
      )),
    )
  expect({ wrong: count(outcomes, 'wrong'), throttled: count(outcomes, 'throttled') }).toEqual({
    wrong: 5,
    throttled: GUESSES - 5,
  })
  expect(await attempt(email, PASSWORD, { ip: '203.0.113.5' })).toBe('throttled')
  expect(await attempt(email, PASSWORD, { ip: '203.0.113.5', known })).toBe('in')
})

/** More than are compared from one address. */
const CLUB = process.env.PROOF ? 30 : 14

test('of parallel guesses at many accounts from one address ten are compared, and a whole club signs in behind it', async ({
  member,
  attempt,
}) => {
  const emails: string[] = []
  while (emails.length < CLUB) emails.push(await member())
  const everybody = (password: string, ip: string) =>
    Promise.all(emails.map((email) => attempt(email, password, { ip })))
  expect(count(await everybody(PASSWORD, '198.51.101.1'), 'in')).toBe(CLUB)
  const guesses = await everybody('wrong', '198.51.101.2')
  expect({ wrong: count(guesses, 'wrong'), throttled: count(guesses, 'throttled') }).toEqual({
    wrong: 10,
    throttled: CLUB - 10,
  })
  expect(await attempt(emails[0]!, PASSWORD, { ip: '198.51.101.2' })).toBe('throttled')
  expect(count(await everybody(PASSWORD, '198.51.101.3'), 'in')).toBe(CLUB)
})

test('an attempt refused by one limit counts for no other, nor does one that was never judged', async ({
  member,
  parts,
  site,
  attempt,
}) => {
  const email = await member()
  const tired = { ...parts, passwords: { ...parts.passwords, verify: () => Promise.reject(new Error('too busy')) } }
  const ask = (with_: AccountParts, ip: string) =>
    signInWithPassword(with_, site, { email, password: PASSWORD }, { ...DEVICE, ip }).then(
      () => 'in',
      (error: Error) => error.message,
    )
  for (let n = 0; n < 6; n++) expect(await ask(tired, '198.51.102.1')).toBe('too busy')
  for (let n = 0; n < 10; n++) await attempt(await member(), 'wrong', { ip: '198.51.102.2' })
  for (let n = 0; n < 6; n++) expect(await attempt(email, PASSWORD, { ip: '198.51.102.2' })).toBe('throttled')
  expect(await ask(parts, '198.51.102.1')).toBe('in')
})

test('an owner with a second step is known on their device too, whichever way they signed in', async ({
  member,
  world,
  parts,
  site,
  attempt,
}) => {
  const email = await member()
  const { rows } = await world.superuser.query('select id::int as id from identity.accounts where email = $1', [email])
  const account = rows[0].id as number
  const key = await startTotpSetup(parts, account)
  await confirmTotp(parts, account, codeOf(world, key))
  world.clock.set(new Date(Date.now() + 60_000))
  const ticketFrom = (device: object) =>
    signInWithPassword(parts, site, { email, password: PASSWORD }, { ...DEVICE, ...device }).then(
      () => 'in without a second step',
      (error: DomainError) => String(error.extras.body?.ticket ?? error.code),
    )
  const ticket = await ticketFrom({})
  const { known_device } = await finishWithCode(parts, site, { ticket, code: codeOf(world, key) }, DEVICE)
  for (let n = 0; n < 6; n++) await attempt(email, 'wrong', { ip: `192.0.2.${100 + n}` })
  expect(await ticketFrom({ ip: '203.0.113.5' })).toBe('throttled')
  const again = await ticketFrom({ ip: '203.0.113.5', known: known_device })
  world.clock.set(new Date(Date.now() + 120_000))
  const back = await finishWithCode(
    parts,
    site,
    { ticket: again, code: codeOf(world, key) },
    {
      ...DEVICE,
      known: known_device,
    },
  )
  expect(back.known_device).toBe(known_device)
  world.clock.set(null)
})

test('a known device guesses five times too, whatever is added to its mark', async ({
  member,
  parts,
  site,
  attempt,
}) => {
  const email = await member()
  const known = addDeviceMark(parts.secret, site.id, email, null)
  const others = addDeviceMark(parts.secret, site.id, 'other@example.org', null)
  const shown = [known, `${known}~x`, `y~${known}`, `${known}~${others}`, `${known}~~~`, `${known}.z~${known}`]
  const outcomes: string[] = []
  for (let n = 0; n < 18; n++)
    outcomes.push(await attempt(email, `guess ${n}`, { ip: `203.0.113.${n}`, known: shown[n % shown.length] }))
  expect(count(outcomes, 'wrong')).toBe(5)
  expect(await attempt(email, PASSWORD, { ip: '203.0.113.90', known })).toBe('throttled')
})

test('the mark of a device counts for its email and its site only, and signs no one in', async ({
  member,
  world,
  parts,
  site,
  attempt,
}) => {
  const [email, other] = [await member(), await member()]
  const elsewhere = await world.makeSite()
  const marks = [
    addDeviceMark(parts.secret, site.id, other, null),
    addDeviceMark(parts.secret, elsewhere.id, email, null),
    'a.b',
    '.',
  ]
  for (let n = 0; n < 5; n++) await attempt(email, 'wrong', { ip: `192.0.2.${100 + n}` })
  for (const known of marks) expect(await attempt(email, PASSWORD, { ip: '192.0.2.200', known })).toBe('throttled')
})

test('a hash with weaker parameters is replaced at the next sign-in, and not by a wrong password', async ({
  member,
  world,
  attempt,
}) => {
  const email = await member()
  const weak = await hash(PASSWORD, { algorithm: 2, memoryCost: 8_192, timeCost: 1, parallelism: 1 })
  const stored = async () =>
    (await world.superuser.query('select password_hash from identity.accounts where email = $1', [email])).rows[0]
      .password_hash as string
  await world.superuser.query('update identity.accounts set password_hash = $1 where email = $2', [weak, email])
  expect(await attempt(email, 'wrong', {})).toBe('wrong')
  expect(await stored()).toBe(weak)
  expect(await attempt(email, PASSWORD, {})).toBe('in')
  expect(await stored()).toMatch(TODAY)
  expect(await attempt(email, PASSWORD, {})).toBe('in')
  const all = await world.superuser.query('select password_hash from identity.accounts where password_hash is not null')
  for (const { password_hash } of all.rows) expect(password_hash).toMatch(TODAY)
})
