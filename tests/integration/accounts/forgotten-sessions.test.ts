import { expect } from 'vitest'
import { forgetSessions } from '#server/accounts/sessions/forget.ts'
import { worldTest as test } from '#tests/support/fixture.ts'

const DAY = 86_400_000

test('a session is deleted 30 days after its end, however it ended, and no other', async ({ world }) => {
  const sites = [await world.makeSite(), await world.makeSite()]
  const now = world.clock.now().getTime()
  const at = (days: number) => new Date(now + days * DAY)
  const ends: [name: string, over: Record<string, unknown>][] = [
    ['unused', { expires_at: at(-31) }],
    ['too old', { absolute_expires_at: at(-31) }],
    ['ended', { revoked_at: at(-31) }],
    ['ended lately', { revoked_at: at(-29) }],
    ['unused lately', { expires_at: at(-29) }],
    ['in use', {}],
  ]
  for (const site of sites) {
    const person = await world.makePerson(site)
    const times = { created_at: at(-60), last_seen_at: at(-1), rotated_at: at(-1), signed_in_at: at(-60) }
    for (const [user_agent, over] of ends) {
      const row = { person: person.id, ...times, expires_at: at(13), absolute_expires_at: at(30), user_agent, ...over }
      const { id } = await world.insert(site, 'sessions', row)
      await world.insert(site, 'refresh_tokens', {
        ...{ session: id, token_hash: Buffer.from(user_agent), created_at: at(-60), expires_at: at(13) },
      })
    }
  }
  expect(await forgetSessions({ pool: world.pool('worker'), clock: world.clock })).toBe(6)
  const left = await world.superuser.query(
    'select user_agent, (select count(*)::int from refresh_tokens t where t.site_id = s.site_id and t.session = s.id) as tokens from sessions s order by user_agent',
  )
  const kept = ['ended lately', 'in use', 'unused lately'].flatMap((user_agent) => [
    { user_agent, tokens: 1 },
    { user_agent, tokens: 1 },
  ])
  expect(left.rows).toEqual(kept)
  expect(await forgetSessions({ pool: world.pool('worker'), clock: world.clock })).toBe(0)
})

test('more sessions than a portion are all deleted', async ({ world }) => {
  const site = await world.makeSite()
  const person = await world.makePerson(site)
  await world.superuser.query(
    `insert into sessions (site_id, person, created_at, last_seen_at, rotated_at, expires_at, absolute_expires_at)
     select $1, $2, $3, $3, $3, $3, $3 from generate_series(1, 2500)`,
    [site.id, person.id, new Date(world.clock.now().getTime() - 40 * DAY)],
  )
  expect(await forgetSessions({ pool: world.pool('worker'), clock: world.clock })).toBe(2500)
})
