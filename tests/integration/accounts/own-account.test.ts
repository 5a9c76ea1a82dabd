import { expect } from 'vitest'
import { confirmEmail, findPendingEmail } from '#server/accounts/emails/confirm-email.ts'
import { requestEmailChange } from '#server/accounts/emails/own-email.ts'
import { changeOwnPassword } from '#server/accounts/passwords/own-password.ts'
import { signInWithPassword } from '#server/accounts/sign-in/sign-in-with-password.ts'
import { derivedToken } from '#server/engine/kernel/derive.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import { ownSettingsChange } from '#server/people/self/contract.ts'
import { changeOwnSettings } from '#server/people/self/settings.ts'
import { createProductCollections } from '#server/registry.ts'
import {
  accountPartsOf,
  DEVICE,
  givePassword,
  nextRequest,
  openFor,
  ownAccountOf,
  PASSWORD,
  queuedNotices,
} from '#tests/support/accounts.ts'
import { worldTest as base } from '#tests/support/fixture.ts'
import { NOTICE_SECRET } from '#tests/support/messages/messaging.ts'
import { SYSTEM } from '#tests/support/world.ts'

const test = base
  .extend('parts', { scope: 'file' }, ({ world }) => accountPartsOf(world))
  .extend('site', { scope: 'file' }, ({ world }) => world.makeSite({ name: 'Harbour' }))
  .extend('member', { scope: 'file' }, ({ site, world, parts }) => async (of = site, over = {}) => {
    const person = await world.makePerson(of, over)
    await givePassword(world, parts, person.email)
    return person
  })
  .extend(
    'noticesOf',
    { scope: 'file' },
    ({ world }) =>
      async (of: Site, kind: string) =>
        (await queuedNotices(world, of)).filter((n) => n.kind === kind),
  )
  .extend(
    'stored',
    { scope: 'file' },
    ({ world }) =>
      async (id: number) =>
        (await world.superuser.query('select * from core.people where id = $1', [id])).rows[0],
  )
  .extend('linkOf', { scope: 'file' }, ({ noticesOf }) => async (of: Site): Promise<string> => {
    const derive = (await noticesOf(of, 'account.email_confirm')).at(-1)?.facts.derive
    if (!derive) throw new Error('No link was sent.')
    return derivedToken(NOTICE_SECRET, derive.purpose, derive.id)
  })

const NEXT = 'another good password'

test('changing a password needs the present one; the other sessions end everywhere, this one stays, the owner is notified', async ({
  world,
  member,
  parts,
  noticesOf,
}) => {
  const [one, two] = [await world.makeSite(), await world.makeSite()]
  const person = await member(one)
  const there = await world.makePerson(two, { email: person.email })
  const elsewhere = [await openFor(world, one, person), await openFor(world, two, there)]
  const own = await ownAccountOf(world, one, person)
  await expect(changeOwnPassword(parts, own, { password: 'wrong', new_password: NEXT }, DEVICE)).rejects.toMatchObject({
    extras: { issues: { password: ['The password is incorrect.'] } },
  })
  await expect(
    changeOwnPassword(parts, own, { password: PASSWORD, new_password: 'password' }, DEVICE),
  ).rejects.toMatchObject({ extras: { issues: { new_password: [expect.any(String)] } } })
  await changeOwnPassword(parts, own, { password: PASSWORD, new_password: NEXT }, DEVICE)
  expect(await nextRequest(world, one, own.session)).toEqual([
    expect.objectContaining({ kind: 'person' }),
    expect.anything(),
  ])
  expect(await nextRequest(world, one, elsewhere[0]!)).toEqual(['session_revoked', 'session_revoked'])
  expect(await nextRequest(world, two, elsewhere[1]!)).toEqual(['session_revoked', 'session_revoked'])
  await expect(signInWithPassword(parts, one, { email: person.email, password: PASSWORD }, DEVICE)).rejects.toThrow()
  await signInWithPassword(parts, two, { email: person.email, password: NEXT }, DEVICE)
  expect(await noticesOf(one, 'account.password_changed')).toMatchObject([{ email: person.email }])
})

test('an email changes only by the link in the new mailbox, then at every site, and the old address is notified', async ({
  world,
  member,
  parts,
  linkOf,
  stored,
  noticesOf,
}) => {
  const [one, two] = [await world.makeSite(), await world.makeSite()]
  const person = await member(one)
  const there = await world.makePerson(two, { email: person.email })
  const own = await ownAccountOf(world, one, person)
  const email = `new-${person.email}`
  await expect(requestEmailChange(parts, own, { email, password: 'wrong' }, DEVICE)).rejects.toMatchObject({
    extras: { issues: { password: [expect.any(String)] } },
  })
  await requestEmailChange(parts, own, { email, password: PASSWORD }, DEVICE)
  const first = await linkOf(one)
  await requestEmailChange(parts, own, { email, password: PASSWORD }, DEVICE)
  const token = await linkOf(one)
  expect((await stored(person.id)).email).toBe(person.email)
  expect(await noticesOf(one, 'account.email_confirm')).toMatchObject([
    { facts: { to: email } },
    { facts: { to: email } },
  ])
  expect(await noticesOf(one, 'account.email_change_requested')).toHaveLength(2)

  const confirm = (of: Site, link: string, password?: string) =>
    confirmEmail(parts, of, { token: link, password, actor: SYSTEM }, DEVICE)
  await expect(confirm(one, first)).rejects.toMatchObject({ code: 'not_found' })
  await expect(confirm(two, token)).rejects.toMatchObject({ code: 'not_found' })
  expect(await world.withSite(one.id, (db) => findPendingEmail(db, token, SYSTEM, world.clock.now()))).toEqual({
    email,
    first: false,
    own: false,
  })
  for (const password of [undefined, 'wrong'])
    await expect(confirm(one, token, password)).rejects.toMatchObject({
      extras: { issues: { password: [expect.any(String)] } },
    })
  expect(await confirm(one, token, PASSWORD)).toEqual({ email, what: 'change' })
  await expect(confirm(one, token)).rejects.toMatchObject({ code: 'not_found' })
  expect([(await stored(person.id)).email, (await stored(there.id)).email]).toEqual([email, email])
  expect(await nextRequest(world, one, own.session)).toEqual(['session_revoked', 'session_revoked'])
  await expect(signInWithPassword(parts, one, { email: person.email, password: PASSWORD }, DEVICE)).rejects.toThrow()
  await signInWithPassword(parts, two, { email, password: PASSWORD }, DEVICE)
  expect(await noticesOf(one, 'account.email_changed')).toMatchObject([
    { facts: { to: person.email } },
    { email, facts: { action: { path: '/profile/security' } } },
  ])
})

