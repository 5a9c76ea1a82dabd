import { describe, expect, test } from 'vitest'
import { daysUntil, daysUntilDay, formatDay, formatFullRange, formatInstant, formatRange } from './date-format.ts'

describe('daysUntil counts calendar days of the site’s zone', () => {
  test.each([
    ['2026-11-21T23:30:00Z', '2026-11-21T23:50:00Z', 'Europe/London', 'today'],
    ['2026-11-21T23:30:00Z', '2026-11-22T00:10:00Z', 'Europe/London', 'in 1 day'],
    ['2026-11-21T23:30:00Z', '2026-11-22T00:10:00Z', 'Australia/Sydney', 'today'],
    ['2027-03-27T12:00:00Z', '2027-03-28T23:30:00Z', 'Europe/London', 'in 2 days'],
    ['2026-11-21T10:00:00Z', '2026-11-20T23:00:00Z', 'Europe/London', 'in the past'],
    ['2026-11-21T10:00:00Z', '2026-12-01T10:00:00Z', 'Europe/London', 'in 10 days'],
  ])('%s to %s in %s is %s', (now, then, zone, words) => {
    expect(daysUntil(now, then, zone)).toBe(words)
  })
})

describe('a calendar day is the same in every zone', () => {
  test('in words', () => {
    expect(formatDay('2027-01-15', 'ddd D MMM YYYY')).toBe('Fri 15 Jan 2027')
    expect(formatDay('2028-02-29', 'DD/MM/YYYY')).toBe('29/02/2028')
  })
  test.each([
    // Noon in UTC is the next day in both.
    ['2027-01-15T09:00:00Z', 'Pacific/Auckland', 'today'],
    ['2027-01-15T09:00:00Z', 'Pacific/Kiritimati', 'today'],
    ['2027-01-15T10:30:00Z', 'Pacific/Kiritimati', 'in the past'],
    ['2027-01-14T10:30:00Z', 'Pacific/Auckland', 'in 1 day'],
    ['2027-01-15T10:30:00Z', 'Pacific/Pago_Pago', 'in 1 day'],
  ])('15 January at %s in %s is %s', (now, zone, words) => {
    expect(daysUntilDay(now, '2027-01-15', zone)).toBe(words)
  })
})

describe('formats on the site’s wall clock, wherever the reader is', () => {
  test('through the spring change', () => {
    expect(formatInstant('2027-03-28T00:59:00Z', 'Europe/London', 'HH:mm')).toBe('00:59')
    expect(formatInstant('2027-03-28T01:00:00Z', 'Europe/London', 'HH:mm')).toBe('02:00')
    expect(formatInstant('2027-03-28T01:30:00Z', 'Australia/Lord_Howe', 'YYYY-MM-DD HH:mm')).toBe('2027-03-28 12:30')
  })
  test('shows a wall time that the reader’s zone skips', () => {
    expect(formatInstant('2027-03-27T14:30:00Z', 'Australia/Sydney', 'YYYY-MM-DD HH:mm')).toBe('2027-03-28 01:30')
    expect(formatInstant('2026-09-26T13:30:00Z', 'Europe/London', 'YYYY-MM-DD HH:mm')).toBe('2026-09-26 14:30')
  })
  const formats = { time: 'HH:mm', date: 'ddd D MMM' }
  test('ranges', () => {
    expect(formatRange('2026-11-28T09:00Z', '2026-11-28T13:30Z', 'Europe/London', formats)).toBe('09:00 – 13:30')
    expect(formatRange('2027-07-03T18:00Z', '2027-07-04T01:00Z', 'Europe/London', formats)).toBe(
      '19:00 – Sun 4 Jul 02:00',
    )
  })

  test('an event over several days shows its start on each of them', () => {
    expect(formatFullRange('2026-11-28T09:00Z', '2026-11-28T13:30Z', 'Europe/London', formats)).toBe('09:00 – 13:30')
    expect(formatFullRange('2027-07-02T08:00Z', '2027-07-04T16:00Z', 'Europe/London', formats)).toBe(
      'Fri 2 Jul 09:00 – Sun 4 Jul 17:00',
    )
  })
})

test.each([
  ['ddd D MMM YYYY', 'Sat 6 Feb 2027', 'Sun 7 Nov 2027'],
  ['h:mm a', '9:05 am', '12:30 pm'],
  ['ddd D MMM YYYY h:mm a', 'Sat 6 Feb 2027 9:05 am', 'Sun 7 Nov 2027 12:30 pm'],
  ['D/M/YYYY', '6/2/2027', '7/11/2027'],
  ['DD/MM/YYYY', '06/02/2027', '07/11/2027'],
  ['YYYY-MM-DD HH:mm', '2027-02-06 09:05', '2027-11-07 12:30'],
])('the tokens %s are day of the month, year of the calendar and names in English', (tokens, first, second) => {
  expect(formatInstant('2027-02-06T09:05:00Z', 'Europe/London', tokens)).toBe(first)
  expect(formatInstant('2027-11-07T12:30:00Z', 'Europe/London', tokens)).toBe(second)
})
