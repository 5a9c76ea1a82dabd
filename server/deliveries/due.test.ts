import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import { dueAt, localDate, messageDue } from './due.ts'

const at = (iso: string) => Temporal.Instant.from(iso)
const NIGHT = { quiet_start: '20:00', quiet_end: '08:00' }
const sms = (start: string, zone = 'Europe/London', quiet = NIGHT) =>
  messageDue(at(start), zone, 'reminder.day', 'sms', quiet).toString()

describe('dueAt', () => {
  test('keeps the time of day over a clock change', () => {
    expect(dueAt(at('2027-04-01T09:00Z'), 'Europe/London', 7).toString()).toBe('2027-03-25T10:00:00Z')
    expect(dueAt(at('2027-10-31T10:00Z'), 'Europe/London', 1).toString()).toBe('2027-10-30T09:00:00Z')
  })
  test('moves a skipped time forward', () => {
    expect(dueAt(at('2027-03-29T00:30Z'), 'Europe/London', 1).toString()).toBe('2027-03-28T01:30:00Z')
    expect(dueAt(at('2027-10-03T15:30Z'), 'Australia/Sydney', 1).toString()).toBe('2027-10-02T16:30:00Z')
  })
  test('reads a repeated time as the later', () => {
    expect(dueAt(at('2027-11-01T01:30Z'), 'Europe/London', 1).toString()).toBe('2027-10-31T01:30:00Z')
  })
})

describe('SMS quiet hours', () => {
  test.each([
    ['outside them nothing moves', '2027-06-10T07:00Z', '2027-06-09T07:00:00Z'],
    ['early morning goes to the evening before', '2027-06-10T05:30Z', '2027-06-08T18:30:00Z'],
    ['late evening goes to the same evening', '2027-06-10T20:15Z', '2027-06-09T18:30:00Z'],
    ['the first quiet minute is quiet', '2027-06-10T19:00Z', '2027-06-09T18:30:00Z'],
    ['the last quiet minute is quiet', '2027-06-10T06:59Z', '2027-06-08T18:30:00Z'],
  ])('%s', (_name, start, due) => expect(sms(start)).toBe(due))
  test('a window by day', () => {
    expect(sms('2027-06-10T12:00Z', 'Europe/London', { quiet_start: '12:00', quiet_end: '14:00' })).toBe(
      '2027-06-09T10:30:00Z',
    )
  })
  test('equal times mean no quiet hours', () => {
    expect(sms('2027-06-10T02:00Z', 'Europe/London', { quiet_start: '20:00', quiet_end: '20:00' })).toBe(
      '2027-06-09T02:00:00Z',
    )
  })
  test('email is not moved', () => {
    expect(messageDue(at('2027-06-10T02:00Z'), 'Europe/London', 'reminder.day', 'email', NIGHT).toString()).toBe(
      '2027-06-09T02:00:00Z',
    )
  })
})

test('localDate is the date in the given zone, whatever the zone of the machine', () => {
  expect(localDate(new Date('2027-06-09T22:30Z'), 'Australia/Sydney')).toBe('2027-06-10')
  expect(localDate(new Date('2027-06-09T23:30Z'), 'Europe/London')).toBe('2027-06-10')
})
