import { expect } from 'vitest'
import { refreshSession } from '#server/accounts/sessions/refresh.ts'
import {
  endPersonSessions,
  endSession,
  signOut,
  signOutEverywhere,
} from '#server/accounts/sessions/session-commands.ts'
import { findActorByToken, type OpenedSession } from '#server/accounts/sessions/sessions.ts'
import { nextRequest, openFor } from '#tests/support/accounts.ts'
import { worldTest as base, type FixturesOf } from '#tests/support/fixture.ts'

const SECRET = 'a secret of thirty-two characters'

const test = base
  .extend('site', { scope: 'file' }, ({ world }) => world.makeSite())
  .extend(
    'seconds',
    { scope: 'file' },
    ({ world }) =>
      (n: number) =>
        world.clock.set(new Date(world.clock.epochMs() + n * 1_000)),
  )
  .extend(
    'asks',
    { scope: 'file' },
    ({ world, site }) =>
      async (access: string) =>
        (await nextRequest(world, site, { access, cookie: '' }))[0],
  )
  .extend('refreshed', { scope: 'file' }, ({ world, site }) => async (token: string) => {
    const answer = await world.act(site, { kind: 'nobody' }, (ctx) => refreshSession(ctx, SECRET, token))
    if ('revoked' in answer) throw new Error(answer.revoked)
    return answer
  })
  .extend(
    'actorWith',
    { scope: 'file' },
    ({ world, site }) =>
      (access: string) =>
        world.withSite(site.id, (db) => findActorByToken(db, site, 'access', access, world.clock.now())),
  )

type On = Pick<FixturesOf<typeof test>, 'actorWith' | 'site' | 'world'>

test.beforeEach(({ world }) => world.clock.set(null))

test('calls already under way with the previous access token succeed for two minutes, through several refreshes', async ({
  world,
  site,
  refreshed,
  seconds,
  asks,
}) => {
  const session = await openFor(world, site, await world.makePerson(site))
  const same = expect.objectContaining({ session: session.id })
  const second = await refreshed(session.refresh)
  seconds(60)
  const third = await refreshed(second.refresh)
  seconds(50)
  for (const access of [session.access, second.access, third.access]) expect(await asks(access)).toEqual(same)
  seconds(11)
  expect(await asks(session.access)).toBe('token_expired')
  expect(await asks(second.access)).toEqual(same)
  seconds(60)
  expect(await asks(second.access)).toBe('token_expired')
  expect(await asks(third.access)).toEqual(same)
})

test('no refresh prolongs an access token beyond its own end', async ({ world, site, seconds, refreshed, asks }) => {
  const session = await openFor(world, site, await world.makePerson(site))
  seconds(39 * 60)
  const next = await refreshed(session.refresh)
  seconds(50)
  expect(await asks(session.access)).toMatchObject({ kind: 'person' })
  seconds(11)
  expect(await asks(session.access)).toBe('token_expired')
  expect(await asks(next.access)).toMatchObject({ kind: 'person' })
})

type Session = Awaited<ReturnType<typeof openFor>>

const ENDINGS: [string, (on: On, who: { id: number }, session: Session, earlier: string) => Promise<unknown>][] = [
  ['signing out', ({ world, site }, _who, { actor }) => world.act(site, actor, signOut)],
  [
    'signing out with the token before itself',
    async ({ world, site, actorWith }, _who, _session, earlier) => world.act(site, await actorWith(earlier), signOut),
  ],
  [
    'ending it from another session',
    async ({ world, site }, who, { id }) =>
      world.act(site, (await openFor(world, site, who)).actor, (ctx) => endSession(ctx, id)),
  ],
  [
    'signing out everywhere',
    async ({ world, site }, who) => world.act(site, (await openFor(world, site, who)).actor, signOutEverywhere),
  ],
  [
    'an admin’s order',
    async ({ world, site }, who) => {
      const admin = await openFor(world, site, await world.makePerson(site, { role: 'admin' }))
      await world.act(site, admin.actor, (ctx) => endPersonSessions(ctx, who.id))
    },
  ],
  [
    'disabling',
    ({ world }, who) => world.superuser.query('update people set is_active = false where id = $1', [who.id]),
  ],
  [
    'a key that comes back',
    async ({ world, site }, _who, session) => {
      const answer = await world.act(site, { kind: 'nobody' }, (ctx) =>
        refreshSession(ctx, SECRET, session.refresh, { user_agent: 'a thief' }),
      )
      expect(answer).toEqual({ revoked: 'token_reused' })
    },
  ],
]

test.for(ENDINGS)(
  '%s ends the previous access token on the very next request too',
  async ([_what, end], { world, site, refreshed, asks, actorWith }) => {
    const who = await world.makePerson(site)
    const session = await openFor(world, site, who)
    const next: Pick<OpenedSession, 'access'> = await refreshed(session.refresh)
    expect(await asks(session.access)).toMatchObject({ kind: 'person' })
    await end({ world, site, actorWith }, who, session, session.access)
    for (const access of [session.access, next.access])
      expect(await asks(access)).toMatch(/^(session_revoked|account_disabled)$/)
  },
)

test('a changed access role applies to the very next request with the previous token', async ({
  world,
  site,
  refreshed,
  asks,
}) => {
  const who = await world.makePerson(site, { role: 'admin' })
  const session = await openFor(world, site, who)
  await refreshed(session.refresh)
  for (const role of ['user', 'admin']) {
    await world.superuser.query('update people set role = $1 where id = $2', [role, who.id])
    expect(await asks(session.access)).toMatchObject({ person: { access_role: role } })
  }
})

test('the previous token counts at its own site only', async ({ world, site, refreshed }) => {
  const other = await world.makeSite()
  const session = await openFor(world, site, await world.makePerson(site))
  await refreshed(session.refresh)
  expect((await nextRequest(world, other, { access: session.access, cookie: '' }))[0]).toBe('wrong_site')
})
