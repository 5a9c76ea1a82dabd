import { expect, test } from 'vitest'
import { daysOf, minutesBetween, overlaps } from './spans.ts'

test('counts two days for a night, one for a shift until midnight', () => {
  expect(daysOf({ start: '2027-07-10T20:00:00Z', end: '2027-07-11T02:00:00Z' }, 'Europe/London')).toEqual([
    '2027-07-10',
    '2027-07-11',
  ])
  expect(daysOf({ start: '2027-07-10T20:00:00Z', end: '2027-07-10T23:00:00Z' }, 'Europe/London')).toEqual([
    '2027-07-10',
  ])
})

test('counts a day of 25 hours as one until local midnight', () => {
  const start = '2027-10-30T23:00:00Z'
  expect(daysOf({ start, end: '2027-11-01T00:00:00Z' }, 'Europe/London')).toEqual(['2027-10-31'])
  expect(daysOf({ start, end: '2027-11-01T00:01:00Z' }, 'Europe/London')).toEqual(['2027-10-31', '2027-11-01'])
})

test('treats touching spans as no overlap, with no minutes between them', () => {
  const morning = { start: '2027-07-10T08:00:00Z', end: '2027-07-10T12:00:00Z' }
  const noon = { start: '2027-07-10T13:00:00+01:00', end: '2027-07-10T14:00:00Z' }
  expect([overlaps(morning, noon), overlaps(noon, morning)]).toEqual([false, false])
  expect([minutesBetween(morning, noon), minutesBetween(noon, morning)]).toEqual([0, 0])
  expect(overlaps(morning, { ...noon, start: '2027-07-10T11:59:00Z' })).toBe(true)
})
