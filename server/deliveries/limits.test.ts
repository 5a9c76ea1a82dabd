import { expect, test } from 'vitest'
import { limitOf } from './limits.ts'

const RATE = { perSecond: 10, burst: 10 }

test.each([
  ['nothing known: as configured', null, 10, ['security', 'duty', 'bulk']],
  ['four fifths of the provider’s rate', { perSecond: 5, used: 0, daily: 1_000 }, 4, ['security', 'duty', 'bulk']],
  ['never more than configured', { perSecond: 100, used: 0, daily: 1_000 }, 10, ['security', 'duty', 'bulk']],
  ['four fifths of the day used: no bulk', { perSecond: 100, used: 800, daily: 1_000 }, 10, ['security', 'duty']],
  ['a provider that takes none: only security mail is tried', { perSecond: 100, used: 0, daily: 0 }, 10, ['security']],
  ['the last twentieth is for security mail', { perSecond: 100, used: 950, daily: 1_000 }, 10, ['security']],
])('%s', (_name, quota, perSecond, lanes) => {
  const limit = limitOf(RATE, quota)
  expect(limit.rate.perSecond).toBe(perSecond)
  expect(limit.lanes).toEqual(lanes)
})
