import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import type { RepeatRule } from './contract.ts'
import { moveBefore, moveShift, repeatDates, spanOn } from './rules.ts'

const rule = (over: Partial<RepeatRule>): RepeatRule => ({
  unit: 'week',
  every: 1,
  weekdays: [],
  monthly: 'day',
  until: null,
  count: 3,
  ...over,
})

function byHand(first: string, { unit, every, weekdays, monthly, until, count }: RepeatRule): string[] {
  const day = Temporal.PlainDate.from(first)
  const monday = (at: Temporal.PlainDate) => at.subtract({ days: at.dayOfWeek - 1 })
  const nth = Math.ceil(day.day / 7)
  const found: string[] = []
  for (let at = day.add({ days: 1 }); found.length < Math.min(count ?? 104, 104); at = at.add({ days: 1 })) {
    if (until !== null && at.toString() > until) break
    if (at.year > day.year + 500) break
    const months = (at.year - day.year) * 12 + at.month - day.month
    const fits =
      unit === 'day'
        ? day.until(at).days % every === 0
        : unit === 'week'
          ? (weekdays.length ? weekdays : [day.dayOfWeek]).includes(at.dayOfWeek) &&
            (monday(day).until(monday(at)).days / 7) % every === 0
          : months % every === 0 &&
            (monthly === 'day'
              ? at.day === day.day
              : at.dayOfWeek === day.dayOfWeek &&
                (nth === 5 ? at.day + 7 > at.daysInMonth : Math.ceil(at.day / 7) === nth))
    if (fits) found.push(at.toString())
  }
  return found
}

const NAMED: [string, string, Partial<RepeatRule>, string[]][] = [
  ['every week', '2027-01-02', {}, ['2027-01-09', '2027-01-16', '2027-01-23']],
  ['every second week', '2027-01-02', { every: 2 }, ['2027-01-16', '2027-01-30', '2027-02-13']],
  ['every day', '2027-02-27', { unit: 'day' }, ['2027-02-28', '2027-03-01', '2027-03-02']],
  ['every day over a leap day', '2028-02-28', { unit: 'day' }, ['2028-02-29', '2028-03-01', '2028-03-02']],
  [
    'every tenth day over a new year',
    '2027-12-25',
    { unit: 'day', every: 10 },
    ['2028-01-04', '2028-01-14', '2028-01-24'],
  ],
  [
    'Saturdays and Sundays from a Saturday',
    '2027-01-02',
    { weekdays: [6, 7] },
    ['2027-01-03', '2027-01-09', '2027-01-10'],
  ],
  [
    'Saturdays and Sundays from a Sunday',
    '2027-01-03',
    { weekdays: [6, 7] },
    ['2027-01-09', '2027-01-10', '2027-01-16'],
  ],
  ['Wednesdays, though it is a Saturday', '2027-01-02', { weekdays: [3] }, ['2027-01-06', '2027-01-13', '2027-01-20']],
  [
    'every second week on Monday and Friday',
    '2027-01-04',
    { every: 2, weekdays: [1, 5] },
    ['2027-01-08', '2027-01-18', '2027-01-22'],
  ],
  ['weeks begin on Monday', '2027-01-03', { every: 2, weekdays: [1, 7] }, ['2027-01-11', '2027-01-17', '2027-01-25']],
  ['every month on the 15th', '2027-01-15', { unit: 'month' }, ['2027-02-15', '2027-03-15', '2027-04-15']],
  [
    'every month on the 31st skips short months',
    '2027-01-31',
    { unit: 'month' },
    ['2027-03-31', '2027-05-31', '2027-07-31'],
  ],
  [
    'every month on the 29th, no leap year',
    '2027-01-29',
    { unit: 'month' },
    ['2027-03-29', '2027-04-29', '2027-05-29'],
  ],
  ['every month on the 29th, a leap year', '2028-01-29', { unit: 'month' }, ['2028-02-29', '2028-03-29', '2028-04-29']],
  [
    'a leap day every twelve months',
    '2028-02-29',
    { unit: 'month', every: 12 },
    ['2032-02-29', '2036-02-29', '2040-02-29'],
  ],
  [
    'the second Saturday',
    '2027-01-09',
    { unit: 'month', monthly: 'weekday' },
    ['2027-02-13', '2027-03-13', '2027-04-10'],
  ],
  ['the first Sunday', '2027-01-03', { unit: 'month', monthly: 'weekday' }, ['2027-02-07', '2027-03-07', '2027-04-04']],
  [
    'the fourth Thursday',
    '2027-01-28',
    { unit: 'month', monthly: 'weekday' },
    ['2027-02-25', '2027-03-25', '2027-04-22'],
  ],
  [
    'the fifth Saturday means the last',
    '2027-01-30',
    { unit: 'month', monthly: 'weekday' },
    ['2027-02-27', '2027-03-27', '2027-04-24'],
  ],
  ['every third month', '2027-11-15', { unit: 'month', every: 3 }, ['2028-02-15', '2028-05-15', '2028-08-15']],
  ['until a date, which counts', '2027-01-02', { count: null, until: '2027-01-16' }, ['2027-01-09', '2027-01-16']],
  ['until the day before', '2027-01-02', { count: null, until: '2027-01-15' }, ['2027-01-09']],
  ['until its own day', '2027-01-02', { count: null, until: '2027-01-02' }, []],
  ['until a day in the past', '2027-01-02', { count: null, until: '2026-01-02' }, []],
  ['once', '2027-01-02', { count: 1 }, ['2027-01-09']],
]

