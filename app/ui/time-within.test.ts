import { expect, test } from 'vitest'
import { timeWithin } from './time-within.ts'

const evening = { start: '2027-07-10T17:00:00Z', end: '2027-07-11T01:00:00Z' }

test('a time falls on the day on which it is within the span, in the site’s zone', () => {
  expect(timeWithin('19:30', evening, 'Europe/London')).toBe('2027-07-10T18:30:00Z')
  expect(timeWithin('01:30', evening, 'Europe/London')).toBe('2027-07-11T00:30:00Z')
  expect(timeWithin('02:00', evening, 'Europe/London')).toBe('2027-07-11T01:00:00Z')
})

test('a time outside the span is on its first day', () => {
  expect(timeWithin('12:00', evening, 'Europe/London')).toBe('2027-07-10T11:00:00Z')
})
