import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmEmail } from '#server/accounts/confirm-email.ts'
import { createPasswords } from '#server/accounts/password.ts'
import { sendResetLink } from '#server/accounts/reset.ts'
import { findActorByToken } from '#server/accounts/sessions.ts'
import { signInWithPassword } from '#server/accounts/sign-in-with-password.ts'
import { signInWithEmail } from '#server/accounts/social/sign-in.ts'
import type { DomainError } from '#server/engine/kernel/errors.ts'
import { createResolveSite } from '#server/engine/tenancy/resolve-site.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import { acceptInvitation } from '#server/operators/invitations.ts'
import { verifyOperatorPassword } from '#server/operators/sign-in.ts'
import { inviteOperator } from '#server/platform/operators.ts'
import { createSite } from '#server/platform/sites.ts'
import { accountPartsOf, DEVICE, givePassword, PASSWORD } from '#tests/support/accounts.ts'
import { type Api, createApi } from '#tests/support/api.ts'
import { createMailboxes, type Mailboxes } from '#tests/support/mailboxes.ts'
import { createWorld, SYSTEM, type World } from '#tests/support/world.ts'

let world: World
let api: Api
let mail: Mailboxes
let secret: string
beforeAll(async () => {
  world = await createWorld()
  api = await createApi(world)
  secret = api.context.config.SESSION_SECRET
  mail = createMailboxes(world, secret)
})
afterAll(async () => {
  await api.close()
  await world.close()
})

const STOLEN = 'chosen by the attacker'
const OWN = 'chosen by the owner'
const parts = () => ({ ...accountPartsOf(world), secret })

const send =
  (method: string) =>
  (site: Site, path: string, body: unknown, headers: Record<string, string> = {}) =>
    api.call(site, { method, path, body, headers })
const [post, put] = [send('POST'), send('PUT')]
const bearer = (access = '') => ({ authorization: `Bearer ${access}` })

async function signIn(site: Site, email: string, password: string) {
  const answer = await post(site, '/auth/login', { email, password })
  return { status: answer.status, ...JSON.parse(answer.text) } as { status: number; access?: string; detail?: string }
}
async function reset(site: Site, email: string, password: string) {
  await sendResetLink(parts(), site, email)
  return put(site, '/password_reset/token', { token: await mail.link(email, 'account.reset'), password })
}
const personAt = async (site: Site, email: string): Promise<{ id: number; account_id: number | null }> =>
  (
    await world.superuser.query('select id::int, account_id::int from core.people where site_id = $1 and email = $2', [
      site.id,
      email,
    ])
  ).rows[0]

/** The attacker's club, where their registrations are approved, and the victim's. */
async function clubs() {
  const [own, other] = [await world.makeSite(), await world.makeSite()]
  const admin = async (site: Site) => api.signIn(site, await world.makePerson(site, { role: 'admin' }))
  return { own, other, ownAdmin: await admin(own), otherAdmin: await admin(other) }
}

/** Registers somebody else's address with the attacker's password and has it approved. @returns the attacker's session. */
async function preRegister(site: Site, admin: Record<string, string>, email: string) {
  expect((await post(site, '/register', { email, name: 'Mallory', password: STOLEN })).status).toBe(204)
  expect((await put(site, '/people', [{ id: (await personAt(site, email)).id, is_active: true }], admin)).status).toBe(
    200,
  )
  const session = await signIn(site, email, STOLEN)
  expect(session.status).toBe(200)
  return bearer(session.access)
}

test('an address registered at one club opens nothing at another, also after a change of its email', async () => {
  const { own, other, ownAdmin, otherAdmin } = await clubs()
  const [email, mailbox] = ['victim-1@example.org', 'attacker-1@example.net']
  const mine = await preRegister(own, ownAdmin, email)
  expect((await post(other, '/people', [{ email, name: 'Vic', role: 'admin' }], otherAdmin)).status).toBe(201)
  const change = await put(own, '/people/change_email_self', { email: mailbox, password: STOLEN }, mine)
  expect([change.status, JSON.parse(change.text)]).toEqual([
    400,
    { email: [expect.stringContaining('Confirm your present email')] },
  ])
  const token = await mail.link(mailbox, 'account.email_confirm')
  if (token) await confirmEmail(parts(), own, { token, password: STOLEN, actor: SYSTEM }, DEVICE).catch(() => {})
  for (const address of [email, mailbox])
    expect([address, (await signIn(other, address, STOLEN)).status]).toEqual([address, 400])
  expect((await personAt(other, email)).account_id).not.toBe((await personAt(own, email)).account_id)
})

