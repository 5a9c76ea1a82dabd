import { expect, test } from 'vitest'
import { dateFormats } from './use-root.ts'

const NEXT_DAY = '2026-11-28T06:55:00Z'

const shortTime = (dateFormat: string, timeFormat: string, instant = NEXT_DAY) =>
  dateFormats({
    zone: 'Europe/London',
    now: '2026-11-27T12:00:00Z',
    settings: { dateFormat, timeFormat },
  }).shortTime(instant)

test('a short time leaves out the year within 300 days, in the reader’s format', () => {
  expect(shortTime('ddd D MMM YYYY', 'h:mm a')).toBe('Sat 28 Nov, 6:55\u00a0am')
  expect(shortTime('D MMM YYYY', 'HH:mm')).toBe('28 Nov, 06:55')
  expect(shortTime('YYYY-MM-DD', 'HH:mm')).toBe('2026-11-28, 06:55')
})

test('a short time further ahead has the year', () => {
  expect(shortTime('ddd D MMM YYYY', 'HH:mm', '2027-11-28T06:55:00Z')).toBe('Sun 28 Nov 2027, 06:55')
})
