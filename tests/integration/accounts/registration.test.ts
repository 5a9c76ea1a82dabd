import { expect } from 'vitest'
import { CONSENT_VERSION } from '#server/accounts/registration-contract.ts'
import { findActorByToken } from '#server/accounts/sessions/sessions.ts'
import { checkEmail, register } from '#server/accounts/sign-in/register.ts'
import { signInWithPassword } from '#server/accounts/sign-in/sign-in-with-password.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import { createProductCollections } from '#server/registry.ts'
import { accountPartsOf, DEVICE, givePassword, PASSWORD, queuedNotices } from '#tests/support/accounts.ts'
import { test as base } from '#tests/support/fixture.ts'
import { messagingFor } from '#tests/support/messages/messaging.ts'
import { adminActor } from '#tests/support/world.ts'

const engine = createProductCollections()
const test = base
  .extend('parts', { scope: 'file' }, ({ world }) => accountPartsOf(world))
  .extend('personRow', { scope: 'file' }, ({ world }) => async (site: Site, email: string) => {
    const { rows } = await world.superuser.query('select * from core.people where site_id = $1 and email = $2', [
      site.id,
      email,
    ])
    return rows
  })
  .extend(
    'activate',
    { scope: 'file' },
    ({ world }) =>
      (site: Site, admin: { id: number; name: string; email: string }, id: number, is_active = true) =>
        world.act(site, adminActor(admin), (ctx) => engine.update(ctx, 'people', [{ id, is_active }])),
  )

const newcomer = (email: string, over = {}) => ({
  email,
  name: 'Þórdís',
  phone: undefined,
  password: PASSWORD,
  ...over,
})

test('an unknown email registers, waits, is approved and signs in; doing it again changes nothing', async ({
  world,
  parts,
  personRow,
  activate,
}) => {
  const site = await world.makeSite()
  const admin = await world.makePerson(site, { role: 'admin' })
  const email = 'new@example.org'
  expect(await checkEmail(parts, site, email, DEVICE)).toEqual({ status: 'account-required' })
  await register(parts, site, newcomer(email), DEVICE)
  await Promise.all(Array.from({ length: 8 }, () => register(parts, site, newcomer(email, { name: 'Other' }), DEVICE)))
  const [person, ...more] = await personRow(site, email)
  expect(more).toEqual([])
  expect(person).toMatchObject({ name: 'Þórdís', role: 'new', is_active: false, consent_version: CONSENT_VERSION })
  expect(person.consent_at).toBeInstanceOf(Date)
  expect(await checkEmail(parts, site, email, DEVICE)).toEqual({ status: 'login-required' })
  expect((await queuedNotices(world, site)).map(({ kind, email, lane }) => [kind, email, lane])).toEqual([
    ['account.registered', email, 'security'],
    ['account.registration', admin.email, 'security'],
  ])
  const attempt = () => signInWithPassword(parts, site, { email, password: PASSWORD }, DEVICE)
  await expect(attempt()).rejects.toThrow('Your registration is waiting for approval.')
  await expect(signInWithPassword(parts, site, { email, password: 'wrong' }, DEVICE)).rejects.toThrow('incorrect')

  await activate(site, admin, Number(person.id))
  expect((await personRow(site, email))[0]).toMatchObject({ role: 'user', is_active: true })
  const session = await attempt()
  expect((await queuedNotices(world, site)).map(({ kind }) => kind)).toContain('account.approved')

  const asThem = () =>
    world.withSite(site.id, (db) => findActorByToken(db, site, 'access', session.access, world.clock.now()))
  await expect(asThem()).resolves.toMatchObject({ person: { access_role: 'user' } })
  await activate(site, admin, Number(person.id), false)
  await expect(asThem()).rejects.toMatchObject({ code: 'unauthenticated' })
  await expect(attempt()).rejects.toThrow('Your account is not active.')
  expect((await personRow(site, email))[0]).toMatchObject({ role: 'user', is_active: false })
  await activate(site, admin, Number(person.id))
  await expect(asThem()).rejects.toMatchObject({ extras: { reason: 'session_revoked' } })
  const { rows } = await world.superuser.query(
    "select action from core.audit where site_id = $1 and action in ('people.register','people.approve','people.disable','people.enable') order by id",
    [site.id],
  )
  expect(rows.map(({ action }) => action)).toEqual([
    'people.register',
    'people.approve',
    'people.disable',
    'people.enable',
  ])
})

test('an account of another site proves its password, under the limits of signing in', async ({
  world,
  parts,
  personRow,
}) => {
  const [home, other] = [await world.makeSite(), await world.makeSite()]
  const { email } = await world.makePerson(home)
  await givePassword(world, parts, email)
  expect(await checkEmail(parts, other, email, DEVICE)).toEqual({ status: 'details-required' })
  const strict = accountPartsOf(world, { limits: true })
  const attempt = (password?: string, ip = '192.0.2.7') =>
    register(strict, other, newcomer(email, { password }), { ...DEVICE, ip })
  await expect(attempt(undefined)).rejects.toMatchObject({ extras: { issues: { password: ['Required.'] } } })
  await expect(attempt('a wrong one')).rejects.toMatchObject({ extras: { issues: { password: [expect.any(String)] } } })
  for (let n = 0; n < 4; n++) await attempt('a wrong one', `192.0.2.${20 + n}`).catch(() => {})
  await expect(attempt(PASSWORD, '192.0.2.40')).rejects.toMatchObject({ code: 'throttled' })
  expect(await personRow(other, email)).toEqual([])
  await register(parts, other, newcomer(email), DEVICE)
  expect((await personRow(other, email))[0]).toMatchObject({ role: 'new' })
})

