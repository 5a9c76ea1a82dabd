import { expect, test } from 'vitest'
import { untilText } from './until-text.ts'

test.for([
  ['2027-07-01T10:00:00Z', 'now'],
  ['2027-07-01T11:41:10Z', 'in 42 min'],
  ['2027-07-02T09:30:00Z', 'in 22 h'],
  ['2027-07-15T11:00:00Z', 'in 14 days'],
] as const)('at 11:00 UTC, %s is %s', ([instant, text]) => {
  expect(untilText(instant, '2027-07-01T11:00:00Z')).toBe(text)
})
