import { expect, test } from 'vitest'
import { idsOf, wishesOf } from './address.ts'

test('reads wishes from the address, and leaves out what makes no sense', () => {
  const { wants, month } = wishesOf(new URLSearchParams('days=6,7,9&month=2028-02&assignment=3,x'))
  expect([wants, month]).toEqual([
    { weekdays: [6, 7], assignments: [3], start: '2028-02-01', end: '2028-02-29' },
    '2028-02',
  ])
  expect(wishesOf(new URLSearchParams('month=2028-13'))).toEqual({ wants: {}, month: null })
})

test('a list of ids is bounded', () => {
  expect(idsOf('1,2,-3,4.5,,1e9')).toEqual([1, 2, 1_000_000_000])
  expect(idsOf('1,'.repeat(100_000))).toHaveLength(200)
  expect(idsOf(null)).toEqual([])
})
