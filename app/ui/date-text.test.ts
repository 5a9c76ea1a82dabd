import { expect, test } from 'vitest'
import { parseDate } from './date-text.ts'

test.each([
  ['22/11/2026', '2026-11-22'],
  ['22.11.26', '2026-11-22'],
  ['3-4-2027', '2027-04-03'],
  ['22/11', '2027-11-22'],
  ['2026-11-22', '2026-11-22'],
  ['Sun 22 Nov 2026', '2026-11-22'],
  ['22 November', '2027-11-22'],
  ['Nov 22, 2026', '2026-11-22'],
  ['29 Feb 2028', '2028-02-29'],
  ['  ', ''],
])('%s is %s', (typed, day) => {
  expect(parseDate(typed, 2027)).toBe(day)
})

test.each([
  '11/22/2026',
  '31/11/2026',
  '29 Feb 2027',
  '22',
  'soon',
  '22 Nov Dec',
  '1/1/1',
  '2026-11',
  '1 Jan 1800',
  '9'.repeat(99),
])('%s is no day', (typed) => {
  expect(parseDate(typed, 2027)).toBeNull()
})
