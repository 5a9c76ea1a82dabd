import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { refreshSession } from '#server/accounts/refresh.ts'
import { endPersonSessions, endSession, signOut, signOutEverywhere } from '#server/accounts/session-commands.ts'
import { findActorByToken, type OpenedSession } from '#server/accounts/sessions.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import { nextRequest, openFor } from '#tests/support/sign-in.ts'
import { createWorld, type World } from '#tests/support/world.ts'

const SECRET = 'a secret of thirty-two characters'
let world: World
let site: Site
beforeAll(async () => {
  world = await createWorld()
  site = await world.makeSite()
})
beforeEach(() => world.clock.set(null))
afterAll(() => world.close())

const seconds = (n: number) => world.clock.set(new Date(world.clock.epochMs() + n * 1_000))
const asks = async (access: string) => (await nextRequest(world, site, { access, cookie: '' }))[0]
async function refreshed(token: string) {
  const answer = await world.act(site, { kind: 'nobody' }, (ctx) => refreshSession(ctx, SECRET, token))
  if ('revoked' in answer) throw new Error(answer.revoked)
  return answer
}

test('calls that are on their way with the access token before go on for two minutes, through several refreshes', async () => {
  const session = await openFor(world, site, await world.makePerson(site))
  const same = expect.objectContaining({ session: session.id })
  const second = await refreshed(session.refresh)
  seconds(60)
  const third = await refreshed(second.refresh)
  seconds(59)
  for (const access of [session.access, second.access, third.access]) expect(await asks(access)).toEqual(same)
  seconds(2)
  expect(await asks(session.access)).toBe('token_expired')
  expect(await asks(second.access)).toEqual(same)
  seconds(60)
  expect(await asks(second.access)).toBe('token_expired')
  expect(await asks(third.access)).toEqual(same)
})

test('no refresh prolongs an access token beyond its own end', async () => {
  const session = await openFor(world, site, await world.makePerson(site))
  seconds(39 * 60)
  const next = await refreshed(session.refresh)
  seconds(59)
  expect(await asks(session.access)).toMatchObject({ kind: 'person' })
  seconds(2)
  expect(await asks(session.access)).toBe('token_expired')
  expect(await asks(next.access)).toMatchObject({ kind: 'person' })
})

type Ending = (who: { id: number }, session: Awaited<ReturnType<typeof openFor>>, earlier: string) => Promise<unknown>
const actorWith = (access: string) =>
  world.withSite(site.id, (db) => findActorByToken(db, site, 'access', access, world.clock.now()))

const ENDINGS: [string, Ending][] = [
  ['signing out', (_who, { actor }) => world.act(site, actor, signOut)],
  [
    'signing out with the token before itself',
    async (_who, _session, earlier) => world.act(site, await actorWith(earlier), signOut),
  ],
  [
    'ending it from another session',
    async (who, { id }) => world.act(site, (await openFor(world, site, who)).actor, (ctx) => endSession(ctx, id)),
  ],
  [
    'signing out everywhere',
    async (who) => world.act(site, (await openFor(world, site, who)).actor, signOutEverywhere),
  ],
  [
    'an admin’s order',
    async (who) => {
      const admin = await openFor(world, site, await world.makePerson(site, { role: 'admin' }))
      await world.act(site, admin.actor, (ctx) => endPersonSessions(ctx, who.id))
    },
  ],
  ['disabling', (who) => world.superuser.query('update people set is_active = false where id = $1', [who.id])],
  [
    'a key that comes back',
    async (_who, session) => {
      const answer = await world.act(site, { kind: 'nobody' }, (ctx) =>
        refreshSession(ctx, SECRET, session.refresh, { user_agent: 'a thief' }),
      )
      expect(answer).toEqual({ revoked: 'token_reused' })
    },
  ],
]

test.each(ENDINGS)('%s ends the access token before on the very next request too', async (_what, end) => {
  const who = await world.makePerson(site)
  const session = await openFor(world, site, who)
  const next: Pick<OpenedSession, 'access'> = await refreshed(session.refresh)
  expect(await asks(session.access)).toMatchObject({ kind: 'person' })
  await end(who, session, session.access)
  for (const access of [session.access, next.access])
    expect(await asks(access)).toMatch(/^(session_revoked|account_disabled)$/)
})

test('a changed access role is the one of the very next request by the token before', async () => {
  const who = await world.makePerson(site, { role: 'admin' })
  const session = await openFor(world, site, who)
  await refreshed(session.refresh)
  for (const role of ['user', 'admin']) {
    await world.superuser.query('update people set role = $1 where id = $2', [role, who.id])
    expect(await asks(session.access)).toMatchObject({ person: { access_role: role } })
  }
})

test('the token before counts at its own site only', async () => {
  const other = await world.makeSite()
  const session = await openFor(world, site, await world.makePerson(site))
  await refreshed(session.refresh)
  expect((await nextRequest(world, other, { access: session.access, cookie: '' }))[0]).toBe('wrong_site')
})
