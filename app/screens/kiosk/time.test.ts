import { expect, test } from 'vitest'
import { clockText, withTwelveHour } from './time.ts'

test.each([
  ['00:05', '12:05 am'],
  ['11:59', '11:59 am'],
  ['12:00', '12:00 pm'],
  ['23:30', '11:30 pm'],
])('%s is %s on twelve hours, and stays on twenty-four', (time, text) => {
  expect(clockText(time, 'h:mm a')).toBe(text)
  expect(clockText(time, 'HH:mm')).toBe(time)
})

test.each([
  ['09:24', 12, '00:24'],
  ['09:24', 3, '03:24'],
  ['15:24', 12, '12:24'],
  ['15:24', 11, '23:24'],
])('at %s the hour %i of a box of twelve is %s', (time, hour, expected) => {
  expect(withTwelveHour(time, hour)).toBe(expected)
})
