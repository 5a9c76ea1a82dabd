import { expect, test } from 'vitest'
import { timesLabel } from './times-label.ts'

test('recorded times are edited, missing ones added', () => {
  const [actual_start, end, now] = ['2027-07-10T17:00:00.000Z', '2027-07-10T22:00:00.000Z', '2027-07-10T20:00:00.000Z']
  expect(timesLabel({ end, actual_start: null, actual_end: null }, now)).toBe('Add times')
  expect(timesLabel({ end, actual_start: null, actual_end: now }, now)).toBe('Edit times')
  expect(timesLabel({ end, actual_start, actual_end: null }, now)).toBe('Edit start')
  expect(timesLabel({ end: now, actual_start, actual_end: null }, end)).toBe('Edit times')
  expect(timesLabel({ end, actual_start, actual_end: now }, now)).toBe('Edit times')
})
