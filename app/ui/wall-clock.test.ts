import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { dayIn, wallTime } from './wall-clock.ts'

const ZONES = [
  'Europe/London',
  'Australia/Sydney',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'America/St_Johns',
  'UTC',
]

test('reads wall clocks like Temporal: around every clock change, and anywhere', () => {
  const from = Date.UTC(2000, 0, 1)
  let wrong = 0
  let seed = 7
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647
  }
  for (const zone of ZONES) {
    const instants = Array.from(
      { length: process.env.PROOF ? 1_500 : 300 },
      () => new Date(from + Math.floor(random() * 60 * 366 * 86_400) * 1000),
    )
    let at = Temporal.Instant.from('2020-01-01T00:00Z').toZonedDateTimeISO(zone)
    for (
      let next = at.getTimeZoneTransition('next');
      next && next.year < 2040;
      next = at.getTimeZoneTransition('next')
    ) {
      at = next
      for (const second of [-3601, -1, 0, 1, 3600]) instants.push(new Date(next.epochMilliseconds + second * 1000))
    }
    for (const instant of instants) {
      const expected = Temporal.Instant.from(instant.toISOString())
        .toZonedDateTimeISO(zone)
        .toPlainDateTime()
        .toString({ smallestUnit: 'second' })
      if (wallTime(instant, zone) !== expected || dayIn(instant, zone) !== expected.slice(0, 10)) wrong += 1
    }
  }
  expect(wrong).toBe(0)
})

test('formats midnight as 00, and refuses anything but an instant', () => {
  expect(wallTime('2027-07-09T23:00:00.000+00:00', 'Europe/London')).toBe('2027-07-10T00:00:00')
  expect(() => wallTime('soon', 'Europe/London')).toThrow(RangeError)
})
