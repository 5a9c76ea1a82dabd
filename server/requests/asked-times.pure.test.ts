import { expect, test } from 'vitest'
import { askedTimesText } from './asked-times.pure.ts'

test('lists what differs from the plan', () => {
  const time = (instant: string) => instant.slice(11, 16)
  const [modified_start, modified_end] = ['2027-06-19T11:00:00Z', '2027-06-19T15:00:00Z']
  expect(askedTimesText({ modified_start, modified_end }, time)).toBe('arrive at 11:00 and leave at 15:00')
  expect(askedTimesText({ modified_start, modified_end: null }, time)).toBe('arrive at 11:00')
  expect(askedTimesText({ modified_start: null, modified_end: null }, time)).toBe('')
})
