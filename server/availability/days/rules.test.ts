import { describe, expect, test } from 'vitest'
import { MAX_RANGE_DAYS } from './contract.ts'
import { dayRow, daysOfRange } from './rules.ts'

const range = (from: string, to: string, weekdays: readonly number[] = [], zone = 'Europe/London') =>
  daysOfRange({ from, to, weekdays }, zone)
const datesOf = (answer: ReturnType<typeof daysOfRange>) =>
  'days' in answer ? answer.days.map(({ date }) => date) : answer.issues

describe('stores a day from local midnight to its last millisecond', () => {
  test.each([
    ['Europe/London', '2027-07-10', '2027-07-09T23:00:00.000Z', '2027-07-10T22:59:59.999Z'],
    ['Europe/London', '2027-03-28', '2027-03-28T00:00:00.000Z', '2027-03-28T22:59:59.999Z'],
    ['Europe/London', '2027-10-31', '2027-10-30T23:00:00.000Z', '2027-10-31T23:59:59.999Z'],
    ['Australia/Lord_Howe', '2027-04-04', '2027-04-03T13:00:00.000Z', '2027-04-04T13:29:59.999Z'],
    ['Pacific/Auckland', '2027-09-26', '2027-09-25T12:00:00.000Z', '2027-09-26T10:59:59.999Z'],
  ])('%s, %s', (zone, date, start, end) => {
    const row = dayRow(date, zone)
    expect([row.date, row.start.toISOString(), row.end.toISOString()]).toEqual([date, start, end])
  })
})

test('lists each day of a range once, both ends included, also over a clock change', () => {
  expect(datesOf(range('2027-03-27', '2027-03-29'))).toEqual(['2027-03-27', '2027-03-28', '2027-03-29'])
  expect(datesOf(range('2027-02-28', '2027-02-28'))).toEqual(['2027-02-28'])
})

test('lists only the given weekdays, Monday 1 to Sunday 7', () => {
  expect(datesOf(range('2027-11-01', '2027-11-14', [1, 7]))).toEqual([
    '2027-11-01',
    '2027-11-07',
    '2027-11-08',
    '2027-11-14',
  ])
})

test.each([
  ['no days', '', 'x', [], { from: ['Date format must be YYYY-MM-DD'], to: ['Date format must be YYYY-MM-DD'] }],
  ['a day that does not exist', '2027-02-30', '2027-03-01', [], { from: ['Date format must be YYYY-MM-DD'] }],
  ['backwards', '2027-03-02', '2027-03-01', [], { to: ['Must not be before the first day.'] }],
  ['no such weekday in it', '2027-11-01', '2027-11-02', [7], { weekdays: ['No such day in this period.'] }],
] as const)('rejects %s at its field', (_what, from, to, weekdays, issues) => {
  expect(range(from, to, weekdays)).toEqual({ issues })
})

test('accepts the longest range, and not a day more', () => {
  const last = (days: number) => new Date(Date.UTC(2027, 0, days)).toISOString().slice(0, 10)
  expect(datesOf(range('2027-01-01', last(MAX_RANGE_DAYS)))).toHaveLength(MAX_RANGE_DAYS)
  expect(range('2027-01-01', last(MAX_RANGE_DAYS + 1))).toEqual({
    issues: { to: [`At most ${MAX_RANGE_DAYS} days at a time.`] },
  })
})
