import { expect } from 'vitest'
import { confirmEmail } from '#server/accounts/emails/confirm-email.ts'
import { findActorByToken } from '#server/accounts/sessions/sessions.ts'
import { signInWithEmail } from '#server/accounts/social/sign-in.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import { DEVICE, givePassword } from '#tests/support/accounts.ts'
import { bearer, OWN, STOLEN, test } from '#tests/support/accounts-at-clubs.ts'
import { SYSTEM } from '#tests/support/world.ts'

test('an address registered at one club opens nothing at another, also after a change of its email', async ({
  parts,
  mail,
  ask,
  signIn,
  personAt,
  club,
  otherClub,
  otherAdmin,
  preRegister,
}) => {
  const [email, mailbox] = ['victim-1@example.org', 'attacker-1@example.net']
  const mine = await preRegister(email)
  expect((await ask.post(otherClub, '/people', [{ email, name: 'Vic', role: 'admin' }], otherAdmin)).status).toBe(201)
  const change = await ask.put(club, '/people/change_email_self', { email: mailbox, password: STOLEN }, mine)
  expect([change.status, JSON.parse(change.text)]).toEqual([
    400,
    { email: [expect.stringContaining('Confirm your current email')] },
  ])
  const token = await mail.link(mailbox, 'account.email_confirm')
  if (token) await confirmEmail(parts, club, { token, password: STOLEN, actor: SYSTEM }, DEVICE).catch(() => {})
  for (const address of [email, mailbox])
    expect([address, (await signIn(otherClub, address, STOLEN)).status]).toEqual([address, 400])
  expect((await personAt(otherClub, email)).account_id).not.toBe((await personAt(club, email)).account_id)
})

test('an unconfirmed account holds nothing lasting, and its owner’s reset removes everything of a stranger there', async ({
  world,
  api,
  ask,
  signIn,
  reset,
  club,
  otherClub,
  otherAdmin,
  preRegister,
}) => {
  const email = 'victim-2@example.org'
  const mine = await preRegister(email)
  await world.superuser.query("update core.people set role = 'admin' where site_id = $1 and email = $2", [
    club.id,
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
    ['POST', '/auth/impersonate', { person: (await world.makePerson(club)).id }],
  ]
  for (const [method, path, body] of lasting) {
    const answer = await api.call(club, { method, path, body, headers: mine })
    expect([path, answer.status, JSON.parse(answer.text)]).toEqual([
      path,
      403,
      expect.objectContaining({ confirmation_required: true }),
    ])
  }
  await ask.post(otherClub, '/people', [{ email, name: 'Vic' }], otherAdmin)
  expect((await reset(otherClub, email, OWN)).status).toBe(200)
  expect((await ask.get(club, '/auth/user', undefined, mine)).status).toBe(401)
  expect((await signIn(club, email, STOLEN)).status).toBe(400)
  for (const site of [club, otherClub])
    expect([site.slug, (await signIn(site, email, OWN)).status]).toEqual([site.slug, 200])
})

test('the first confirmation removes earlier factors, feeds, keys and preference links of an account', async ({
  world,
  reset,
  personAt,
  club,
  preRegister,
}) => {
  const email = 'victim-3@example.org'
  await preRegister(email)
  const { id, account_id } = await personAt(club, email)
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
      [club.id, id, 'f'.repeat(43)],
    ],
    [
      "insert into core.apikeys (site_id, name, scope, prefix, key_hash, created_by) values ($1, 'k', 'write', 'wb_', $3, $2)",
      [club.id, id, `k-${id}`],
    ],
    [
      "update core.people set phone = '+447700900999', sms_verified = true where site_id = $1 and id = $2",
      [club.id, id],
    ],
  ] as const)
    await world.superuser.query(text, [...values])
  expect((await reset(club, email, OWN)).status).toBe(200)
  const { rows } = await world.superuser.query(
    `select (select count(*) from identity.passkeys where account_id = $1)::int as passkeys, (select count(*) from identity.totp where account_id = $1)::int as totp,
      (select count(*) from identity.recovery_codes where account_id = $1)::int as codes, (select count(*) from core.calendar_feeds where person = $2)::int as feeds,
      (select count(*) from core.apikeys where created_by = $2 and revoked_at is null)::int as keys,
      (select sms_verified or email_uid = $3 from core.people where id = $2) as known`,
    [account_id, id, before],
  )
  expect(rows[0]).toEqual({ passkeys: 0, totp: 0, codes: 0, feeds: 0, keys: 0, known: false })
})

