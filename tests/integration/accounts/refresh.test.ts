import { expect } from 'vitest'
import { refreshSession } from '#server/accounts/sessions/refresh.ts'
import { accountPartsOf, nextRequest, openFor, queuedNotices } from '#tests/support/accounts.ts'
import { worldTest as base, type FixturesOf } from '#tests/support/fixture.ts'

const SECRET = 'a secret of thirty-two characters'

const test = base
  .extend('site', { scope: 'file' }, ({ world }) => world.makeSite())
  .extend(
    'refresh',
    { scope: 'file' },
    ({ world, site }) =>
      (token: string, { limited = false, user_agent = PHONE as string | null } = {}) =>
        world.act(site, { kind: 'nobody' }, (ctx) =>
          refreshSession(ctx, SECRET, token, {
            user_agent,
            ...(limited && { limits: accountPartsOf(world, { limits: true }).limits }),
          }),
        ),
  )
  .extend(
    'seconds',
    { scope: 'file' },
    ({ world }) =>
      (n: number) =>
        world.clock.set(new Date(world.clock.epochMs() + n * 1_000)),
  )
  .extend(
    'reuses',
    { scope: 'file' },
    ({ world, site }) =>
      async () =>
        (
          await world.superuser.query(
            "select count(*)::int as n from core.audit where site_id = $1 and action = 'session.reuse'",
            [site.id],
          )
        ).rows[0].n,
  )
  .extend('given', { scope: 'file' }, ({ refresh }) => async (token: string) => {
    const answer = await refresh(token)
    if ('revoked' in answer) throw new Error(answer.revoked)
    return answer
  })

type On = Pick<FixturesOf<typeof test>, 'given' | 'refresh' | 'seconds'>

test.beforeEach(({ world }) => world.clock.set(null))

const PHONE = 'Club app 4.2 (iPhone)'

test('fifty parallel refreshes of one token give one successor, and count once', async ({ world, site, refresh }) => {
  const session = await openFor(world, site, await world.makePerson(site))
  const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(session.refresh, { limited: true })))
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  const { rows } = await world.superuser.query(
    'select count(*)::int as n from core.refresh_tokens where session = $1',
    [session.id],
  )
  expect(rows[0].n).toBe(2)
  const counted = await world.superuser.query("select points from platform.rate_limits where key like 'token_refresh%'")
  expect(counted.rows).toEqual([{ points: 1 }])
})

const FAMILIES = process.env.PROOF ? 100 : 6

test(`a replayed token ends its family, ${FAMILIES} of ${FAMILIES}, with a line in the log and a mail`, async ({
  world,
  site,
  given,
  refresh,
  reuses,
}) => {
  const before = (await queuedNotices(world, site)).length
  for (let n = 0; n < FAMILIES; n++) {
    const session = await openFor(world, site, await world.makePerson(site))
    const second = await given(session.refresh)
    const third = await given(second.refresh)
    expect(await refresh(session.refresh)).toEqual({ revoked: 'token_reused' })
    for (const token of [session.refresh, second.refresh, third.refresh])
      expect(await refresh(token)).toEqual({ revoked: 'session_revoked' })
    const codes = await nextRequest(world, site, { ...session, access: third.access })
    expect(codes).toEqual(['session_revoked', 'session_revoked'])
  }
  expect(await reuses()).toBe(FAMILIES)
  const mails = (await queuedNotices(world, site)).slice(before)
  expect(mails.map(({ kind }) => kind)).toEqual(Array(FAMILIES).fill('account.session_ended'))
})

test('a refresh repeated within two minutes gives the same pair, from any network, even after that pair was used', async ({
  world,
  site,
  given,
  seconds,
}) => {
  const session = await openFor(world, site, await world.makePerson(site))
  const first = await given(session.refresh)
  for (const later of [1, 30, 80]) {
    seconds(later)
    expect(await given(session.refresh)).toEqual(first)
    expect(await nextRequest(world, site, { ...session, access: first.access })).toEqual([
      expect.objectContaining({ session: session.id }),
      expect.objectContaining({ session: session.id }),
    ])
  }
  expect(await given(first.refresh)).toMatchObject({ refresh: expect.stringMatching(/^wr_/) })
})

test.for<[string, (on: On, session: { refresh: string }) => Promise<unknown>]>([
  [
    'by another client',
    async ({ given, refresh }, { refresh: token }) => {
      await given(token)
      return refresh(token, { user_agent: 'curl/8' })
    },
  ],
  [
    'by a client without a name',
    async ({ given, refresh }, { refresh: token }) => {
      await given(token)
      return refresh(token, { user_agent: null })
    },
  ],
  [
    'after two minutes',
    async ({ given, seconds, refresh }, { refresh: token }) => {
      await given(token)
      seconds(120.5)
      return refresh(token)
    },
  ],
  [
    'once its successor was refreshed, by the same client at once',
    async ({ given, refresh }, { refresh: token }) => {
      await given((await given(token)).refresh)
      return refresh(token)
    },
  ],
] as const)(
  'a refresh that is repeated %s ends the family, with a line in the log and a mail',
  async ([_how, repeat], { reuses, world, site, refresh, given, seconds }) => {
    const [lines, mails] = [await reuses(), (await queuedNotices(world, site)).length]
    const session = await openFor(world, site, await world.makePerson(site))
    expect(await repeat({ given, refresh, seconds }, session)).toEqual({ revoked: 'token_reused' })
    expect(await reuses()).toBe(lines + 1)
    expect(await queuedNotices(world, site)).toHaveLength(mails + 1)
    expect(await refresh(session.refresh)).toEqual({ revoked: 'session_revoked' })
  },
)

test('a thirty-first successor in ten minutes waits', async ({ world, site, refresh }) => {
  let { refresh: token } = await openFor(world, site, await world.makePerson(site))
  for (let n = 0; n < 30; n++) {
    const answer = await refresh(token, { limited: true })
    if ('refresh' in answer) token = answer.refresh
  }
  await expect(refresh(token, { limited: true })).rejects.toMatchObject({ code: 'throttled' })
})
