import { expect } from 'vitest'
import { changeOwnPassword } from '#server/accounts/passwords/own-password.ts'
import { refreshSession } from '#server/accounts/sessions/refresh.ts'
import { endReusedCookieSession } from '#server/accounts/sessions/reused-sessions.ts'
import {
  endPersonSessions,
  endSession,
  listSessions,
  signOut,
  signOutEverywhere,
} from '#server/accounts/sessions/session-commands.ts'
import { touchSession } from '#server/accounts/sessions/sessions.ts'
import { mintToken } from '#server/accounts/sessions/tokens.ts'
import { requireRecentSignIn } from '#server/accounts/sign-in/recent-sign-in.ts'
import {
  accountPartsOf,
  DEVICE,
  nextRequest,
  openFor,
  ownAccountOf,
  PASSWORD,
  queuedNotices,
} from '#tests/support/accounts.ts'
import { worldTest as base, type FixturesOf } from '#tests/support/fixture.ts'

const SECRET = 'a secret of thirty-two characters'

const test = base
  .extend('site', { scope: 'file' }, ({ world }) => world.makeSite())
  .extend('parts', { scope: 'file' }, ({ world }) => accountPartsOf(world))
  .extend('hash', { scope: 'file', auto: true }, ({ parts }) => parts.passwords.hash(PASSWORD))
  .extend(
    'minutes',
    { scope: 'file' },
    ({ world }) =>
      (n: number) =>
        world.clock.set(new Date(world.clock.epochMs() + n * 60_000)),
  )
  .extend(
    'person',
    { scope: 'file' },
    ({ world, site }) =>
      (role = 'user') =>
        world.makePerson(site, { role }),
  )
  .extend(
    'touch',
    { scope: 'file' },
    ({ world, site }) =>
      (cookie: string) =>
        world.withSite(site.id, (db) => touchSession(db, site, SECRET, cookie, world.clock.now()), { access: 'write' }),
  )
  .extend(
    'asks',
    { scope: 'file' },
    ({ world, site }) =>
      async (cookie: string) =>
        (await nextRequest(world, site, { access: '', cookie }))[1],
  )

type On = Pick<FixturesOf<typeof test>, 'parts' | 'person' | 'site' | 'world'>

test.beforeEach(({ world }) => world.clock.set(null))

const ENDS: [string, (on: On, p: { id: number }, s: Awaited<ReturnType<typeof openFor>>) => Promise<unknown>][] = [
  ['signing out', ({ world, site }, _p, s) => world.act(site, s.actor, signOut)],
  [
    'ending it from another session',
    async ({ world, site }, p, s) =>
      world.act(site, (await openFor(world, site, p)).actor, (ctx) => endSession(ctx, s.id)),
  ],
  [
    'signing out everywhere',
    async ({ world, site }, p) => world.act(site, (await openFor(world, site, p)).actor, signOutEverywhere),
  ],
  [
    'an admin’s order',
    async ({ world, site, person }, p) =>
      world.act(site, (await openFor(world, site, await person('admin'))).actor, (ctx) => endPersonSessions(ctx, p.id)),
  ],
  [
    'a changed password, where it was not this one',
    async ({ world, site, parts }, p) => {
      const own = await ownAccountOf(world, site, p)
      await changeOwnPassword(parts, own, { password: PASSWORD, new_password: `${PASSWORD} 2` }, DEVICE)
    },
  ],
  ['disabling', ({ world }, p) => world.superuser.query('update people set is_active = false where id = $1', [p.id])],
]

const TIMES = process.env.PROOF ? 100 : 10

test.for(ENDS)(
  `%s acts on the very next request, ${TIMES} of ${TIMES}`,
  async ([_what, end], { person, world, hash, site, parts }) => {
    for (let n = 0; n < TIMES; n++) {
      const who = await person()
      await world.superuser.query('update identity.accounts set password_hash = $1 where email = $2', [hash, who.email])
      const session = await openFor(world, site, who)
      expect(await nextRequest(world, site, session)).toEqual([
        expect.objectContaining({ kind: 'person' }),
        expect.objectContaining({ kind: 'person' }),
      ])
      await end({ world, site, person, parts }, who, session)
      const code = expect.stringMatching(/^(session_revoked|account_disabled)$/)
      expect(await nextRequest(world, site, session)).toEqual([code, code])
      expect(await world.act(site, { kind: 'nobody' }, (ctx) => refreshSession(ctx, SECRET, session.refresh))).toEqual({
        revoked: code,
      })
    }
  },
)

test(`a changed access role applies to the very next request, ${TIMES} of ${TIMES}`, async ({
  person,
  world,
  site,
}) => {
  for (let n = 0; n < TIMES; n++) {
    const who = await person('admin')
    const session = await openFor(world, site, who)
    for (const role of ['user', 'admin']) {
      await world.superuser.query('update people set role = $1 where id = $2', [role, who.id])
      const is = expect.objectContaining({ person: expect.objectContaining({ access_role: role }) })
      expect(await nextRequest(world, site, session)).toEqual([is, is])
    }
  }
})

