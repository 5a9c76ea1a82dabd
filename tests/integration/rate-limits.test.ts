import { describe, expect } from 'vitest'
import { NOBODY } from '#server/engine/access/actor.ts'
import { createGeneralCounter, MAX_ADDRESSES } from '#server/engine/access/limits/general.ts'
import { createLimits, type Limits, networkOf } from '#server/engine/access/limits/limits.ts'
import { GENERAL_LIMITS, LIMITS, type LimitName, type Window } from '#server/engine/access/limits/table.ts'
import { createPool } from '#server/engine/kernel/db/pool.ts'
import type { SiteId } from '#server/engine/tenancy/site.ts'
import { test as base } from '#tests/support/fixture.ts'
import { adminActor, log, memberActor, siteIdForTests } from '#tests/support/world.ts'

const test = base.extend('processes', { scope: 'file' }, ({ world }, { onCleanup }): [Limits, Limits] => {
  const start = () => createLimits({ pool: world.pool('auth'), clock: world.clock, log, enabled: true })
  const processes: [Limits, Limits] = [start(), start()]
  onCleanup(async () => {
    for (const limits of processes) await limits.close()
  })
  return processes
})

const names = Object.keys(LIMITS) as LimitName[]
const cases = names.flatMap((name) => LIMITS[name].windows.map((window: Window) => ({ name, window })))

/** A separate site, and everything but the counted key different each time, so that only one window applies. */
let serial = 0
const site = () => siteIdForTests(1_000_000 + serial++)
const keysFor = (window: Window, counted: string, of: SiteId) => {
  const all = new Set<string>(cases.map(({ window }) => window.by))
  return {
    ...Object.fromEntries([...all].map((by) => [by, by === window.by ? counted : `other-${serial++}`])),
    site: of,
  } as never
}

/** Tighter windows of the same key would answer first: only the tightest prefix of attempts is its own. */
const attempts = async (limits: readonly Limits[], name: LimitName, window: Window, key: string, of: SiteId) => {
  let refused = 0
  let retryAfter = 0
  for (let n = 0; n <= window.points; n++) {
    const limit = limits[n % limits.length]!
    await limit.take(name, keysFor(window, key, window.everywhere ? site() : of)).then(
      (attempt) => (window.counts === 'completed' ? attempt.succeeded() : attempt.failed()),
      (error) => {
        refused += 1
        retryAfter = error.extras.retryAfter
        expect(error.code).toBe('throttled')
      },
    )
  }
  return { refused, retryAfter }
}

/** Where a shorter window counts the same key, the long one is reached by waiting for the short one. */
const tighter = (name: LimitName, window: Window) =>
  LIMITS[name].windows.some(
    (other: Window) => other !== window && other.by === window.by && other.points < window.points,
  )

describe.each(cases.filter(({ name, window }) => !tighter(name, window) && window.points <= 300))(
  '$name by $window.by, $window.points in $window.seconds s',
  ({ name, window }) => {
    test('one more than the limit is one refusal, over two processes; another site and a later window are free', async ({
      processes,
      world,
    }) => {
      const [here, elsewhere] = [site(), site()]
      const key = `key-${serial++}`
      const { refused, retryAfter } = await attempts(processes, name, window, key, here)
      expect(refused).toBe(1)
      expect(retryAfter).toBeGreaterThan(0)
      expect(retryAfter).toBeLessThanOrEqual(window.seconds)
      const other = processes[0].take(name, keysFor(window, key, elsewhere))
      if (window.everywhere) await expect(other).rejects.toMatchObject({ code: 'throttled' })
      else await expect(other).resolves.toBeDefined()
      await world.superuser.query('update platform.rate_limits set expire = 1')
      await expect(processes[1].take(name, keysFor(window, key, here))).resolves.toBeDefined()
    })
  },
)

test('a long window applies although the short one of the same key let everything pass', async ({
  processes,
  world,
}) => {
  const window = LIMITS.reset_request.windows[1]
  const here = site()
  let refused = 0
  for (let n = 0; n <= window.points; n++) {
    await processes[0].take('reset_request', keysFor(window, 'a', here)).catch(() => {
      refused += 1
    })
    if (n % 2 === 1) await world.superuser.query("update platform.rate_limits set expire = 1 where key like '%.0:%'")
  }
  expect(refused).toBe(1)
})