test('an expired link and an address taken meanwhile change nothing', async ({
  world,
  member,
  parts,
  linkOf,
  stored,
}) => {
  const of = await world.makeSite()
  const person = await member(of)
  const own = await ownAccountOf(world, of, person)
  const email = `taken-${person.email}`
  await requestEmailChange(parts, own, { email, password: PASSWORD }, DEVICE)
  const token = await linkOf(of)
  const other = await world.makePerson(of, { email })
  const confirm = () => confirmEmail(parts, of, { token, password: PASSWORD, actor: SYSTEM }, DEVICE)
  await expect(confirm()).rejects.toMatchObject({ code: 'invalid' })
  await expect(requestEmailChange(parts, own, { email, password: PASSWORD }, DEVICE)).rejects.toMatchObject({
    extras: { issues: { email: ['This email belongs to another account.'] } },
  })
  await world.superuser.query('delete from core.people where id = $1', [other.id])
  await world.superuser.query('delete from identity.accounts where email = $1', [email])
  world.clock.set(new Date(world.clock.epochMs() + 24 * 3_600_000 + 1))
  await expect(confirm()).rejects.toMatchObject({ code: 'not_found' })
  world.clock.set(null)
  expect((await stored(person.id)).email).toBe(person.email)
})

test('settings accept only known choices, keep absent ones, and change nothing else of the person; the joined format keeps step', async ({
  member,
  world,
  site,
  stored,
}) => {
  const person = await member()
  const { session } = await ownAccountOf(world, site, person)
  const change = (body: unknown) =>
    world.act(site, session.actor, (ctx) => changeOwnSettings(ctx, ownSettingsChange.parse(body)))
  expect((await change({ settings: { dateFormat: 'YYYY-MM-DD' }, email_newsletters: false })).settings).toMatchObject({
    dateFormat: 'YYYY-MM-DD',
    timeFormat: 'h:mm a',
    dateTimeFormat: 'YYYY-MM-DD h:mm a',
  })
  const hostile = {
    role: 'admin',
    is_active: false,
    sms_verified: true,
    account_id: 1,
    site_id: 99,
    id: 1,
    email: 'x@y.z',
  }
  const before = await stored(person.id)
  const after = await change({
    ...hostile,
    settings: { theme: 'Dark', role: 'admin', hidden_external_calendars: ' a, b ,a' },
  })
  expect(after).toMatchObject({ email_newsletters: false, settings: { theme: 'Dark', dateFormat: 'YYYY-MM-DD' } })
  expect(after.settings.hidden_external_calendars).toBe('a,b')
  const row = await stored(person.id)
  for (const name of ['role', 'is_active', 'sms_verified', 'account_id', 'site_id', 'id', 'email'])
    expect([name, row[name]]).toEqual([name, before[name]])
  expect(row.settings).not.toHaveProperty('role')
  for (const bad of [{ theme: 'Pink' }, { dateFormat: 'YYYY' }, { timeFormat: 1 }])
    expect(ownSettingsChange.safeParse({ settings: bad }).success).toBe(false)
})

test('the collection of people changes no field that a member may not write', async ({
  member,
  world,
  site,
  stored,
}) => {
  const engine = createProductCollections()
  const person = await member()
  const other = await member()
  const { session } = await ownAccountOf(world, site, person)
  const update = (body: unknown) => world.act(site, session.actor, (ctx) => engine.update(ctx, 'people', body))
  const before = await stored(person.id)
  const forbidden = {
    role: 'admin',
    is_active: false,
    phone: '+61412345678',
    email: 'other@example.org',
    notes: 'x',
    tags: ['x'],
    joined: '2020-01-01',
    sms_notifications: true,
  }
  const ignored = {
    site_id: 1,
    account_id: 1,
    sms_verified: true,
    avatar: 's/1/x',
    last_login: '2020-01-01T00:00Z',
    draft: null,
  }
  for (const [field, value] of Object.entries(forbidden))
    await expect(update([{ id: person.id, [field]: value }]), field).rejects.toMatchObject({ code: 'forbidden' })
  await update([{ id: person.id, ...ignored }])
  const after = await stored(person.id)
  for (const field of [...Object.keys(forbidden), 'site_id', 'account_id', 'sms_verified', 'avatar', 'last_login'])
    expect([field, after[field]]).toEqual([field, before[field]])
  await expect(update([{ id: other.id, name: 'Mine' }])).rejects.toMatchObject({
    code: expect.stringMatching(/forbidden|not_found/),
  })
  const self = JSON.parse(
    await world.withSite(site.id, (db) =>
      engine.list({ db, site, actor: session.actor, clock: world.clock }, 'people', { self: 'true' }),
    ),
  )
  expect(self.order).toEqual([person.id])
  expect(Object.keys(self.results.people[person.id])).not.toEqual(expect.arrayContaining(['notes']))
})