type Case = [
  what: string,
  zone: string,
  date: string,
  from: string,
  until: string,
  startUtc: string,
  endUtc: string,
  clocks: boolean,
]
/** An event on `from` to `until` (wall clock), moved to `date`. */
const CLOCKS: Case[] = [
  [
    'London into summer',
    'Europe/London',
    '2027-03-28',
    '2027-03-21T10:00',
    '2027-03-21T16:00',
    '2027-03-28T09:00:00Z',
    '2027-03-28T15:00:00Z',
    false,
  ],
  [
    'London out of summer',
    'Europe/London',
    '2027-10-31',
    '2027-10-24T10:00',
    '2027-10-24T16:00',
    '2027-10-31T10:00:00Z',
    '2027-10-31T16:00:00Z',
    false,
  ],
  [
    'London over the gap',
    'Europe/London',
    '2027-03-28',
    '2027-03-21T00:30',
    '2027-03-21T02:30',
    '2027-03-28T00:30:00Z',
    '2027-03-28T01:30:00Z',
    false,
  ],
  [
    'London start in the gap',
    'Europe/London',
    '2027-03-28',
    '2027-03-21T01:30',
    '2027-03-21T04:00',
    '2027-03-28T01:30:00Z',
    '2027-03-28T03:00:00Z',
    true,
  ],
  [
    'London all in the gap',
    'Europe/London',
    '2027-03-28',
    '2027-03-21T01:10',
    '2027-03-21T01:50',
    '2027-03-28T01:10:00Z',
    '2027-03-28T01:50:00Z',
    true,
  ],
  [
    'London the hour that comes twice',
    'Europe/London',
    '2027-10-31',
    '2027-10-24T01:30',
    '2027-10-24T03:00',
    '2027-10-31T00:30:00Z',
    '2027-10-31T03:00:00Z',
    false,
  ],
  [
    'London a night over the change',
    'Europe/London',
    '2027-03-27',
    '2027-03-20T22:00',
    '2027-03-21T06:00',
    '2027-03-27T22:00:00Z',
    '2027-03-28T05:00:00Z',
    false,
  ],
  [
    'Sydney into summer',
    'Australia/Sydney',
    '2027-10-03',
    '2027-09-26T09:00',
    '2027-09-26T12:00',
    '2027-10-02T22:00:00Z',
    '2027-10-03T01:00:00Z',
    false,
  ],
  [
    'Sydney out of summer',
    'Australia/Sydney',
    '2027-04-04',
    '2027-03-28T09:00',
    '2027-03-28T12:00',
    '2027-04-03T23:00:00Z',
    '2027-04-04T02:00:00Z',
    false,
  ],
  [
    'Sydney start in the gap',
    'Australia/Sydney',
    '2027-10-03',
    '2027-09-26T02:15',
    '2027-09-26T05:00',
    '2027-10-02T16:15:00Z',
    '2027-10-02T18:00:00Z',
    true,
  ],
  [
    'Lord Howe, half an hour, into summer',
    'Australia/Lord_Howe',
    '2027-10-03',
    '2027-09-26T09:00',
    '2027-09-26T12:00',
    '2027-10-02T22:00:00Z',
    '2027-10-03T01:00:00Z',
    false,
  ],
  [
    'Lord Howe out of summer',
    'Australia/Lord_Howe',
    '2027-04-04',
    '2027-03-28T09:00',
    '2027-03-28T12:00',
    '2027-04-03T22:30:00Z',
    '2027-04-04T01:30:00Z',
    false,
  ],
  [
    'Lord Howe start in its gap of half an hour',
    'Australia/Lord_Howe',
    '2027-10-03',
    '2027-09-26T02:15',
    '2027-09-26T05:00',
    '2027-10-02T15:45:00Z',
    '2027-10-02T18:00:00Z',
    true,
  ],
  [
    'Auckland into summer',
    'Pacific/Auckland',
    '2027-09-26',
    '2027-09-19T10:00',
    '2027-09-19T16:00',
    '2027-09-25T21:00:00Z',
    '2027-09-26T03:00:00Z',
    false,
  ],
  [
    'Auckland out of summer',
    'Pacific/Auckland',
    '2027-04-04',
    '2027-03-28T10:00',
    '2027-03-28T16:00',
    '2027-04-03T22:00:00Z',
    '2027-04-04T04:00:00Z',
    false,
  ],
]

const utc = (wall: string, zone: string) =>
  Temporal.PlainDateTime.from(wall).toZonedDateTime(zone).toInstant().toString()

