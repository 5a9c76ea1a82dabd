import { expect, test } from 'vitest'
import { shortDateFormat } from './short-date.pure.ts'

const today = '2026-11-28'

test('a date of the next 300 days has no year, in the chosen format', () => {
  expect(shortDateFormat('ddd D MMM YYYY', '2027-09-24', today)).toBe('ddd D MMM')
  expect(shortDateFormat('D MMM YYYY', today, today)).toBe('D MMM')
  expect(shortDateFormat('D MMM YYYY', '2026-10-01', today)).toBe('D MMM')
})

test('a date further away keeps its year', () => {
  expect(shortDateFormat('ddd D MMM YYYY', '2027-09-25', today)).toBe('ddd D MMM YYYY')
  expect(shortDateFormat('D MMM YYYY', '2026-09-01', today)).toBe('D MMM YYYY')
})

test('numeric formats stay whole', () => {
  for (const format of ['YYYY-MM-DD', 'DD/MM/YYYY']) expect(shortDateFormat(format, today, today)).toBe(format)
})
