import { expect } from 'vitest'
import { mintToken } from '#server/accounts/sessions/tokens.ts'
import { createLimits } from '#server/engine/access/limits/limits.ts'
import { GENERAL_LIMITS } from '#server/engine/access/limits/table.ts'
import { mintSecret } from '#server/engine/access/secrets.ts'
import { createClock } from '#server/engine/kernel/clock.ts'
import { hashSecret } from '#server/engine/kernel/derive.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import { type Api, type ApiCall, credentialsOfRoles } from '#tests/support/api.ts'
import { test as base, type FixturesOf } from '#tests/support/fixture.ts'
import { log, memberActor } from '#tests/support/world.ts'

/** No minute ends in the middle of a test. */
const STILL = { ...createClock(), epochMs: () => 60_000_000_000, offsetMs: () => 0 }

const test = base
  .extend('other', ({ world }) => world.makeSite())
  .extend(
    'ask',
    { scope: 'file' },
    ({ api }) =>
      async (at: Site, call: Partial<ApiCall>) =>
        (await api.call(at, { method: 'GET', path: '/organisations/current', ...call })).status,
  )
  .extend(
    'flood',
    ({ ask, site }) =>
      async (times: number, call: (n: number) => Partial<ApiCall>): Promise<Record<number, number>> => {
        const statuses: Record<number, number> = {}
        for (let n = 0; n < times; n += 50)
          for (const status of await Promise.all(Array.from({ length: 50 }, (_, i) => ask(site, call(n + i)))))
            statuses[status] = (statuses[status] ?? 0) + 1
        return statuses
      },
  )
  .extend('keyOf', ({ site, world }) => async (n: number) => {
    const secret = mintSecret('wb', site.id)
    const row = { name: `Program ${n}`, scope: 'read', prefix: secret.slice(0, 9), key_hash: hashSecret(secret) }
    await world.insert(site, 'apikeys', row)
    return { authorization: `Bearer ${secret}` }
  })

type On = Pick<FixturesOf<typeof test>, 'site'>

test.beforeEach(async ({ api, world }) => {
  await api.context.limits.close()
  api.context.limits = createLimits({ pool: world.pool('auth'), clock: STILL, log, enabled: true })
})
test.afterAll(async ({ api }) => {
  await api.context.limits.close()
})

const from = (ip: string) => ({ 'x-watchbill-client-ip': ip })

const FLOODS: [string, (on: On, n: number) => Partial<ApiCall>, number][] = [
  ['without credentials', () => ({}), 200],
  [
    'with made-up tokens',
    ({ site }) => ({ path: '/people/', headers: { authorization: `Bearer ${mintToken('access', site.id)}` } }),
    401,
  ],
  [
    'with made-up tokens at a public call',
    ({ site }) => ({ headers: { authorization: `Bearer ${mintToken('access', site.id)}` } }),
    200,
  ],
  ['with texts that are no tokens', (_on, n) => ({ path: '/shifts/', headers: { authorization: `Bearer ${n}` } }), 401],
  ['with made-up keys', (_on, n) => ({ path: '/people/', headers: { authorization: `Bearer wb_1_${n}` } }), 401],
  [
    'with made-up secrets of kiosks',
    (_on, n) => ({ path: '/kiosk/data', headers: { 'x-kiosk-auth': `wk_${n}` } }),
    401,
  ],
  [
    'with made-up cookies',
    ({ site }) => ({ path: '/people/', headers: { cookie: `__Host-sid=${mintToken('cookie', site.id)}` } }),
    401,
  ],
  ['at calls that do not exist', (_on, n) => ({ path: `/nothing${n}` }), 404],
  ['by methods that do not exist', () => ({ path: '/auth/refresh', headers: { authorization: 'Bearer x' } }), 405],
  [
    'that ask what a call allows',
    () => ({ method: 'OPTIONS', path: '/people/', headers: { authorization: 'Bearer x' } }),
    204,
  ],
  [
    'with bodies that cannot be read',
    // Without a content length, so that the body is not read before the permission check.
    () => ({ method: 'POST', path: '/people/', raw: '{', headers: { authorization: 'Bearer x' } }),
    401,
  ],
]

/** Above the limit of an address; with PROOF=1 also above the share of a site. */
const FLOOD = process.env.PROOF ? 3_400 : 400

