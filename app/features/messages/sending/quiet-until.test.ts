import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { quietWindow } from '#server/deliveries/due.ts'
import { quietUntil } from './quiet-until.ts'

test.each([
  ['2027-06-01T19:59:00Z', '21:00', '08:00', null],
  ['2027-06-01T20:00:00Z', '21:00', '08:00', '2027-06-02T07:00:00Z'],
  ['2027-06-02T06:59:00Z', '21:00', '08:00', '2027-06-02T07:00:00Z'],
  ['2027-06-02T07:00:00Z', '21:00', '08:00', null],
  ['2027-06-02T12:00:00Z', '12:00', '14:00', '2027-06-02T13:00:00Z'],
  ['2027-06-02T12:00:00Z', '08:00', '08:00', null],
])('a text of %s in quiet hours from %s to %s is sent at %s', (instant, from, until, leaves) => {
  expect(quietUntil(instant, 'Europe/London', { from, until })).toBe(leaves)
})

test('the sheet shows when the worker sends, around both clock changes', () => {
  for (const quiet of [
    ['21:00', '08:00'],
    ['01:30', '05:00'],
  ] as const)
    for (const day of ['2027-03-27', '2027-03-28', '2027-10-30', '2027-10-31', '2027-12-31'])
      for (let hour = 0; hour < 24; hour += 1) {
        const instant = `${day}T${String(hour).padStart(2, '0')}:10:00Z`
        const [from, until] = quiet
        const window = quietWindow(Temporal.Instant.from(instant), 'Europe/London', {
          quiet_start: from,
          quiet_end: until,
        })
        expect(quietUntil(instant, 'Europe/London', { from, until }), instant).toBe(window?.ends.toString() ?? null)
      }
})
