import { expect } from 'vitest'
import { refreshSession } from '#server/accounts/sessions/refresh.ts'
import { refuseWhileImpersonating, signOut, signOutEverywhere } from '#server/accounts/sessions/session-commands.ts'
import { findActorByToken, type OpenedSession } from '#server/accounts/sessions/sessions.ts'
import { impersonate, unimpersonate } from '#server/accounts/sign-in/impersonation.ts'
import { requireRecentSignIn } from '#server/accounts/sign-in/recent-sign-in.ts'
import { audit } from '#server/engine/access/audit.ts'
import { BROWSER, nextRequest, openFor, queuedNotices } from '#tests/support/accounts.ts'
import { worldTest as base, type FixturesOf } from '#tests/support/fixture.ts'

const test = base
  .extend('site', { scope: 'file' }, ({ world }) => world.makeSite())
  .extend(
    'actorOf',
    { scope: 'file' },
    ({ world, site }) =>
      (tokens: OpenedSession) =>
        world.withSite(site.id, (db) => findActorByToken(db, site, 'access', tokens.access, world.clock.now())),
  )
  .extend('scene', { scope: 'file' }, ({ world, site }) => async () => {
    const admin = await world.makePerson(site, { role: 'admin', name: 'Ada Admin' })
    const member = await world.makePerson(site, { name: 'Mo Member' })
    const own = await openFor(world, site, admin)
    const begin = (id: number) => world.act(site, own.actor, (ctx) => impersonate(ctx, id, BROWSER))
    return { admin, member, own, begin }
  })
  .extend(
    'refreshed',
    { scope: 'file' },
    ({ world, site }) =>
      (token: string) =>
        world.act(site, { kind: 'nobody' }, (ctx) => refreshSession(ctx, 'x'.repeat(32), token)),
  )
  .extend(
    'minutes',
    { scope: 'file' },
    ({ world }) =>
      (n: number) =>
        world.clock.set(new Date(world.clock.epochMs() + n * 60_000)),
  )

type On = Pick<FixturesOf<typeof test>, 'site' | 'world'>

test.beforeEach(({ world }) => world.clock.set(null))

const LOST = ['session_revoked', 'session_revoked']

test('an admin acts as a member, each audit line has both names, and returning gives new tokens', async ({
  scene,
  actorOf,
  world,
  site,
}) => {
  const { admin, member, own, begin } = await scene()
  const acting = await begin(member.id)
  const actor = await actorOf(acting)
  expect(actor).toMatchObject({
    person: { id: member.id, access_role: 'user' },
    impersonator: { id: admin.id, name: 'Ada Admin' },
  })
  await world.act(site, actor, (ctx) => audit(ctx, { action: 'test.write' }))
  const { rows } = await world.superuser.query(
    "select person::int, impersonator::int from audit where action = 'test.write'",
  )
  expect(rows).toEqual([{ person: member.id, impersonator: admin.id }])
  const back = await world.act(site, actor, unimpersonate)
  expect(back.person).toBe(admin.id)
  expect(await nextRequest(world, site, acting)).toEqual(LOST)
  expect(await nextRequest(world, site, own)).toEqual(['token_invalid', 'token_invalid'])
  expect(await nextRequest(world, site, back)).toEqual([
    expect.objectContaining({ impersonator: null }),
    expect.anything(),
  ])
})

test.for([
  ['another admin', { role: 'admin' }],
  ['someone pending', { role: 'new' }],
  ['someone inactive', { is_active: false }],
] as const)('no one acts as %s', async ([_who, over], { scene, world, site }) => {
  const { begin } = await scene()
  const { id } = await world.makePerson(site, over)
  await expect(begin(id)).rejects.toMatchObject({ code: 'forbidden' })
})

test('acting is refused across sites, from within another, and to members', async ({ scene, world, actorOf, site }) => {
  const { begin, member } = await scene()
  const elsewhere = await world.makePerson(await world.makeSite())
  await expect(begin(elsewhere.id)).rejects.toMatchObject({ code: 'not_found' })
  const actor = await actorOf(await begin(member.id))
  const other = await world.makePerson(site)
  await expect(world.act(site, actor, (ctx) => impersonate(ctx, other.id, BROWSER))).rejects.toMatchObject({
    code: 'forbidden',
  })
  const plain = await openFor(world, site, member)
  await expect(world.act(site, plain.actor, (ctx) => impersonate(ctx, other.id, BROWSER))).rejects.toMatchObject({
    code: 'forbidden',
  })
  await expect(world.act(site, plain.actor, unimpersonate)).rejects.toMatchObject({ code: 'forbidden' })
})

