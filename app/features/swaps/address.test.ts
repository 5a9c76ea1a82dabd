import { expect, test } from 'vitest'
import { idsOf, monthsWith, wishesOf, withoutUnticked } from './address.ts'

test('reads wishes from the URL, and ignores invalid ones', () => {
  const { wants, month } = wishesOf(new URLSearchParams('days=6,7,9&month=2028-02&assignment=3,x'))
  expect([wants, month]).toEqual([
    { weekdays: [6, 7], assignments: [3], start: '2028-02-01', end: '2028-02-29' },
    '2028-02',
  ])
  expect(wishesOf(new URLSearchParams('month=2028-13'))).toEqual({ wants: {}, month: null })
})

test('a chosen month stays among the months, in order', () => {
  expect(monthsWith(['2027-07', '2028-01'], '2027-12')).toEqual(['2027-07', '2027-12', '2028-01'])
  expect(monthsWith(['2027-07'], '2027-07')).toEqual(['2027-07'])
  expect(monthsWith(['2027-07'], null)).toEqual(['2027-07'])
})

test('unticked shifts are excluded from the wishes, so that later shifts still match', () => {
  const wants = { weekdays: [6] }
  expect(withoutUnticked(wants, [{ id: 4 }, { id: 5 }], [5, 9])).toEqual({ weekdays: [6], except: [5] })
  expect(withoutUnticked(wants, [{ id: 4 }], [9])).toEqual(wants)
})

test('a list of ids is bounded', () => {
  expect(idsOf('1,2,-3,4.5,,1e9')).toEqual([1, 2, 1_000_000_000])
  expect(idsOf('1,'.repeat(100_000))).toHaveLength(200)
  expect(idsOf(null)).toEqual([])
})