test('the link in the mail confirms nothing for a stranger’s account unless its password is given', async ({
  parts,
  mail,
  reset,
  club,
  preRegister,
}) => {
  const email = 'victim-4@example.org'
  await preRegister(email)
  const token = String(await mail.link(email, 'account.registered'))
  for (const password of [undefined, OWN])
    await expect(confirmEmail(parts, club, { token, password, actor: SYSTEM }, DEVICE)).rejects.toMatchObject({
      extras: { issues: { password: [expect.any(String)] } },
    })
  expect((await reset(club, email, OWN)).status).toBe(200)
  await expect(confirmEmail(parts, club, { token, password: STOLEN, actor: SYSTEM }, DEVICE)).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('a registered person confirms by the link and their password, or signed in; then lasting credentials are allowed', async ({
  parts,
  mail,
  ask,
  signIn,
  club,
  preRegister,
}) => {
  const email = 'honest@example.org'
  const mine = await preRegister(email)
  const token = String(await mail.link(email, 'account.registered'))
  expect(await confirmEmail(parts, club, { token, password: STOLEN, actor: SYSTEM }, DEVICE)).toEqual({
    email,
    what: 'first',
  })
  expect((await ask.get(club, '/auth/user', undefined, mine)).status).toBe(401)
  const again = bearer((await signIn(club, email, STOLEN)).access)
  expect((await ask.post(club, '/calendarfeed', undefined, again)).status).toBe(200)
  expect(JSON.parse((await ask.get(club, '/auth/user', undefined, again)).text)).toMatchObject({
    email_confirmed: true,
  })
})

test('a deleted registration leaves no password for a person whom an admin adds', async ({
  ask,
  signIn,
  personAt,
  club,
  clubAdmin,
}) => {
  const email = 'victim-5@example.org'
  expect((await ask.post(club, '/register', { email, name: 'Mallory', password: STOLEN })).status).toBe(204)
  const { id } = await personAt(club, email)
  expect((await ask.delete(club, `/people/${id}`, undefined, clubAdmin)).status).toBe(204)
  expect((await ask.post(club, '/people', [{ email, name: 'Vic', role: 'admin' }], clubAdmin)).status).toBe(201)
  expect((await signIn(club, email, STOLEN)).status).toBe(400)
})

test('a site that hides accounts answers a stranger who registers and signs in the same, before and after approval', async ({
  world,
  api,
  parts,
  mail,
  ask,
  signIn,
  personAt,
  club,
}) => {
  const hidden = await world.makeSite({ hide_account_existence: true } as Partial<Site>)
  const admin = await api.signIn(hidden, await world.makePerson(hidden, { role: 'admin' }))
  const known = await world.makePerson(club)
  await givePassword(world, parts, known.email, OWN)
  const fresh = `fresh-${club.slug}@example.org`
  const answers = async (email: string) => {
    const seen: unknown[] = [(await ask.post(hidden, '/register', { email, name: 'X', password: STOLEN })).status]
    seen.push(await signIn(hidden, email, STOLEN))
    await ask.put(hidden, '/people', [{ id: (await personAt(hidden, email)).id, is_active: true }], admin)
    seen.push(await signIn(hidden, email, STOLEN))
    return JSON.stringify(seen)
  }
  expect(await answers(known.email)).toBe(await answers(fresh))
  const token = String(await mail.link(known.email, 'account.registered'))
  expect(await confirmEmail(parts, hidden, { token, password: STOLEN, actor: SYSTEM }, DEVICE)).toMatchObject({
    what: 'joined',
  })
  expect((await signIn(hidden, known.email, STOLEN)).status).toBe(400)
  expect((await signIn(hidden, known.email, OWN)).status).toBe(200)
})

test('signing in by a club’s provider confirms no address of an account whose password a stranger chose', async ({
  world,
  parts,
  mail,
  signIn,
  reset,
  club,
  preRegister,
}) => {
  const email = 'victim-6@example.org'
  await preRegister(email)
  const social = await signInWithEmail(parts, club, email, DEVICE)
  if (social.kind !== 'in') throw new Error('The provider let no one in.')
  const actor = await world.withSite(club.id, (db) =>
    findActorByToken(db, club, 'access', social.session.access, world.clock.now()),
  )
  const token = String(await mail.link(email, 'account.registered'))
  await expect(confirmEmail(parts, club, { token, actor }, DEVICE)).rejects.toMatchObject({
    extras: { issues: { password: ['Required.'] } },
  })
  expect((await reset(club, email, OWN)).status).toBe(200)
  expect((await signIn(club, email, STOLEN)).status).toBe(400)
})