test('each further code of an account waits longer, whichever club requests it', async ({ world, processes }) => {
  const passes = (n: number) =>
    world.superuser.query('update platform.rate_limits set expire = 1 where key like $1', [`phone_code_send.${n}:%`])
  const ask = () =>
    processes[serial % 2]!.take('phone_code_send', {
      site: site(),
      account: 'somebody',
      number: `+44790000${serial}`,
      country: `c${serial}`,
    }).then(
      () => 'sent',
      (error) => error.extras.retryAfter as number,
    )
  const waits: number[] = []
  expect([await ask(), await ask()]).toEqual(['sent', 'sent'])
  for (const shorter of [0, 1, 2]) {
    waits.push(Number(await ask()))
    await passes(shorter)
    expect(await ask()).toBe('sent')
    for (let n = 0; n <= shorter; n++) await passes(n)
  }
  waits.push(Number(await ask()))
  const [minute, ten, hour, day] = waits as [number, number, number, number]
  expect(minute).toBeLessThanOrEqual(60)
  for (const [wait, most] of [
    [ten, 600],
    [hour, 3_600],
    [day, 86_400],
  ] as const) {
    expect(wait).toBeLessThanOrEqual(most)
    expect(wait).toBeGreaterThan(most - 100)
  }
})

test('a refused attempt counts in none of its windows', async ({ processes }) => {
  const here = site()
  const keys = (person: number) => ({ site: here, account: person, number: 'one', country: 'x' })
  for (let n = 0; n < 3; n++) await processes[0].take('phone_code_send', keys(n))
  for (let n = 0; n < 9; n++) await expect(processes[0].take('phone_code_send', keys(9))).rejects.toThrow()
  for (let n = 0; n < 2; n++) await processes[0].take('phone_code_send', { ...keys(9), number: `other ${n}` })
})

test('the number of phone codes a country gets can be configured', async ({ world }) => {
  const limits = createLimits({ pool: world.pool('auth'), clock: world.clock, log, enabled: true, codesPerCountry: 2 })
  const ask = (n: number) =>
    limits.take('phone_code_send', { site: site(), account: `${n}`, number: `${n}`, country: 'few' })
  await ask(1)
  await ask(2)
  await expect(ask(3)).rejects.toMatchObject({ code: 'throttled' })
  await limits.close()
})

