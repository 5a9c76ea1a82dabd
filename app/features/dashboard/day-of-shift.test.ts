import { expect, test } from 'vitest'
import { isDayOfShift } from './day-of-shift.ts'

const NOW = { now: '2027-07-10T23:30:00.000Z', zone: 'Europe/London' }
const hours = { today: false, end: '2027-07-09T22:00:00.000Z', actual_start: null, actual_end: null }
const shift = { start: '2027-07-11T20:00:00.000Z', began: false, called_off: false }

test.each([
  ['nothing', [], [], false],
  ['a shift that starts later today, by the site’s clock', [], [shift], true],
  ['one that is called off', [], [{ ...shift, called_off: true }], false],
  ['one tomorrow', [], [{ ...shift, start: '2027-07-12T08:00:00.000Z' }], false],
  ['one that began yesterday and goes on', [], [{ ...shift, start: '2027-07-10T20:00:00.000Z', began: true }], true],
  ['one that is over and was today', [{ ...hours, today: true }], [], true],
  [
    'one of the night before that has no end yet',
    [{ ...hours, end: '2027-07-11T02:00:00.000Z', actual_start: '2027-07-10T20:00:00.000Z' }],
    [],
    true,
  ],
  ['one that someone forgot to end', [{ ...hours, actual_start: '2027-07-09T20:00:00.000Z' }], [], false],
  ['one of another day that nobody started', [hours], [], false],
])('%s', (_what, recorded, ahead, expected) => {
  expect(isDayOfShift(recorded, ahead, NOW)).toBe(expected)
})
