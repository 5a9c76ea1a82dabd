import { expect, test } from 'vitest'
import { openTone } from './open-tone.ts'

const NOW = '2027-07-05T13:00Z'

test.for([
  ['past', '2027-07-05T10:00Z', '2027-07-05T13:00Z', 'slate'],
  ['running', '2027-07-05T10:00Z', '2027-07-06T12:00Z', 'amber'],
  ['in four weeks', '2027-08-02T13:00Z', '2027-08-02T15:00Z', 'amber'],
  ['later', '2027-08-02T13:01Z', '2027-08-02T15:00Z', 'slate'],
])('an open shift that is %s is %s to %s: %s', ([, start, end, tone]) => {
  expect(openTone({ start: start!, end: end! }, NOW)).toBe(tone)
})
