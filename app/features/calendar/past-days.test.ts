import { expect, test } from 'vitest'
import { splitPastDays } from './past-days.ts'

const DAYS = ['2027-05-31', '2027-06-01', '2027-06-02', '2027-06-03', '2027-07-01']

test.each([
  ['2027-06-02', ['2027-06-01'], ['2027-06-02', '2027-06-03']],
  ['2027-06-01', [], ['2027-06-01', '2027-06-02', '2027-06-03']],
  ['2027-09-12', [], ['2027-06-01', '2027-06-02', '2027-06-03']],
])('on %s the month folds %j and shows %j', (today, past, rest) => {
  expect(splitPastDays(DAYS, '2027-06', today)).toEqual({ past, rest })
})
