import { expect, test } from 'vitest'
import { isOtherTime, isOtherTimeAt } from './other-time.ts'

const NOW = '2027-01-10T12:00:00Z'

test.for([
  ['Europe/London', 'Europe/London', false],
  ['Europe/London', 'Europe/Jersey', false],
  ['Europe/London', 'Europe/Paris', true],
  // The same in winter, another in summer.
  ['Europe/London', 'UTC', true],
  ['Australia/Sydney', 'Australia/Brisbane', true],
  ['Europe/London', undefined, false],
  ['Europe/London', 'Nowhere/Land', false],
] as const)('%s on a device in %s: %s', ([zone, device, differs]) => {
  expect(isOtherTime(zone, device, NOW)).toBe(differs)
})

test('two zones that agree at one instant may differ half a year later', () => {
  expect(isOtherTimeAt('Europe/London', 'UTC', NOW)).toBe(false)
  expect(isOtherTimeAt('Europe/London', 'UTC', '2027-07-10T12:00:00Z')).toBe(true)
})
