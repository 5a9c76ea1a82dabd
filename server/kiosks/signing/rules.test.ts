import { expect, test } from 'vitest'
import { IN_FUTURE } from '#server/shifts/hours/limits.pure.ts'
import { dayOf, NOT_TODAY, plannedEnd, TOO_OLD, timeProblem } from './rules.ts'

const at = (text: string) => new Date(text)

test.each([
  ['2027-06-01T12:00:00Z', 'Australia/Sydney', '2027-05-31T14:00:00Z', '2027-06-01T14:00:00Z'],
  ['2027-03-28T12:00:00Z', 'Europe/London', '2027-03-28T00:00:00Z', '2027-03-28T23:00:00Z'],
  ['2027-10-31T12:00:00Z', 'Europe/London', '2027-10-30T23:00:00Z', '2027-11-01T00:00:00Z'],
])('the day of %s in %s has 24 hours, or 23 or 25 where clocks change', (now, zone, start, end) => {
  expect(dayOf(at(now), zone)).toEqual({ start: at(start), end: at(end) })
})

/** 3:00 in Sydney: the day started at 14:00 UTC; twelve hours ago was 5:00 UTC. */
const EARLY = { now: at('2027-06-01T17:00:00Z'), zone: 'Australia/Sydney' }
/** 20:00 in Sydney: twelve hours ago was the same morning. */
const EVENING = { now: at('2027-06-01T10:00:00Z'), zone: 'Australia/Sydney' }

test.each([
  ['after midnight: the evening before', EARLY, false, '2027-06-01T05:00:00Z', null],
  ['after midnight: longer ago', EARLY, false, '2027-06-01T04:59:59Z', NOT_TODAY],
  ['in the evening: since midnight', EVENING, false, '2027-05-31T14:00:00Z', null],
  ['in the evening: before midnight', EVENING, false, '2027-05-31T13:59:59Z', NOT_TODAY],
  ['as far ahead as clocks differ', EVENING, false, '2027-06-01T10:05:00Z', null],
  ['later today', EVENING, false, '2027-06-01T10:05:01Z', IN_FUTURE],
  ['tomorrow', EVENING, false, '2027-06-01T14:00:00Z', IN_FUTURE],
  ['kept for a fortnight', EVENING, true, '2027-05-18T10:00:00Z', null],
  ['kept for longer', EVENING, true, '2027-05-18T09:59:59Z', TOO_OLD],
  ['kept, of tomorrow', EVENING, true, '2027-06-01T14:00:00Z', IN_FUTURE],
] as const)('%s', (_, { now, zone }, kept, time, problem) => {
  expect(timeProblem(at(time), { now, zone, kept })).toBe(problem)
})

test('an unplanned shift ends with its event, after twelve hours at the latest', () => {
  const begun = at('2027-06-01T09:00:00Z')
  expect(plannedEnd(begun, at('2027-06-01T13:00:00Z'))).toEqual(at('2027-06-01T13:00:00Z'))
  expect(plannedEnd(begun, at('2027-06-03T13:00:00Z'))).toEqual(at('2027-06-01T21:00:00Z'))
})
