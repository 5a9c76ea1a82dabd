import { expect } from 'vitest'
import { checkResetToken, resetPassword, sendResetLink } from '#server/accounts/passwords/reset.ts'
import { findActorByToken } from '#server/accounts/sessions/sessions.ts'
import { signInWithPassword } from '#server/accounts/sign-in/sign-in-with-password.ts'
import { derivedToken } from '#server/engine/kernel/derive.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import { accountPartsOf, DEVICE, givePassword, PASSWORD, queuedNotices } from '#tests/support/accounts.ts'
import { test as base } from '#tests/support/fixture.ts'
import { messagingFor, NOTICE_SECRET } from '#tests/support/messages/messaging.ts'

const test = base
  .extend('parts', { scope: 'file' }, ({ world }) => accountPartsOf(world))
  .extend('makeMember', { scope: 'file' }, ({ world, parts }) => async (site: Site, over = {}) => {
    const person = await world.makePerson(site, over)
    await givePassword(world, parts, person.email)
    return person
  })
  .extend('ask', { scope: 'file' }, ({ parts, world }) => async (site: Site, email: string): Promise<string> => {
    await sendResetLink(parts, site, email)
    const derive = (await queuedNotices(world, site)).filter(({ kind }) => kind === 'account.reset').at(-1)
      ?.facts.derive
    if (!derive) throw new Error('No link was sent.')
    return derivedToken(NOTICE_SECRET, derive.purpose, derive.id)
  })
  .extend(
    'use',
    { scope: 'file' },
    ({ parts }) =>
      (site: Site, token: string, password = NEXT) =>
        resetPassword(parts, site, { token, password }, DEVICE),
  )

const NEXT = 'another good password'

const INVALID = { code: 'invalid', extras: { issues: { token: [expect.any(String)] } } }

test('a link shows its owner, sets the password once, ends all sessions everywhere and notifies the owner', async ({
  world,
  makeMember,
  parts,
  ask,
  use,
}) => {
  const [site, other] = [await world.makeSite(), await world.makeSite()]
  const { email } = await makeMember(site)
  await world.makePerson(other, { email })
  const before = await Promise.all(
    [site, other].map((of) => signInWithPassword(parts, of, { email, password: PASSWORD }, DEVICE)),
  )
  const token = await ask(site, email)
  expect(token).toHaveLength(43)
  expect(await checkResetToken(parts, site, token, DEVICE)).toEqual({ email })
  expect(await checkResetToken(parts, site, token, DEVICE)).toEqual({ email })
  const session = await use(site, token)
  for (const [n, of] of [site, other].entries()) {
    const asBefore = world.withSite(of.id, (db) =>
      findActorByToken(db, of, 'access', before[n]!.access, world.clock.now()),
    )
    await expect(asBefore).rejects.toMatchObject({ extras: { reason: 'session_revoked' } })
  }
  await expect(
    world.withSite(site.id, (db) => findActorByToken(db, site, 'access', session.access, world.clock.now())),
  ).resolves.toMatchObject({ person: { email } })
  await expect(use(site, token)).rejects.toMatchObject(INVALID)
  await expect(checkResetToken(parts, site, token, DEVICE)).rejects.toMatchObject(INVALID)
  await expect(signInWithPassword(parts, site, { email, password: PASSWORD }, DEVICE)).rejects.toThrow('incorrect')
  await signInWithPassword(parts, site, { email, password: NEXT }, DEVICE)
  expect((await queuedNotices(world, site)).map(({ kind }) => kind)).toEqual([
    'account.reset',
    'account.password_changed',
  ])
})

test('of twenty concurrent uses of one reset link one wins', async ({ world, makeMember, ask, use }) => {
  const site = await world.makeSite()
  const { email } = await makeMember(site)
  const token = await ask(site, email)
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, (_, n) => use(site, token, `${NEXT} ${n}`)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(INVALID)
})

test('the newest link ends the older ones; an hour ends it; another site’s link and nonsense never work', async ({
  world,
  makeMember,
  ask,
  use,
  parts,
}) => {
  const [site, other] = [await world.makeSite(), await world.makeSite()]
  const { email } = await makeMember(site)
  await world.makePerson(other, { email })
  const first = await ask(site, email)
  const second = await ask(site, email)
  await expect(use(site, first)).rejects.toMatchObject(INVALID)
  await expect(use(other, second)).rejects.toMatchObject(INVALID)
  await expect(checkResetToken(parts, other, second, DEVICE)).rejects.toMatchObject(INVALID)
  for (const token of ['', 'x', 'A'.repeat(43)]) await expect(use(site, token)).rejects.toMatchObject(INVALID)
  world.clock.set(new Date(Date.now() + 60 * 60_000 + 1_000))
  await expect(use(site, second)).rejects.toMatchObject(INVALID)
  world.clock.set(null)
  await expect(use(site, second, 'short')).rejects.toMatchObject({
    extras: { issues: { password: [expect.any(String)] } },
  })
  await use(site, second)
})

test('people who are pending or disabled are told so, and their password stays', async ({
  world,
  makeMember,
  ask,
  use,
  parts,
}) => {
  const site = await world.makeSite()
  const people = [
    { over: { role: 'new', is_active: false }, says: 'waiting for approval' },
    { over: { is_active: false }, says: 'not active' },
  ]
  for (const { over, says } of people) {
    const { email } = await makeMember(site, over)
    const token = await ask(site, email)
    await expect(use(site, token)).rejects.toThrow(says)
    await expect(signInWithPassword(parts, site, { email, password: PASSWORD }, DEVICE)).rejects.toThrow(says)
  }
})

test('the mail carries the link, no table stores it, and no one else gets one', async ({
  world,
  makeMember,
  ask,
  parts,
}) => {
  const site = await world.makeSite()
  const { email } = await makeMember(site)
  const token = await ask(site, email)
  const { messaging, transports } = messagingFor(world)
  await messaging.drain()
  const mail = transports.email.sent.find(({ to, kind }) => to === email && kind === 'account.reset')
  expect(mail?.text).toContain(`/password/reset/${token}`)
  await messaging.stop()
  const { rows } = await world.superuser.query(
    'select (select json_agg(d) from core.deliveries d)::text || (select json_agg(r) from identity.password_resets r)::text as all',
  )
  expect(rows[0].all).not.toContain(token)
  const queued = (await queuedNotices(world, site)).length
  await sendResetLink(parts, site, 'nobody@example.org')
  const elsewhere = await makeMember(await world.makeSite())
  await sendResetLink(parts, site, elsewhere.email)
  expect(await queuedNotices(world, site)).toHaveLength(queued)
})

test('a link confirms the address of an account that someone else made at this site', async ({
  world,
  makeMember,
  parts,
  use,
  ask,
}) => {
  const site = await world.makeSite()
  const { email } = await makeMember(site)
  await world.superuser.query('update identity.accounts set proved_at = null, home_site = $2 where email = $1', [
    email,
    site.id,
  ])
  await expect(signInWithPassword(parts, site, { email, password: PASSWORD }, DEVICE)).rejects.toThrow('incorrect')
  await use(site, await ask(site, email))
  await signInWithPassword(parts, site, { email, password: NEXT }, DEVICE)
})
