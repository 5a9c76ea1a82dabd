import { expect, test } from 'vitest'
import { timesLabel } from './times-label.ts'

test('what is recorded is edited, and what is missing added', () => {
  const actual_start = '2027-07-10T17:00Z'
  expect(timesLabel({ actual_start: null, actual_end: null })).toBe('Add times')
  expect(timesLabel({ actual_start, actual_end: null })).toBe('Edit start')
  expect(timesLabel({ actual_start, actual_end: '2027-07-10T22:00Z' })).toBe('Edit times')
})
