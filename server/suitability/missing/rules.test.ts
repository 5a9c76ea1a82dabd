import { expect, test } from 'vitest'
import { daysOf } from '../spans.ts'
import { lastWallDay, missingInFull, unfitWords } from './rules.ts'

test.each([
  ['a day', '2027-07-10T09:00', '2027-07-10T16:00'],
  ['a night', '2027-07-10T20:00', '2027-07-11T02:00'],
  ['until midnight', '2027-07-10T20:00', '2027-07-11T00:00'],
  ['no length', '2027-07-10T00:00', '2027-07-10T00:00'],
  ['the end of a year', '2027-12-31T20:00', '2028-01-01T00:00'],
  ['more than sixty days', '2027-07-10T20:00', '2027-10-10T00:00'],
])('takes the last day on the wall clock from the days: %s', (_what, start, end) => {
  expect(lastWallDay({ start, end })).toBe(daysOf({ start: `${start}:00Z`, end: `${end}:00Z` }, 'UTC').at(-1))
})

const dayWords = (day: string) => `the day ${day}`
const missing = [
  { name: 'First aid', until: null },
  { name: 'Powerboat', until: '2027-07-09' },
]

test('describes obstacles briefly to coordinators', () => {
  expect(unfitWords({ inactive: false, missing }, dayWords)).toBe('No First aid, Powerboat ended the day 2027-07-09')
  expect(unfitWords({ inactive: true, missing: [] }, dayWords)).toBe('Not active')
  expect(unfitWords({ inactive: true, missing: missing.slice(0, 1) }, dayWords)).toBe('Not active, No First aid')
})

test('describes obstacles in sentences to the person', () => {
  expect(missingInFull(missing, '2027-07-01', dayWords)).toBe(
    'Needs First aid, which you don’t have. Needs Powerboat. Yours runs out on the day 2027-07-09.',
  )
})