test('nothing that lasts stands on an unproved account, and its owner’s reset ends all that a stranger has there', async () => {
  const { own, other, ownAdmin, otherAdmin } = await clubs()
  const email = 'victim-2@example.org'
  const mine = await preRegister(own, ownAdmin, email)
  await world.superuser.query("update core.people set role = 'admin' where site_id = $1 and email = $2", [
    own.id,
    email,
  ])
  const lasting: [string, string, unknown][] = [
    ['POST', '/auth/passkeys/options', {}],
    ['POST', '/auth/totp', {}],
    ['POST', '/auth/recovery-codes', {}],
    ['POST', '/calendarfeed', undefined],
    ['POST', '/apikeys', [{ name: 'mine', scope: 'write' }]],
    ['POST', '/kiosks', [{ name: 'mine' }]],
    ['PUT', '/signinproviders/mine', { label: 'x', issuer: 'https://id.example', client_id: 'x' }],
    ['POST', '/auth/impersonate', { person: (await world.makePerson(own)).id }],
  ]
  for (const [method, path, body] of lasting) {
    const answer = await api.call(own, { method, path, body, headers: mine })
    expect([path, answer.status, JSON.parse(answer.text)]).toEqual([
      path,
      403,
      expect.objectContaining({ confirmation_required: true }),
    ])
  }
  await post(other, '/people', [{ email, name: 'Vic' }], otherAdmin)
  expect((await reset(other, email, OWN)).status).toBe(200)
  expect((await api.call(own, { method: 'GET', path: '/auth/user', headers: mine })).status).toBe(401)
  expect((await signIn(own, email, STOLEN)).status).toBe(400)
  for (const site of [own, other])
    expect([site.slug, (await signIn(site, email, OWN)).status]).toEqual([site.slug, 200])
})

test('what stood on an account before its first proof is gone after it: factors, feeds, keys, the link of the preferences', async () => {
  const { own, ownAdmin } = await clubs()
  const email = 'victim-3@example.org'
  await preRegister(own, ownAdmin, email)
  const { id, account_id } = await personAt(own, email)
  const before = (await world.superuser.query('select email_uid from core.people where id = $1', [id])).rows[0]
    .email_uid
  for (const [text, values] of [
    [
      "insert into identity.passkeys (account_id, credential_id, public_key, rp_id, name, created_at) values ($1, $2, 'x', 'x', 'x', now())",
      [account_id, `c-${account_id}`],
    ],
    [
      "insert into identity.totp (account_id, secret, created_at, confirmed_at) values ($1, 'x', now(), now())",
      [account_id],
    ],
    ["insert into identity.recovery_codes (account_id, code_hash) values ($1, 'x')", [account_id]],
    [
      'insert into core.calendar_feeds (site_id, person, secret, created_at) values ($1, $2, $3, now())',
      [own.id, id, 'f'.repeat(43)],
    ],
    [
      "insert into core.apikeys (site_id, name, scope, prefix, key_hash, created_by) values ($1, 'k', 'write', 'wb_', $3, $2)",
      [own.id, id, `k-${id}`],
    ],
    [
      "update core.people set phone = '+447700900999', sms_verified = true where site_id = $1 and id = $2",
      [own.id, id],
    ],
  ] as const)
    await world.superuser.query(text, [...values])
  expect((await reset(own, email, OWN)).status).toBe(200)
  const { rows } = await world.superuser.query(
    `select (select count(*) from identity.passkeys where account_id = $1)::int as passkeys, (select count(*) from identity.totp where account_id = $1)::int as totp,
      (select count(*) from identity.recovery_codes where account_id = $1)::int as codes, (select count(*) from core.calendar_feeds where person = $2)::int as feeds,
      (select count(*) from core.apikeys where created_by = $2 and revoked_at is null)::int as keys,
      (select sms_verified or email_uid = $3 from core.people where id = $2) as known`,
    [account_id, id, before],
  )
  expect(rows[0]).toEqual({ passkeys: 0, totp: 0, codes: 0, feeds: 0, keys: 0, known: false })
})

