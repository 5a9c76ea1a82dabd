import { expect, test } from 'vitest'
import { pickColors, SWATCHES } from './event-colors.pure.ts'

const CODES = SWATCHES.map(([code]) => code)

test('gives new event types unused colours while there are any', () => {
  const [blue, teal, green] = CODES
  expect(pickColors([], 3)).toEqual([blue, teal, green])
  expect(pickColors([teal?.toUpperCase() ?? '', '#123456'], 2)).toEqual([blue, green])
  expect(new Set(pickColors([], CODES.length)).size).toBe(CODES.length)
  const many = pickColors([blue ?? ''], 2 * CODES.length - 1)
  for (const code of CODES) expect([blue, ...many].filter((one) => one === code)).toHaveLength(2)
})
