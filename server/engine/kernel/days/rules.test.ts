import { describe, expect, test } from 'vitest'
import { dayBounds, dayOf, daysBetween, daysCovered, readDay, weekdayOf } from './rules.ts'

/** Zone, day, first instant, last millisecond: entered by hand from the zones' published rules. */
const NAMED: [zone: string, day: string, start: string, end: string][] = [
  ['Europe/London', '2026-11-21', '2026-11-21T00:00:00.000Z', '2026-11-21T23:59:59.999Z'],
  ['Europe/London', '2026-03-28', '2026-03-28T00:00:00.000Z', '2026-03-28T23:59:59.999Z'],
  ['Europe/London', '2026-03-29', '2026-03-29T00:00:00.000Z', '2026-03-29T22:59:59.999Z'],
  ['Europe/London', '2026-03-30', '2026-03-29T23:00:00.000Z', '2026-03-30T22:59:59.999Z'],
  ['Europe/London', '2026-10-24', '2026-10-23T23:00:00.000Z', '2026-10-24T22:59:59.999Z'],
  ['Europe/London', '2026-10-25', '2026-10-24T23:00:00.000Z', '2026-10-25T23:59:59.999Z'],
  ['Europe/London', '2026-10-26', '2026-10-26T00:00:00.000Z', '2026-10-26T23:59:59.999Z'],
  ['Europe/London', '2027-03-28', '2027-03-28T00:00:00.000Z', '2027-03-28T22:59:59.999Z'],
  ['Europe/London', '2027-10-31', '2027-10-30T23:00:00.000Z', '2027-10-31T23:59:59.999Z'],
  ['Europe/London', '2028-02-29', '2028-02-29T00:00:00.000Z', '2028-02-29T23:59:59.999Z'],
  ['Europe/London', '2026-12-31', '2026-12-31T00:00:00.000Z', '2026-12-31T23:59:59.999Z'],
  ['Europe/London', '2027-01-01', '2027-01-01T00:00:00.000Z', '2027-01-01T23:59:59.999Z'],
  ['Europe/London', '2026-06-30', '2026-06-29T23:00:00.000Z', '2026-06-30T22:59:59.999Z'],
  ['Australia/Sydney', '2026-11-21', '2026-11-20T13:00:00.000Z', '2026-11-21T12:59:59.999Z'],
  ['Australia/Sydney', '2026-04-04', '2026-04-03T13:00:00.000Z', '2026-04-04T12:59:59.999Z'],
  ['Australia/Sydney', '2026-04-05', '2026-04-04T13:00:00.000Z', '2026-04-05T13:59:59.999Z'],
  ['Australia/Sydney', '2026-04-06', '2026-04-05T14:00:00.000Z', '2026-04-06T13:59:59.999Z'],
  ['Australia/Sydney', '2026-10-03', '2026-10-02T14:00:00.000Z', '2026-10-03T13:59:59.999Z'],
  ['Australia/Sydney', '2026-10-04', '2026-10-03T14:00:00.000Z', '2026-10-04T12:59:59.999Z'],
  ['Australia/Sydney', '2026-10-05', '2026-10-04T13:00:00.000Z', '2026-10-05T12:59:59.999Z'],
  ['Australia/Sydney', '2027-04-04', '2027-04-03T13:00:00.000Z', '2027-04-04T13:59:59.999Z'],
  ['Australia/Sydney', '2027-10-03', '2027-10-02T14:00:00.000Z', '2027-10-03T12:59:59.999Z'],
  ['Australia/Sydney', '2026-07-01', '2026-06-30T14:00:00.000Z', '2026-07-01T13:59:59.999Z'],
  ['Australia/Lord_Howe', '2026-11-21', '2026-11-20T13:00:00.000Z', '2026-11-21T12:59:59.999Z'],
  ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00:00.000Z', '2026-04-05T13:29:59.999Z'],
  ['Australia/Lord_Howe', '2026-04-06', '2026-04-05T13:30:00.000Z', '2026-04-06T13:29:59.999Z'],
  ['Australia/Lord_Howe', '2026-10-03', '2026-10-02T13:30:00.000Z', '2026-10-03T13:29:59.999Z'],
  ['Australia/Lord_Howe', '2026-10-04', '2026-10-03T13:30:00.000Z', '2026-10-04T12:59:59.999Z'],
  ['Australia/Lord_Howe', '2026-10-05', '2026-10-04T13:00:00.000Z', '2026-10-05T12:59:59.999Z'],
  ['Australia/Lord_Howe', '2027-04-04', '2027-04-03T13:00:00.000Z', '2027-04-04T13:29:59.999Z'],
  ['Australia/Lord_Howe', '2027-10-03', '2027-10-02T13:30:00.000Z', '2027-10-03T12:59:59.999Z'],
  ['Australia/Lord_Howe', '2026-07-01', '2026-06-30T13:30:00.000Z', '2026-07-01T13:29:59.999Z'],
  ['Pacific/Auckland', '2026-11-21', '2026-11-20T11:00:00.000Z', '2026-11-21T10:59:59.999Z'],
  ['Pacific/Auckland', '2026-04-04', '2026-04-03T11:00:00.000Z', '2026-04-04T10:59:59.999Z'],
  ['Pacific/Auckland', '2026-04-05', '2026-04-04T11:00:00.000Z', '2026-04-05T11:59:59.999Z'],
  ['Pacific/Auckland', '2026-04-06', '2026-04-05T12:00:00.000Z', '2026-04-06T11:59:59.999Z'],
  ['Pacific/Auckland', '2026-09-26', '2026-09-25T12:00:00.000Z', '2026-09-26T11:59:59.999Z'],
  ['Pacific/Auckland', '2026-09-27', '2026-09-26T12:00:00.000Z', '2026-09-27T10:59:59.999Z'],
  ['Pacific/Auckland', '2026-09-28', '2026-09-27T11:00:00.000Z', '2026-09-28T10:59:59.999Z'],
  ['Pacific/Auckland', '2027-04-04', '2027-04-03T11:00:00.000Z', '2027-04-04T11:59:59.999Z'],
  ['Pacific/Auckland', '2027-09-26', '2027-09-25T12:00:00.000Z', '2027-09-26T10:59:59.999Z'],
  ['Pacific/Auckland', '2027-01-01', '2026-12-31T11:00:00.000Z', '2027-01-01T10:59:59.999Z'],
  ['America/Havana', '2026-03-08', '2026-03-08T05:00:00.000Z', '2026-03-09T03:59:59.999Z'],
]

