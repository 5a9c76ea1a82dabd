import { expect, test } from 'vitest'
import { dayTimeToInstant, meantInstant, minuteOf } from './wall-time-to-instant.ts'

test('a wall-clock time on a day is an instant of the zone, also in summer', () => {
  expect(dayTimeToInstant('2027-07-10', '09:00', 'Europe/London')).toBe('2027-07-10T08:00:00Z')
  expect(dayTimeToInstant('2027-01-10', '09:00', 'Australia/Sydney')).toBe('2027-01-09T22:00:00Z')
})

/** London, 31 October 2027: summer time from 0:00 to 1:00 UTC, then 1:00 repeats. */
test.each([
  ['in the first hour', '00:40', '01:30', undefined, '00:30'],
  ['in the second hour, just now', '01:40', '01:30', undefined, '01:30'],
  ['in the second hour, a time that has not come again', '01:20', '01:30', undefined, '00:30'],
  ['the end of what began in the second hour', '01:40', '01:20', '01:05', '01:20'],
  ['the end of what began in the first hour', '01:10', '01:50', '00:10', '00:50'],
  ['told later', '09:00', '01:30', undefined, '01:30'],
  ['outside that hour', '09:00', '08:30', undefined, '08:30'],
])('a repeated time is the plausible one: %s', (_what, now, time, after, expected) => {
  const utc = (at: string) => `2027-10-31T${at}:00Z`
  const facts = { now: utc(now), after: after && utc(after) }
  expect(meantInstant('2027-10-31', time, 'Europe/London', facts)).toBe(utc(expected))
})

test('a time that the clocks skip is the one after the gap', () => {
  const now = '2027-03-28T09:00:00Z'
  expect(meantInstant('2027-03-28', '01:30', 'Europe/London', { now })).toBe('2027-03-28T01:30:00Z')
})

test('now is its minute, and no end before its start', () => {
  expect(minuteOf('2027-10-31T01:40:50.000Z')).toBe('2027-10-31T01:40:00.000Z')
  expect(minuteOf('2027-10-31T01:40:50.000Z', '2027-10-31T01:40:20.000Z')).toBe('2027-10-31T01:40:20.000Z')
})