test('signing out everywhere ends 20 sessions at two sites; an admin ends those of their own site only', async ({
  world,
  person,
  site,
}) => {
  const other = await world.makeSite()
  const here = await person()
  const there = await world.makePerson(other, { email: here.email })
  const open = async () => [
    ...(await Promise.all(Array.from({ length: 10 }, () => openFor(world, site, here)))),
    ...(await Promise.all(Array.from({ length: 10 }, () => openFor(world, other, there)))),
  ]
  const live = async () =>
    (
      await world.superuser.query(
        'select count(*)::int as n from sessions where person = any ($1) and revoked_at is null',
        [[here.id, there.id]],
      )
    ).rows[0].n
  await open()
  const admin = await openFor(world, site, await person('admin'))
  expect(await world.act(site, admin.actor, (ctx) => endPersonSessions(ctx, here.id))).toBe(10)
  expect(await live()).toBe(10)
  await expect(world.act(site, admin.actor, (ctx) => endPersonSessions(ctx, there.id))).rejects.toMatchObject({
    code: 'not_found',
  })
  const [mine] = await open()
  await world.act(site, mine!.actor, signOutEverywhere)
  expect(await live()).toBe(0)
})

test('the list shows the person’s live sessions, the latest used first, and marks the current one', async ({
  person,
  world,
  site,
  minutes,
}) => {
  const who = await person()
  await openFor(world, site, await person())
  const first = await openFor(world, site, who)
  minutes(1)
  const second = await openFor(world, site, who)
  const rows = await world.act(site, first.actor, listSessions)
  expect(rows.map(({ id, device, current }) => ({ id, device, current }))).toEqual([
    { id: second.id, device: 'Chrome on Linux', current: false },
    { id: first.id, device: 'Chrome on Linux', current: true },
  ])
  await expect(
    world.act(site, (await openFor(world, site, await person())).actor, (ctx) => endSession(ctx, first.id)),
  ).rejects.toMatchObject({ code: 'not_found' })
  minutes(15 * 1440)
  expect(await world.act(site, first.actor, listSessions)).toEqual([])
})

test('a cookie changes every half hour; the previous one still counts for two minutes, and parallel requests agree', async ({
  world,
  site,
  person,
  minutes,
  touch,
  asks,
}) => {
  const session = await openFor(world, site, await person())
  minutes(10)
  expect(await touch(session.cookie)).toBe(session.cookie)
  minutes(21)
  const [next, other] = await Promise.all([touch(session.cookie), touch(session.cookie)])
  expect(other).toBe(next)
  expect(next).not.toBe(session.cookie)
  expect(await asks(next!)).toMatchObject({ kind: 'person', unseen: true })
  expect(await touch(next!)).toBe(next)
  expect(await asks(session.cookie)).toMatchObject({ kind: 'person' })
  expect(await touch(session.cookie)).toBeNull()
  minutes(3)
  expect(await asks(session.cookie)).toBe('token_reused')
  expect(await asks(next!)).toMatchObject({ kind: 'person' })
})

test('a browser that never got the answer with its next cookie stays signed in, and gets the same one again', async ({
  world,
  site,
  person,
  minutes,
  touch,
  asks,
}) => {
  const session = await openFor(world, site, await person())
  minutes(31)
  const lost = await touch(session.cookie)
  for (const later of [1, 5, 60, 1440]) {
    minutes(later)
    expect(await asks(session.cookie), `${later} minutes later`).toMatchObject({ kind: 'person', unseen: true })
    expect(await touch(session.cookie)).toBe(lost)
  }
  expect(await touch(lost!)).toBe(lost)
  minutes(31)
  expect(await touch(lost!)).not.toBe(lost)
})

test(`a cookie replayed after its successor was used ends its session, ${TIMES} of ${TIMES}`, async ({
  person,
  world,
  site,
  minutes,
  touch,
  asks,
}) => {
  for (let n = 0; n < TIMES; n++) {
    const who = await person()
    const session = await openFor(world, site, who)
    minutes(31)
    const next = await touch(session.cookie)
    await touch(next!)
    minutes(3)
    const ended = () => world.act(site, { kind: 'nobody' }, (ctx) => endReusedCookieSession(ctx, session.cookie))
    await ended()
    await ended()
    expect(await asks(session.cookie)).toBe('session_revoked')
    expect(await nextRequest(world, site, { ...session, cookie: next! })).toEqual([
      'session_revoked',
      'session_revoked',
    ])
    const { rows } = await world.superuser.query(
      "select count(*)::int as n from audit where action = 'session.reuse' and subject_id = $1",
      [who.id],
    )
    expect(rows).toEqual([{ n: 1 }])
    const told = (await queuedNotices(world, site)).filter(({ email }) => email === who.email)
    expect(told.map(({ kind }) => kind)).toEqual(['account.session_ended'])
    world.clock.set(null)
  }
})

test('neither a cookie on its way nor a made-up one ends anything', async ({
  world,
  site,
  person,
  minutes,
  touch,
  asks,
}) => {
  const session = await openFor(world, site, await person())
  minutes(31)
  const next = await touch(session.cookie)
  const end = (cookie: string) => world.act(site, { kind: 'nobody' }, (ctx) => endReusedCookieSession(ctx, cookie))
  for (const cookie of [session.cookie, next!, mintToken('cookie', site.id), 'x']) await end(cookie)
  await touch(next!)
  await end(session.cookie)
  expect(await asks(next!)).toMatchObject({ kind: 'person' })
})

test('proof of the person counts for ten minutes', async ({ world, site, person, minutes }) => {
  const { actor } = await openFor(world, site, await person())
  await world.act(site, actor, requireRecentSignIn)
  minutes(11)
  await expect(world.act(site, actor, requireRecentSignIn)).rejects.toMatchObject({
    code: 'forbidden',
    extras: { body: { reauth_required: true } },
  })
})