test('the link in the mail proves nothing for a stranger’s account unless its password is given', async () => {
  const { own, ownAdmin } = await clubs()
  const email = 'victim-4@example.org'
  await preRegister(own, ownAdmin, email)
  const token = String(await mail.link(email, 'account.registered'))
  for (const password of [undefined, OWN])
    await expect(confirmEmail(parts(), own, { token, password, actor: SYSTEM }, DEVICE)).rejects.toMatchObject({
      extras: { issues: { password: [expect.any(String)] } },
    })
  expect((await reset(own, email, OWN)).status).toBe(200)
  await expect(confirmEmail(parts(), own, { token, password: STOLEN, actor: SYSTEM }, DEVICE)).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('who registered confirms by the link and their password, or signed in; then what lasts may be set up', async () => {
  const { own, ownAdmin } = await clubs()
  const email = 'honest@example.org'
  const mine = await preRegister(own, ownAdmin, email)
  const token = String(await mail.link(email, 'account.registered'))
  expect(await confirmEmail(parts(), own, { token, password: STOLEN, actor: SYSTEM }, DEVICE)).toEqual({
    email,
    what: 'first',
  })
  expect((await api.call(own, { method: 'GET', path: '/auth/user', headers: mine })).status).toBe(401)
  const again = bearer((await signIn(own, email, STOLEN)).access)
  expect((await api.call(own, { method: 'POST', path: '/calendarfeed', headers: again })).status).toBe(200)
  expect(JSON.parse((await api.call(own, { method: 'GET', path: '/auth/user', headers: again })).text)).toMatchObject({
    email_confirmed: true,
  })
})

test('an operator is invited by mail: a stranger’s account, its password and its sessions give nothing', async () => {
  const { own, ownAdmin } = await clubs()
  const email = 'operator-to-be@example.org'
  await preRegister(own, ownAdmin, email)
  await inviteOperator({ pool: world.pool('platform'), now: world.clock.now() }, email)
  const console = { ...parts(), clock: world.clock }
  const atConsole = (password: string) => verifyOperatorPassword(console, { email, password }, DEVICE)
  await expect(atConsole(STOLEN)).rejects.toThrow('incorrect')
  const token = String(await mail.link(email, 'operator.invitation'))
  await expect(
    acceptInvitation(console, { token: token.replace(/.$/, token.endsWith('A') ? 'B' : 'A'), password: OWN }, DEVICE),
  ).rejects.toMatchObject({ code: 'not_found' })
  await acceptInvitation(console, { token, password: OWN }, DEVICE)
  await expect(atConsole(STOLEN)).rejects.toThrow('incorrect')
  expect((await atConsole(OWN)).factors).toEqual([])
  await expect(acceptInvitation(console, { token, password: STOLEN }, DEVICE)).rejects.toMatchObject({
    code: 'not_found',
  })
  expect((await signIn(own, email, STOLEN)).status).toBe(400)
})

test('an operator with an account keeps nothing of its password: the invitation sets a new one and ends the sessions', async () => {
  const { own } = await clubs()
  const person = await world.makePerson(own)
  await givePassword(world, parts(), person.email, STOLEN)
  const session = bearer((await signIn(own, person.email, STOLEN)).access)
  await inviteOperator({ pool: world.pool('platform'), now: world.clock.now() }, person.email)
  const console = { ...parts(), clock: world.clock }
  await acceptInvitation(
    console,
    { token: String(await mail.link(person.email, 'operator.invitation')), password: OWN },
    DEVICE,
  )
  expect((await api.call(own, { method: 'GET', path: '/auth/user', headers: session })).status).toBe(401)
  await expect(verifyOperatorPassword(console, { email: person.email, password: STOLEN }, DEVICE)).rejects.toThrow()
})

test('the first admin of a new club is nobody’s account until they answer a mail', async () => {
  const { own, ownAdmin } = await clubs()
  const email = 'first-admin@example.org'
  await preRegister(own, ownAdmin, email)
  const slug = `new-${own.slug}`
  await createSite({ pool: world.pool('platform'), now: world.clock.now() }, {
    slug,
    name: 'New',
    timezone: 'Europe/London',
    admin_name: 'Ada',
    admin_email: email,
  } as Parameters<typeof createSite>[1])
  const site = (await createResolveSite(world.pool('app'), world.clock)(slug))!
  expect((await signIn(site, email, STOLEN)).status).toBe(400)
  expect((await reset(site, email, OWN)).status).toBe(200)
  expect((await signIn(site, email, OWN)).status).toBe(200)
})

test('a registration that was deleted leaves no password behind for the person whom an admin adds', async () => {
  const { own, ownAdmin } = await clubs()
  const email = 'victim-5@example.org'
  expect((await post(own, '/register', { email, name: 'Mallory', password: STOLEN })).status).toBe(204)
  const { id } = await personAt(own, email)
  expect((await api.call(own, { method: 'DELETE', path: `/people/${id}`, headers: ownAdmin })).status).toBe(204)
  expect((await post(own, '/people', [{ email, name: 'Vic', role: 'admin' }], ownAdmin)).status).toBe(201)
  expect((await signIn(own, email, STOLEN)).status).toBe(400)
})

test('a person who comes back by undo has no session of before', async () => {
  const { own, other, ownAdmin } = await clubs()
  const person = await world.makePerson(own)
  await world.makePerson(other, { email: person.email })
  await givePassword(world, parts(), person.email)
  const [here, there] = [await signIn(own, person.email, PASSWORD), await signIn(other, person.email, PASSWORD)]
  const gone = await post(own, '/people/bulk', { ids: [person.id], remove: true }, ownAdmin)
  await api.call(other, { method: 'DELETE', path: '/sessions', headers: bearer(there.access) })
  expect((await post(own, '/people/undo', { token: JSON.parse(gone.text).undo.token }, ownAdmin)).status).toBe(200)
  expect((await personAt(own, person.email)).id).toBe(person.id)
  const asked = await api.call(own, { method: 'GET', path: '/auth/user', headers: bearer(here.access) })
  expect(asked.status).toBe(401)
})

test('a site that hides accounts answers a stranger who registers and signs in the same, before and after approval', async () => {
  const { own, ownAdmin } = await clubs()
  const hidden = await world.makeSite({ hide_account_existence: true } as Partial<Site>)
  const admin = await api.signIn(hidden, await world.makePerson(hidden, { role: 'admin' }))
  const known = await world.makePerson(own)
  await givePassword(world, parts(), known.email, OWN)
  const fresh = `fresh-${own.slug}@example.org`
  const answers = async (email: string) => {
    const seen: unknown[] = [(await post(hidden, '/register', { email, name: 'X', password: STOLEN })).status]
    seen.push(await signIn(hidden, email, STOLEN))
    await put(hidden, '/people', [{ id: (await personAt(hidden, email)).id, is_active: true }], admin)
    seen.push(await signIn(hidden, email, STOLEN))
    return JSON.stringify(seen)
  }
  expect(await answers(known.email)).toBe(await answers(fresh))
  const token = String(await mail.link(known.email, 'account.registered'))
  expect(await confirmEmail(parts(), hidden, { token, password: STOLEN, actor: SYSTEM }, DEVICE)).toMatchObject({
    what: 'joined',
  })
  expect((await signIn(hidden, known.email, STOLEN)).status).toBe(400)
  expect((await signIn(hidden, known.email, OWN)).status).toBe(200)
  expect(ownAdmin).toBeDefined()
})

test('a change of email that waits ends with the sessions; a reset link for the former mailbox too', async () => {
  const { own } = await clubs()
  const person = await world.makePerson(own)
  await givePassword(world, parts(), person.email, PASSWORD)
  const session = bearer((await signIn(own, person.email, PASSWORD)).access)
  const ask = async (to: string, password: string, headers = session) => {
    expect((await put(own, '/people/change_email_self', { email: to, password }, headers)).status).toBe(200)
    return String(await mail.link(to, 'account.email_confirm'))
  }
  const confirm = (token: string, password: string) =>
    confirmEmail(parts(), own, { token, password, actor: SYSTEM }, DEVICE).then(
      ({ what }) => what,
      ({ code }: DomainError) => code,
    )
  const stolen = await ask('attacker-2@example.net', PASSWORD)
  expect((await put(own, '/people/set_password_self', { password: PASSWORD, new_password: OWN }, session)).status).toBe(
    200,
  )
  for (const password of [PASSWORD, OWN]) expect(await confirm(stolen, password)).toBe('not_found')

  const beforeReset = await ask('attacker-3@example.net', OWN)
  expect((await reset(own, person.email, PASSWORD)).status).toBe(200)
  expect(await confirm(beforeReset, PASSWORD)).toBe('not_found')

  const second = bearer((await signIn(own, person.email, PASSWORD)).access)
  const beforeEnd = await ask('attacker-4@example.net', PASSWORD, second)
  await api.call(own, { method: 'DELETE', path: '/sessions', headers: second })
  expect(await confirm(beforeEnd, PASSWORD)).toBe('not_found')

  await sendResetLink(parts(), own, person.email)
  const oldReset = await mail.link(person.email, 'account.reset')
  const third = bearer((await signIn(own, person.email, PASSWORD)).access)
  const real = await ask(`moved-${person.email}`, PASSWORD, third)
  expect(await confirm(real, PASSWORD)).toBe('change')
  expect((await put(own, '/password_reset/token', { token: oldReset, password: STOLEN })).status).toBe(400)
})

test('a password that changes while somebody signs in with the one before opens nothing', async () => {
  const { own } = await clubs()
  const person = await world.makePerson(own)
  await givePassword(world, parts(), person.email, PASSWORD)
  const passwords = createPasswords()
  const raced = {
    ...parts(),
    passwords: {
      ...passwords,
      verify: async (stored: string | null, given: string) => {
        const right = await passwords.verify(stored, given)
        await world.superuser.query(
          'select identity.end_sessions(id, 0, 0, now()) from identity.accounts where email = $1',
          [person.email],
        )
        return right
      },
    },
  }
  await expect(signInWithPassword(raced, own, { email: person.email, password: PASSWORD }, DEVICE)).rejects.toThrow(
    'incorrect',
  )
  expect((await signIn(own, person.email, PASSWORD)).status).toBe(200)
})

test('signing in by a club’s provider proves no address for an account whose password a stranger chose', async () => {
  const { own, ownAdmin } = await clubs()
  const email = 'victim-6@example.org'
  await preRegister(own, ownAdmin, email)
  const social = await signInWithEmail(parts(), own, email, DEVICE)
  if (social.kind !== 'in') throw new Error('The provider let nobody in.')
  const actor = await world.withSite(own.id, (db) =>
    findActorByToken(db, own, 'access', social.session.access, world.clock.now()),
  )
  const token = String(await mail.link(email, 'account.registered'))
  await expect(confirmEmail(parts(), own, { token, actor }, DEVICE)).rejects.toMatchObject({
    extras: { issues: { password: ['Required.'] } },
  })
  expect((await reset(own, email, OWN)).status).toBe(200)
  expect((await signIn(own, email, STOLEN)).status).toBe(400)
})

test('a session by a club’s provider ends the sessions of that club only', async () => {
  const { own, other } = await clubs()
  const person = await world.makePerson(own)
  await world.makePerson(other, { email: person.email })
  await givePassword(world, parts(), person.email)
  const there = bearer((await signIn(other, person.email, PASSWORD)).access)
  const social = await signInWithEmail(parts(), own, person.email, DEVICE)
  if (social.kind !== 'in') throw new Error('The provider let nobody in.')
  const here = bearer(social.session.access)
  expect((await api.call(own, { method: 'DELETE', path: '/sessions', headers: here })).status).toBe(204)
  const asks = (site: Site, headers: Record<string, string>) =>
    api.call(site, { method: 'GET', path: '/auth/user', headers }).then(({ status }) => status)
  expect([await asks(own, here), await asks(other, there)]).toEqual([401, 200])
})

test('a person who comes back by undo follows the account’s new address, and so do its links', async () => {
  const { own, other, ownAdmin } = await clubs()
  const person = await world.makePerson(own)
  await world.makePerson(other, { email: person.email })
  await givePassword(world, parts(), person.email)
  const gone = await post(own, '/people/bulk', { ids: [person.id], remove: true }, ownAdmin)
  const session = bearer((await signIn(other, person.email, PASSWORD)).access)
  const email = `moved-${person.email}`
  expect((await put(other, '/people/change_email_self', { email, password: PASSWORD }, session)).status).toBe(200)
  const token = String(await mail.link(email, 'account.email_confirm'))
  await confirmEmail(parts(), other, { token, password: PASSWORD, actor: SYSTEM }, DEVICE)
  expect((await post(own, '/people/undo', { token: JSON.parse(gone.text).undo.token }, ownAdmin)).status).toBe(200)
  expect(await personAt(own, person.email)).toBeUndefined()
  await sendResetLink(parts(), own, email)
  expect(await mail.link(person.email, 'account.reset')).toBeNull()
  expect(await mail.link(email, 'account.reset')).not.toBeNull()
})