test('a wrong or missing password is refused under its field and creates nothing', async ({
  world,
  parts,
  personRow,
}) => {
  const site = await world.makeSite({ name: 'Lakeside Rowing' })
  for (const password of [undefined, 'short', 'password123', 'lakeside1']) {
    const refused = register(parts, site, newcomer('weak@example.org', { password }), DEVICE)
    await expect(refused).rejects.toMatchObject({ extras: { issues: { password: [expect.any(String)] } } })
  }
  expect(await personRow(site, 'weak@example.org')).toEqual([])
  expect((await world.superuser.query("select from identity.accounts where email = 'weak@example.org'")).rowCount).toBe(
    0,
  )
})

test('registering with another person’s address opens no site where an admin adds them', async ({ world, parts }) => {
  const [here, there] = [await world.makeSite(), await world.makeSite()]
  const email = 'victim@example.org'
  await register(parts, here, newcomer(email, { password: 'chosen by a stranger' }), DEVICE)
  await world.makePerson(there, { email })
  await expect(signInWithPassword(parts, there, { email, password: 'chosen by a stranger' }, DEVICE)).rejects.toThrow(
    'incorrect',
  )
})

test('a site that hides accounts gives everyone the same answer, and tells the owner by mail', async ({
  world,
  parts,
}) => {
  const home = await world.makeSite()
  const hidden = await world.makeSite({ hide_account_existence: true } as Partial<Site>)
  const { email } = await world.makePerson(home)
  await givePassword(world, parts, email)
  for (const address of [email, 'nobody@example.org'])
    expect(await checkEmail(parts, hidden, address, DEVICE)).toEqual({ status: 'login-required' })
  await register(parts, hidden, newcomer(email, { password: 'not the owner’s password' }), DEVICE)
  expect((await queuedNotices(world, hidden)).map(({ kind, email }) => [kind, email])).toEqual([
    ['account.registered', email],
  ])
  await expect(
    signInWithPassword(parts, hidden, { email, password: 'not the owner’s password' }, DEVICE),
  ).rejects.toThrow('Email or password is incorrect.')
})

test('a site that hides accounts refuses the same passwords for everyone', async ({ world, parts }) => {
  const hidden = await world.makeSite({ hide_account_existence: true } as Partial<Site>)
  const elsewhere = await world.makePerson(await world.makeSite())
  const here = await world.makePerson(hidden)
  for (const password of [undefined, 'short', 'password123'])
    for (const email of [here.email, elsewhere.email, 'nobody-at-all@example.org']) {
      const refused = register(parts, hidden, newcomer(email, { password }), DEVICE)
      await expect(refused).rejects.toMatchObject({ extras: { issues: { password: [expect.any(String)] } } })
    }
  for (const email of [here.email, elsewhere.email, 'nobody-at-all@example.org'])
    await expect(register(parts, hidden, newcomer(email), DEVICE)).resolves.toBeUndefined()
})

test('the mails are sent by the senders and name their person', async ({ world, parts }) => {
  const site = await world.makeSite()
  await world.makePerson(site, { role: 'admin', email: 'boss@example.org' })
  await register(parts, site, newcomer('mailed@example.org', { name: 'Mai Led' }), DEVICE)
  const { messaging, transports } = messagingFor(world)
  await messaging.drain()
  const ours = transports.email.sent.filter(({ site: of }) => of === site.id)
  expect(ours.map(({ to, subject }) => [to, subject]).sort()).toEqual([
    ['boss@example.org', 'New registration: Mai Led'],
    ['mailed@example.org', 'Confirm your email'],
  ])
  await messaging.stop()
})

test('an approval undone in time leaves a pending registration, and welcomes no one', async ({
  api,
  callApi,
  site,
  admin,
  world,
  parts,
  personRow,
}) => {
  const email = 'undone@example.org'
  await register(parts, site, newcomer(email), DEVICE)
  const [{ id }] = await personRow(site, email)
  const headers = await api.signIn(site, admin)
  const approved = await callApi('POST', '/people/bulk', headers, {
    ids: [Number(id)],
    changes: { is_active: true },
  })
  expect((await personRow(site, email))[0]).toMatchObject({ role: 'user', is_active: true })
  await callApi('POST', '/people/undo', headers, { token: approved.body.undo.token })
  expect((await personRow(site, email))[0]).toMatchObject({ role: 'new', is_active: false })
  const { rows } = await world.superuser.query(
    "select state from core.deliveries where site_id = $1 and kind = 'account.approved'",
    [site.id],
  )
  expect(rows).toEqual([{ state: 'cancelled' }])
})
