import { expect, test } from 'vitest'
import { dayTimeToInstant } from './wall-time-to-instant.ts'

test('a wall-clock time on a day is an instant of the zone, also in summer', () => {
  expect(dayTimeToInstant('2027-07-10', '09:00', 'Europe/London')).toBe('2027-07-10T08:00:00Z')
  expect(dayTimeToInstant('2027-01-10', '09:00', 'Australia/Sydney')).toBe('2027-01-09T22:00:00Z')
})