test('actions reserved to the person are refused meanwhile', async ({ scene, actorOf, world, site }) => {
  const { begin, member } = await scene()
  const actor = await actorOf(await begin(member.id))
  expect(() => refuseWhileImpersonating({ actor })).toThrow('acting as someone else')
  await expect(world.act(site, actor, requireRecentSignIn)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(world.act(site, actor, signOutEverywhere)).rejects.toMatchObject({ code: 'forbidden' })
})

test.for([
  [
    'the admin is demoted',
    ({ world }: On, s: Scene) => world.superuser.query("update people set role = 'user' where id = $1", [s.admin.id]),
  ],
  [
    'the admin is disabled',
    ({ world }: On, s: Scene) =>
      world.superuser.query('update people set is_active = false where id = $1', [s.admin.id]),
  ],
  ['the admin signs out', ({ world, site }: On, s: Scene) => world.act(site, s.own.actor, signOut)],
  [
    'the member becomes an admin',
    ({ world }: On, s: Scene) => world.superuser.query("update people set role = 'admin' where id = $1", [s.member.id]),
  ],
] as const)('it ends at the next call when %s', async ([_what, change], { scene, world, site }) => {
  const all = await scene()
  const acting = await all.begin(all.member.id)
  await change({ world, site }, all)
  expect(await nextRequest(world, site, acting)).toEqual(LOST)
})

type Scene = Awaited<ReturnType<FixturesOf<typeof test>['scene']>>

test('its refresh token works within the hour and never prolongs it', async ({
  scene,
  minutes,
  refreshed,
  world,
  site,
}) => {
  const { begin, member, own } = await scene()
  const acting = await begin(member.id)
  minutes(35)
  const second = await refreshed(acting.refresh)
  if ('revoked' in second) throw new Error(second.revoked)
  minutes(20)
  expect(await refreshed(acting.refresh)).toEqual({ revoked: 'token_reused' })
  expect(await nextRequest(world, site, own)).toEqual(['token_expired', expect.objectContaining({ session: own.id })])
})

test('refreshed every few minutes, it is over after the hour: cookie, each access token and each refresh token', async ({
  scene,
  minutes,
  refreshed,
  world,
  site,
}) => {
  const { begin, member } = await scene()
  const acting = await begin(member.id)
  let last: { access: string; refresh: string } = acting
  for (let n = 0; n < 7; n++) {
    minutes(8)
    const next = await refreshed(last.refresh)
    if ('revoked' in next) throw new Error(next.revoked)
    last = next
    expect(await nextRequest(world, site, { ...acting, access: last.access })).toEqual([
      expect.objectContaining({ impersonator: expect.objectContaining({ name: 'Ada Admin' }) }),
      expect.objectContaining({ impersonator: expect.objectContaining({ name: 'Ada Admin' }) }),
    ])
  }
  const { rows } = await world.superuser.query(
    `select s.absolute_expires_at - s.created_at = interval '1 hour' and s.expires_at <= s.absolute_expires_at
       and s.access_expires <= s.absolute_expires_at and bool_and(t.expires_at <= s.absolute_expires_at) as bounded
     from sessions s join refresh_tokens t on t.session = s.id where s.id = $1 group by s.site_id, s.id`,
    [acting.id],
  )
  expect(rows).toEqual([{ bounded: true }])
  minutes(4.5)
  expect(await nextRequest(world, site, { ...acting, access: last.access })).toEqual(['token_expired', 'token_expired'])
  expect(await refreshed(last.refresh)).toEqual({ revoked: 'token_expired' })
})

test.for<[string, (on: On, s: Scene) => Promise<unknown>]>([
  [
    'the admin is demoted',
    ({ world }, s) => world.superuser.query("update people set role = 'user' where id = $1", [s.admin.id]),
  ],
  ['the admin signs out', ({ world, site }, s) => world.act(site, s.own.actor, signOut)],
  [
    'the member becomes an admin',
    ({ world }, s) => world.superuser.query("update people set role = 'admin' where id = $1", [s.member.id]),
  ],
] as const)('nothing is refreshed once %s', async ([_what, change], { scene, refreshed, world, site }) => {
  const all = await scene()
  const acting = await all.begin(all.member.id)
  await change({ world, site }, all)
  expect(await refreshed(acting.refresh)).toEqual({ revoked: 'session_revoked' })
})

test('a replayed key of it notifies the admin by mail, not the member', async ({
  scene,
  refreshed,
  minutes,
  world,
  site,
}) => {
  const { admin, begin, member } = await scene()
  const acting = await begin(member.id)
  await refreshed(acting.refresh)
  minutes(3)
  expect(await refreshed(acting.refresh)).toEqual({ revoked: 'token_reused' })
  const mails = await queuedNotices(world, site)
  expect(mails.filter(({ email }) => email === admin.email).map(({ kind }) => kind)).toEqual(['account.session_ended'])
  expect(mails.filter(({ email }) => email === member.email)).toEqual([])
})

test('it ends after an hour; signing out meanwhile ends the admin’s session too', async ({
  scene,
  world,
  site,
  actorOf,
  minutes,
}) => {
  const { begin, member, own } = await scene()
  const second = await begin(member.id)
  await world.act(site, await actorOf(second), signOut)
  expect(await nextRequest(world, site, own)).toEqual(LOST)
  const again = await scene()
  const hour = await again.begin(again.member.id)
  minutes(61)
  expect(await nextRequest(world, site, hour)).toEqual(['token_expired', 'token_expired'])
})
