import { afterAll, beforeAll, expect, test } from 'vitest'
import { refreshSession } from '#server/accounts/refresh.ts'
import type { Site } from '#server/tenancy/site.ts'
import { accountPartsOf, queuedNotices } from '#tests/support/accounts.ts'
import { nextRequest, openFor } from '#tests/support/sign-in.ts'
import { createWorld, type World } from '#tests/support/world.ts'

const SECRET = 'a secret of thirty-two characters'
let world: World
let site: Site
beforeAll(async () => {
  world = await createWorld()
  site = await world.makeSite()
})
afterAll(() => world.close())

const refresh = (token: string, limited = false) =>
  world.act(site, { kind: 'nobody' }, (ctx) =>
    refreshSession(ctx, SECRET, token, limited ? accountPartsOf(world, { limits: true }).limits : undefined),
  )

/** The pair of tokens that a refresh gave. */
const given = async (token: string) => {
  const answer = await refresh(token)
  if ('revoked' in answer) throw new Error(answer.revoked)
  return answer
}

test('fifty refreshes of one token at once give one successor, and count once', async () => {
  const session = await openFor(world, site, await world.makePerson(site))
  const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(session.refresh, true)))
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  const { rows } = await world.superuser.query(
    'select count(*)::int as n from core.refresh_tokens where session = $1',
    [session.id],
  )
  expect(rows[0].n).toBe(2)
  const counted = await world.superuser.query("select points from platform.rate_limits where key like 'token_refresh%'")
  expect(counted.rows).toEqual([{ points: 1 }])
})

const FAMILIES = process.env.PROOF ? 100 : 12

test(`a token that comes back ends its family, ${FAMILIES} of ${FAMILIES}, with a line in the log and a mail`, async () => {
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
  const { rows } = await world.superuser.query(
    "select count(*)::int as n from core.audit where site_id = $1 and action = 'session.reuse'",
    [site.id],
  )
  expect(rows[0].n).toBe(FAMILIES)
  const mails = (await queuedNotices(world, site)).slice(before)
  expect(mails.map(({ kind }) => kind)).toEqual(Array(FAMILIES).fill('account.session_ended'))
})

test('the parent is tolerated for ten seconds, and a thirty-first successor in ten minutes waits', async () => {
  const session = await openFor(world, site, await world.makePerson(site))
  await given(session.refresh)
  world.clock.set(new Date(Date.now() + 10_500))
  expect(await refresh(session.refresh)).toEqual({ revoked: 'token_reused' })
  world.clock.set(null)
  let { refresh: token } = await openFor(world, site, await world.makePerson(site))
  for (let n = 0; n < 30; n++) {
    const answer = await refresh(token, true)
    if ('refresh' in answer) token = answer.refresh
  }
  await expect(refresh(token, true)).rejects.toMatchObject({ code: 'throttled' })
})