test('successes do not count for a sign-in, and a hundred parallel guesses are five', async ({ processes }) => {
  const here = site()
  const keys = { site: here, account: 'a@example.org', ip: '198.51.100.1' }
  for (let n = 0; n < 30; n++) await (await processes[0].take('login', keys)).succeeded()
  const guesses = await Promise.allSettled(
    Array.from({ length: 100 }, (_, n) =>
      processes[n % 2]!.take('login', { ...keys, ip: `198.51.100.${n}` }).then((attempt) => attempt.failed()),
    ),
  )
  expect(guesses.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
})

test('unreachable counters refuse sign-ins and let the rest pass', async ({ world }) => {
  const dead = createPool({ connectionString: 'postgres://nobody@127.0.0.1:1/none', role: 'auth', max: 1, log })
  const limits = createLimits({ pool: dead, clock: world.clock, log, enabled: true })
  for (const name of names) {
    const attempt = limits.take(name, keysFor({ by: '', points: 0, seconds: 0, counts: 'every' }, '', site()))
    if (LIMITS[name].fails === 'closed') await expect(attempt).rejects.toMatchObject({ code: 'unavailable' })
    else await expect(attempt).resolves.toBeDefined()
  }
  await limits.close()
  await dead.end()
})

test('Redis counts the same', async ({ world, redis, skip }) => {
  if (!redis) return skip()
  const one = () =>
    createLimits({ pool: world.pool('auth'), redisUrl: redis.url, clock: world.clock, log, enabled: true })
  const pair = [one(), one()]
  // PostgreSQL counts until each is connected.
  for (const each of pair)
    await expect
      .poll(async () => {
        const before = await redis.keys()
        await each.take('reset_token', { site: site(), ip: `first-${serial++}` })
        return (await redis.keys()) > before
      })
      .toBe(true)
  expect(await attempts(pair, 'reset_token', LIMITS.reset_token.windows[0], 'x', site())).toMatchObject({ refused: 1 })
  await Promise.all(pair.map((limits) => limits.close()))
})

test('while Redis is away PostgreSQL counts, so that people still sign in and guesses are still refused', async ({
  world,
}) => {
  const one = () =>
    createLimits({
      ...{ pool: world.pool('auth'), redisUrl: 'redis://127.0.0.1:1', clock: world.clock },
      ...{ log, enabled: true },
    })
  const pair = [one(), one()]
  const keys = { site: site(), account: 'away@example.org', ip: '198.51.100.7' }
  const guesses = await Promise.allSettled(
    Array.from({ length: 40 }, (_, n) => pair[n % 2]!.take('login', keys).then((attempt) => attempt.failed())),
  )
  expect(guesses.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  await pair[0]!.share()
  await Promise.all(pair.map((limits) => limits.close()))
})

test('everything is counted in the process, and shared once it becomes much', async () => {
  const counts = new Map<string, number>()
  const store = {
    add: async (list: readonly { key: string; add: number }[]) =>
      list.map(({ key, add }) => {
        counts.set(key, (counts.get(key) ?? 0) + add)
        return counts.get(key)!
      }),
  }
  let now = 60_000_000
  const [a, b] = [createGeneralCounter(() => now, store), createGeneralCounter(() => now, store)]
  const refusals = (counter: typeof a, times: number) =>
    Array.from({ length: times }, () => counter.count('p', GENERAL_LIMITS.person)).filter((seconds) => seconds > 0)
      .length
  expect(refusals(a, 29)).toBe(0)
  await a.share()
  expect(counts.size).toBe(0)
  expect(refusals(a, 171)).toBe(0)
  expect(refusals(b, 150)).toBe(0)
  await a.share()
  await b.share()
  expect(refusals(b, 1)).toBe(1)
  expect(refusals(a, 1)).toBe(0)
  now += 60_000
  expect(refusals(b, 300)).toBe(0)
  expect(refusals(b, 1)).toBe(1)
})

test('counts on their way to the other processes still apply, and unstored ones are sent again', async () => {
  const stored: number[] = []
  let answer: (totals: number[]) => void = () => {}
  const store = {
    add: (list: readonly { add: number }[]) => {
      stored.push(list[0]!.add)
      if (stored.length === 1) return Promise.reject(new Error('away'))
      return new Promise<number[]>((resolve) => {
        answer = resolve
      })
    },
  }
  const counter = createGeneralCounter(() => 60_000_000, store)
  const passing = (times: number) =>
    Array.from({ length: times }, () => counter.count('p', GENERAL_LIMITS.person)).filter((seconds) => !seconds).length
  expect(passing(200)).toBe(200)
  await expect(counter.share()).rejects.toThrow('away')
  expect(passing(50)).toBe(50)
  const sharing = counter.share()
  expect(passing(100)).toBe(50)
  await counter.share()
  answer([250])
  await sharing
  expect(passing(50)).toBe(0)
  expect(stored).toEqual([200, 250])
})

test('a flood of addresses is bounded in memory, and the most frequent one is still counted', () => {
  const counter = createGeneralCounter(() => 60_000_000, { add: async () => [] })
  let passed = 0
  for (let n = 0; n < 200_000; n++) {
    if (n % 100 === 0 && counter.countAddress('a:1:flooder', GENERAL_LIMITS.anonymous) === 0) passed += 1
    counter.countAddress(`a:1:${n}`, GENERAL_LIMITS.anonymous)
  }
  expect(counter.addresses()).toBe(MAX_ADDRESSES)
  expect(passed).toBe(GENERAL_LIMITS.anonymous)
})

test('a person’s requests beyond the limit of a minute are refused, another’s are not', async ({ processes }) => {
  const here = site()
  const [ann, ben] = [1, 2].map((id) => adminActor({ id, name: '', email: '' }))
  for (let n = 0; n < GENERAL_LIMITS.person; n++) processes[0].request(here, ann!, null)
  expect(() => processes[0].request(here, ann!, null)).toThrow('too many requests')
  expect(() => processes[0].request(here, ben!, null)).not.toThrow()
})

test('an address that uses all sites is refused at the next one, and its people are not', async ({ processes }) => {
  const sites = Array.from({ length: 30 }, site)
  const passed = sites.map((here) => {
    let n = 0
    for (; n < GENERAL_LIMITS.anonymous; n++)
      try {
        processes[0].request(here, NOBODY, '198.51.100.200')
      } catch {
        break
      }
    return n
  })
  expect(passed.reduce((sum, n) => sum + n)).toBe(GENERAL_LIMITS.anonymousEverywhere)
  expect(passed.slice(0, 2)).toEqual([GENERAL_LIMITS.anonymous, GENERAL_LIMITS.anonymous])
  const elsewhere = () => processes[0].request(site(), NOBODY, '198.51.100.201')
  const member = () => processes[0].request(site(), memberActor({ id: 1, name: '', email: '' }), '198.51.100.200')
  for (const other of [elsewhere, member]) expect(other).not.toThrow()
})

test('an IPv6 household counts once', () => {
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2')
  expect(networkOf('2001:0db8:1:2::9')).toBe('2001:db8:1:2')
  expect(networkOf('::ffff:192.0.2.7')).toBe('192.0.2.7')
  expect(networkOf(null)).toBe('unknown')
})

test('incomplete registrations do not count for their address', async ({ processes }) => {
  const here = site()
  for (let n = 0; n < 100; n++) {
    const attempt = await processes[0].take('register', { site: here, ip: '198.51.100.9', email: `n${n}@example.org` })
    await attempt.failed()
  }
  await expect(
    processes[1].take('register', { site: here, ip: '198.51.100.9', email: 'last@example.org' }),
  ).resolves.toBeDefined()
})
