import { expect, test } from 'vitest'
import { partLeft, timeLeft } from './time-left.ts'

const TO = '2027-07-09T17:00:00Z'

test.each([
  ['2027-07-05T10:00:00Z', 'in 4 days 7 h'],
  ['2027-07-08T17:00:00Z', 'in 1 day'],
  ['2027-07-09T10:10:00Z', 'in 6 h 50 min'],
  ['2027-07-09T15:00:00Z', 'in 2 h'],
  ['2027-07-09T16:47:30Z', 'in 13 min'],
  ['2027-07-09T17:00:00Z', 'now'],
  ['2027-07-09T18:00:00Z', 'now'],
])('seen at %s it is %s', (now, text) => {
  expect(timeLeft(TO, now)).toBe(text)
})

test('the ring is full a week before and empty from then on', () => {
  expect(
    ['2027-06-01T00:00:00Z', '2027-07-06T05:00:00Z', '2027-07-10T00:00:00Z'].map((now) => partLeft(TO, now)),
  ).toEqual([1, 0.5, 0])
})