test.each(NAMED)('%s, %s runs from %s to %s', (zone, day, start, end) => {
  const bounds = dayBounds(day, zone)
  expect([bounds.start.toISOString(), bounds.end.toISOString()]).toEqual([start, end])
  expect(bounds.next.getTime()).toBe(bounds.end.getTime() + 1)
})

/** A seeded generator (mulberry32), for reproducible failures. */
function randomOf(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

describe.each(['Europe/London', 'Australia/Sydney', 'Australia/Lord_Howe', 'Pacific/Auckland'])('%s', (zone) => {
  const words = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' })
  const cases = process.env.PROOF ? 10_000 : 400

  test('the machine’s own calendar agrees on the day of any instant and its first and last moment', () => {
    const random = randomOf(20_261_121)
    for (let at = 0; at < cases; at++) {
      const instant = new Date(Date.UTC(2000, 0, 1) + Math.floor(random() * 60 * 365.25 * 86_400_000))
      const day = words.format(instant)
      const { start, end, next } = dayBounds(day, zone)
      const seen = [
        dayOf(instant, zone),
        words.format(start),
        words.format(end),
        words.format(new Date(start.getTime() - 1)) < day,
        words.format(next) > day,
        start <= instant && instant <= end,
      ]
      expect(seen, `${instant.toISOString()} in ${zone}`).toEqual([day, day, day, true, true, true])
    }
  })
})

test('an end at midnight belongs to the day before, an instant to its own day', () => {
  const covered = (start: string, end: string) =>
    Object.values(daysCovered(start, end, (at) => dayOf(at, 'Europe/London')))
  expect(covered('2026-07-10T18:00:00Z', '2026-07-10T23:00:00Z')).toEqual(['2026-07-10', '2026-07-10'])
  expect(covered('2026-07-10T18:00:00Z', '2026-07-10T23:30:00Z')).toEqual(['2026-07-10', '2026-07-11'])
  expect(covered('2026-07-10T23:00:00Z', '2026-07-10T23:00:00Z')).toEqual(['2026-07-11', '2026-07-11'])
})

test('refuses a day that does not exist', () => {
  expect(['2026-02-30', '2026-13-01', '26-01-01', '2026-1-1', '', null, '2026-01-01T00:00'].map(readDay)).toEqual(
    Array(7).fill(null),
  )
  expect(readDay('2028-02-29')).toBe('2028-02-29')
})

test('days are counted on the calendar, not in 24 hours', () => {
  expect(daysBetween('2026-03-28', '2026-03-30')).toEqual(['2026-03-28', '2026-03-29', '2026-03-30'])
  expect(weekdayOf('2026-11-23')).toBe(1)
})
