import { expect, test } from 'vitest'
import { holdLeft } from './hold-left.ts'

const FROM = '2027-07-01T08:00:00Z'

test.each([
  ['2027-07-01T20:00:00Z', '2027-07-01T10:05:00Z', '9:55', 'hours'],
  ['2027-07-01T20:00:00Z', '2027-07-01T19:18:00Z', '42', 'min'],
  ['2027-07-01T20:00:00Z', '2027-07-01T19:00:01Z', '1:00', 'hours'],
  ['2027-07-05T08:00:00Z', FROM, '4', 'days'],
  ['2027-07-01T20:00:00Z', '2027-07-02T20:00:00Z', '0', 'min'],
])('until %s, at %s', (to, now, figure, unit) => {
  expect(holdLeft(FROM, to, now)).toMatchObject({ figure, unit })
})

test('the remaining part runs from one to zero', () => {
  const to = '2027-07-01T20:00:00Z'
  const parts = [FROM, '2027-07-01T14:00:00Z', to, '2027-07-02T00:00:00Z'].map((now) => holdLeft(FROM, to, now).part)
  expect(parts).toEqual([1, 0.5, 0, 0])
  expect(holdLeft(FROM, FROM, FROM).part).toBe(0)
})