describe('repeating', () => {
  it.each(NAMED)('%s', (_what, first, over, dates) => {
    expect(repeatDates(first, rule(over))).toEqual(dates)
    expect(byHand(first, rule(over))).toEqual(dates)
  })

  it.each(CLOCKS)('keeps local times: %s', (_what, zone, date, from, until, start, end, clocks) => {
    expect(spanOn(date, { start: utc(from, zone), end: utc(until, zone) }, zone)).toEqual({ start, end, clocks })
  })

  it('returns at most 104 dates', () => {
    expect(repeatDates('2027-01-01', rule({ unit: 'day', count: null, until: '2029-01-01' }))).toHaveLength(104)
  })

  it('matches a check of every day, for any rule, zone and time', () => {
    const total = process.env.PROOF ? 10_000 : 120
    const ZONES = ['Europe/London', 'Australia/Sydney', 'Australia/Lord_Howe', 'Pacific/Auckland']
    let seed = 20_270_101
    const random = (below: number) => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
      return Math.floor((seed / 2 ** 32) * below)
    }
    for (let i = 0; i < total; i++) {
      const zone = ZONES[random(4)] ?? 'Europe/London'
      const first = Temporal.PlainDate.from('2026-01-01').add({ days: random(1500) })
      const unit = (['day', 'week', 'month'] as const)[random(3)] ?? 'day'
      const bounded = random(2) === 0
      const one = rule({
        unit,
        every: 1 + random(unit === 'month' ? 6 : 9),
        weekdays: [1, 2, 3, 4, 5, 6, 7].filter(() => random(3) === 0),
        monthly: random(2) ? 'day' : 'weekday',
        count: bounded ? 1 + random(12) : null,
        until: bounded ? null : first.add({ days: random(300) - 5 }).toString(),
      })
      const dates = repeatDates(first.toString(), one)
      expect(dates, JSON.stringify({ first, one })).toEqual(byHand(first.toString(), one))
      const plain = first.toPlainDateTime({ hour: random(24), minute: random(12) * 5 })
      const from = plain.toZonedDateTime(zone)
      const until = plain.add({ minutes: 5 + random(2000) }).toZonedDateTime(zone)
      for (const date of dates.slice(0, 8)) {
        const days = first.until(date, { largestUnit: 'day' }).days
        const wanted = [from, until].map((at) => at.toPlainDateTime().add({ days }).toZonedDateTime(zone))
        const found = spanOn(date, { start: from.toInstant().toString(), end: until.toInstant().toString() }, zone)
        expect(found.start).toBe(wanted[0]?.toInstant().toString())
        if (Temporal.ZonedDateTime.compare(wanted[1]!, wanted[0]!) > 0)
          expect(found.end).toBe(wanted[1]?.toInstant().toString())
        expect(Date.parse(found.end)).toBeGreaterThan(Date.parse(found.start))
        if (!found.clocks)
          expect(
            Temporal.Instant.from(found.start).toZonedDateTimeISO(zone).toPlainTime().equals(from.toPlainTime()),
          ).toBe(true)
      }
    }
  })

  it('moves a shift’s location with its event', () => {
    const place = { start: utc('2027-03-20T23:00', 'Europe/London'), end: utc('2027-03-21T02:00', 'Europe/London') }
    const to = spanOn('2027-03-27', place, 'Europe/London')
    expect(moveShift(place, { event: place, to, days: 7, zone: 'Europe/London' })).toEqual({
      start: '2027-03-27T23:00:00Z',
      end: '2027-03-28T01:00:00Z',
    })
  })

  it.each([
    ['starts after the event does, in the hour that follows the gap', '02:00', '05:00', '02:30', '05:00'],
    ['starts with the event', '01:30', '05:30', '02:30', '05:30'],
    ['lies between the skipped start and the moved one', '02:00', '02:20', '02:30', '02:50'],
    ['sets up before the event', '00:30', '01:30', '00:30', '02:30'],
  ])('starts no shift before its event when clocks skip the start: it %s', (_what, from, until, start, end) => {
    const zone = 'Europe/London'
    const on = (day: string, time: string) => utc(`${day}T${time}`, zone)
    const event = { start: on('2027-03-21', '01:30'), end: on('2027-03-21', '05:30') }
    const to = spanOn('2027-03-28', event, zone)
    const shift = { start: on('2027-03-21', from), end: on('2027-03-21', until) }
    const moved = moveShift(shift, { event, to, days: 7, zone })
    const instants = (span: { start: string; end: string }) => [span.start, span.end].map((at) => Date.parse(at))
    expect(instants(moved)).toEqual(instants({ start: on('2027-03-28', start), end: on('2027-03-28', end) }))
  })
})

it('keeps the decision’s wall-clock time, and keeps it before the start', () => {
  const zone = 'Europe/London'
  const [start, at] = ['2027-03-20T10:00:00Z', '2027-03-18T17:00:00Z']
  expect(moveBefore(at, { start, to: '2027-04-03T09:00:00Z' }, 14, zone)).toBe('2027-04-01T16:00:00Z')
  const night = { start: '2027-03-27T02:10:00Z', to: '2027-03-28T01:10:00Z' }
  expect(moveBefore('2027-03-27T01:45:00Z', night, 1, zone)).toBe('2027-03-28T00:45:00Z')
})
