import { describe, expect, test } from 'vitest'
import type { SwapWants } from './contract.ts'
import { datedShift, isoWeekday, isWanted } from './rules.ts'

const LONDON = 'Europe/London'
/** Saturday 12 June 2027, 10:00 in London. */
const shift = { id: 7, start: '2027-06-12T09:00:00Z', assignment: 3 }

describe('a wish', () => {
  test.each<[string, SwapWants, boolean]>([
    ['for anything', {}, true],
    ['for this shift', { shifts: [6, 7] }, true],
    ['for other shifts', { shifts: [6] }, false],
    ['for no shift at all', { shifts: [] }, false],
    ['for all but this shift', { except: [6, 7] }, false],
    ['for all but other shifts', { except: [6] }, true],
    ['for its assignment', { assignments: [3] }, true],
    ['for another assignment', { assignments: [4] }, false],
    ['for its weekday', { weekdays: [6] }, true],
    ['for another weekday', { weekdays: [7] }, false],
    ['from its day', { start: '2027-06-12' }, true],
    ['from the day after', { start: '2027-06-13' }, false],
    ['until its day', { end: '2027-06-12' }, true],
    ['until the day before', { end: '2027-06-11' }, false],
    ['that meets all but one', { shifts: [7], assignments: [3], weekdays: [6], end: '2027-06-11' }, false],
  ])('%s', (_, wants, wanted) => expect(isWanted(wants, datedShift(shift, LONDON))).toBe(wanted))

  test('for an assignment is not met by a shift without one', () =>
    expect(isWanted({ assignments: [3] }, datedShift({ ...shift, assignment: null }, LONDON))).toBe(false))

  test('judges a shift by the local day on which it begins', () => {
    const late = { ...shift, start: '2027-06-12T23:30:00Z' }
    expect(isWanted({ weekdays: [7] }, datedShift(late, LONDON))).toBe(true)
    expect(isWanted({ weekdays: [6] }, datedShift(late, 'Atlantic/Reykjavik'))).toBe(true)
    expect(isWanted({ start: '2027-06-13', end: '2027-06-13' }, datedShift(late, LONDON))).toBe(true)
  })
})

test('weeks run from Monday, 1, to Sunday, 7', () => {
  const week = ['14', '15', '16', '17', '18', '19', '20'].map((day) => isoWeekday(`2027-06-${day}`))
  expect(week).toEqual([1, 2, 3, 4, 5, 6, 7])
})
