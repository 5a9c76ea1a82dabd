import { expect, test } from 'vitest'
import { countdownText } from './countdown-text.ts'

test.each([
  [0, 'now'],
  [-5_000, 'now'],
  [400, 'in 1 second'],
  [9_000, 'in 9 seconds'],
  [60_000, 'in 1 minute'],
  [3_600_000, 'in 1 hour'],
  [7_500_000, 'in 2 hours 5 minutes'],
  [47 * 3_600_000, 'in 47 hours'],
  [49 * 3_600_000, 'in 2 days'],
])('%i ms from now is %s', (ms, text) => {
  expect(countdownText(ms)).toBe(text)
})
