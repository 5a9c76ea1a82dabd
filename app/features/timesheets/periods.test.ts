import { expect, test } from 'vitest'
import { presetPeriods } from './periods.ts'

test('periods end today or with the previous month or year', () => {
  expect(presetPeriods('2027-03-01')).toEqual([
    { label: 'This month', start: '2027-03-01', end: '2027-03-01' },
    { label: 'Last month', start: '2027-02-01', end: '2027-02-28' },
    { label: 'This year', start: '2027-01-01', end: '2027-03-01' },
    { label: 'Last year', start: '2026-01-01', end: '2026-12-31' },
  ])
})
