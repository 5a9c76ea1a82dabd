import { expect, test } from 'vitest'
import { dayForKey } from './day-keys.ts'

test.each([
  ['2028-02-29', 'ArrowRight', '2028-03-01'],
  ['2028-03-01', 'ArrowLeft', '2028-02-29'],
  ['2028-03-26', 'ArrowDown', '2028-04-02'],
  ['2028-01-03', 'ArrowUp', '2027-12-27'],
  ['2028-03-26', 'Home', '2028-03-20'],
  ['2028-03-20', 'Home', '2028-03-20'],
  ['2028-03-20', 'End', '2028-03-26'],
  ['2028-03-26', 'End', '2028-03-26'],
  ['2028-03-20', 'Enter', null],
])('from %s the key %s leads to %s', (day, key, to) => {
  expect(dayForKey(day, key)).toBe(to)
})