/** Uses up to `most` of the requests that a site allows its members per minute. @returns how many it allowed. */
function useShare(api: Api, site: Site, most: number): number {
  for (let used = 0; used < most; used++) {
    const member = memberActor({ id: -1 - Math.floor(used / GENERAL_LIMITS.person), name: '', email: '' })
    try {
      api.context.limits.request(site.id, member, null)
    } catch {
      return used
    }
  }
  return most
}

test.for(FLOODS)(
  `${FLOOD} requests of one address %s are cut at 300, the members of both sites are served, and their share stays unused`,
  async ([_how, call, status], { world, api, site, flood, ask, other }) => {
    const members = [
      ...Object.values(await credentialsOfRoles(world, api, site)).slice(1, 3),
      ...Object.values(await credentialsOfRoles(world, api, site)).slice(4),
    ]
    const statuses = await flood(FLOOD, (n) => {
      const { headers, ...rest } = call({ site }, n)
      return { ...rest, headers: { ...headers, ...from('198.51.100.66') } }
    })
    expect(statuses).toEqual({ [status]: GENERAL_LIMITS.anonymous, 429: FLOOD - GENERAL_LIMITS.anonymous })
    for (const headers of members) expect(await ask(site, { path: '/shifts/', headers })).toBe(200)
    expect(await ask(site, { path: '/shifts/', headers: { ...members[0], ...from('198.51.100.66') } })).toBe(200)
    expect(await ask(site, { headers: from('198.51.100.67') })).toBe(200)
    expect(await ask(other, { headers: from('198.51.100.66') })).toBe(200)
    expect(useShare(api, site, GENERAL_LIMITS.site)).toBe(GENERAL_LIMITS.site - members.length - 1)
  },
)

test('a member with too many requests uses up neither their club’s share nor another member’s', async ({
  api,
  site,
  world,
  flood,
  ask,
}) => {
  const member = async () => ({ member: await api.signIn(site, await world.makePerson(site)) })
  const [one, two] = [await member(), await member()]
  const statuses = await flood(FLOOD, () => ({ path: '/auth/user', headers: { ...one.member, ...from('192.0.2.1') } }))
  expect(statuses).toEqual({ 200: GENERAL_LIMITS.person, 429: FLOOD - GENERAL_LIMITS.person })
  expect(await ask(site, { path: '/auth/user', headers: { ...two.member, ...from('192.0.2.1') } })).toBe(200)
  expect(await ask(site, { headers: from('192.0.2.1') })).toBe(200)
  expect(useShare(api, site, GENERAL_LIMITS.site)).toBe(GENERAL_LIMITS.site - GENERAL_LIMITS.person - 1)
})

test('a key has a limit of its own, and a club over its share does not affect visitors and other clubs', async ({
  keyOf,
  flood,
  ask,
  site,
  world,
  api,
  other,
}) => {
  const left = GENERAL_LIMITS.key + 100
  useShare(api, site, GENERAL_LIMITS.site - left)
  const keys = await Promise.all([keyOf(1), keyOf(2)])
  const each = await Promise.all(
    keys.map((headers) => flood(GENERAL_LIMITS.key + 50, () => ({ path: '/shifts/', headers }))),
  )
  const passed = each.reduce((sum, statuses) => sum + (statuses[200] ?? 0), 0)
  expect(passed).toBe(left)
  expect(Math.max(...each.map((statuses) => statuses[200] ?? 0))).toBeLessThanOrEqual(GENERAL_LIMITS.key)
  expect(await ask(site, { path: '/shifts/', headers: (await credentialsOfRoles(world, api, site)).member })).toBe(429)
  expect(await ask(site, { headers: from('192.0.2.9') })).toBe(200)
  const { member } = await credentialsOfRoles(world, api, other)
  expect(await ask(other, { path: '/shifts/', headers: member })).toBe(200)
})

test('an IPv6 household is one address', async ({ flood, ask, site }) => {
  const statuses = await flood(400, (n) => ({ headers: from(`2001:db8:1:2::${n.toString(16)}`) }))
  expect(statuses).toEqual({ 200: GENERAL_LIMITS.anonymous, 429: 400 - GENERAL_LIMITS.anonymous })
  expect(await ask(site, { headers: from('2001:db8:1:3::1') })).toBe(200)
})
