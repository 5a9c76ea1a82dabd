import { expect, test } from 'vitest'
import { isDay } from './day-text.pure.ts'

test('days exist', () => {
  expect(['2024-02-29', '1900-01-01', '2999-12-31'].every(isDay)).toBe(true)
  const none = [
    '1900-02-29',
    '2027-13-01',
    '2027-00-10',
    '2027-04-31',
    '1899-12-31',
    '27-01-01',
    '2027-1-1',
    '',
    '22/11/2026',
  ]
  expect(none.filter(isDay)).toEqual([])
})
