import { expect } from 'vitest'
import { createLimits } from '#server/engine/access/limits/limits.ts'
import { accountPartsOf, givePassword } from '#tests/support/accounts.ts'
import type { ApiCall } from '#tests/support/api.ts'
import { worldTest as base } from '#tests/support/fixture.ts'
import { log } from '#tests/support/world.ts'

/** Chance alone moves the curve of a small sample, so only the full figure is judged by 0.55. */
const [EACH, MOST, GAP_MS] = process.env.PROOF ? [500, 0.55, 5] : [60, 0.68, 25]
/** Enlarges a suspicious sample at most to this many times its size: a real leak stays visible, chance does not. */
const ROUNDS = 3

const test = base
  .extend('scene', { scope: 'file' }, async ({ world, api }) => {
    const site = await world.makeSite()
    api.context.limits = createLimits({ pool: world.pool('auth'), clock: world.clock, log, enabled: true })
    for (let n = 0; n < ROUNDS * EACH; n++) await world.makePerson(site, { email: `known-${n}@example.org` })
    await givePassword(world, accountPartsOf(world), 'known-0@example.org')
    await world.superuser.query(
      "update identity.accounts set password_hash = (select password_hash from identity.accounts where email = 'known-0@example.org')",
    )
    return { site }
  })
  .extend('site', { scope: 'file' }, ({ scene }) => scene.site)

test.afterAll(async ({ api }) => {
  await api.context.limits.close()
})

/** The chance that a known email took longer than an unknown one; 0.5 reveals nothing. */
function areaUnderCurve(known: number[], unknown: number[]): number {
  let wins = 0
  for (const a of known) for (const b of unknown) wins += a > b ? 1 : a === b ? 0.5 : 0
  return wins / (known.length * unknown.length)
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!

const attempts: Record<string, (email: string) => ApiCall> = {
  'signing in': (email) => ({ method: 'POST', path: '/auth/login', body: { email, password: 'wrong one' } }),
  'asking for a link': (email) => ({ method: 'PUT', path: '/password_reset/request', body: { email } }),
}

test.for(Object.entries(attempts))(
  '%s does not reveal whether an email is known',
  { timeout: 600_000 },
  async ([_what, attempt], { api, site }) => {
    const times = { known: [] as number[], unknown: [] as number[] }
    const answers = { known: new Set<string>(), unknown: new Set<string>() }
    const once = async (kind: 'known' | 'unknown', n: number, warm = false) => {
      const headers = { 'x-watchbill-client-ip': `10.${kind.length}.${n >> 8}.${n & 255}` }
      const { status, text, ms } = await api.call(site, { ...attempt(`${kind}-${n}@example.org`), headers })
      if (warm) return
      times[kind].push(ms)
      answers[kind].add(`${status} ${text}`)
    }
    for (let n = 0; n < 6; n++) await once(n % 2 ? 'known' : 'unknown', ROUNDS * EACH + 100 + n, true)
    const measure = async (from: number) => {
      for (let n = from; n < from + EACH; n++)
        for (const kind of n % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const))
          await once(kind, n)
      const area = areaUnderCurve(times.known, times.unknown)
      // Neighbours in time share the other load on the machine.
      const gaps = times.known.map((ms, n) => ms - times.unknown[n]!)
      return { area: Math.max(area, 1 - area), gap: Math.abs(median(gaps)) }
    }
    let result = await measure(0)
    for (let round = 1; round < ROUNDS && (result.area > MOST || result.gap > GAP_MS); round++)
      result = await measure(round * EACH)
    expect(answers.known).toEqual(answers.unknown)
    expect([...answers.known]).toEqual([expect.stringMatching(/^(400 .*incorrect|20[04] )/)])
    expect(result.area).toBeLessThanOrEqual(MOST)
    expect(result.gap).toBeLessThanOrEqual(GAP_MS)
  },
)
