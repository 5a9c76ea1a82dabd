import { expect, test } from 'vitest'
import { decodeCalendar, UnreadableCalendar } from './decode.ts'

const FRAME = {
  window: { from: new Date('2027-03-01T00:00Z'), to: new Date('2027-05-01T00:00Z') },
  zone: 'Europe/London',
}
const ical = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//x//y', 'X-WR-CALNAME:Rowers', ...lines, 'END:VCALENDAR'].join('\r\n')
const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:1', 'DTSTAMP:20270101T000000Z', ...lines, 'END:VEVENT']
const read = (text: string, type = 'text/calendar') =>
  decodeCalendar('https://rowers.example/feed', { type, text }, FRAME).events.map(({ name, start, end }) => [
    name,
    start,
    end,
  ])

test('reads iCalendar times by their own zone: UTC, named, floating, whole day', () => {
  expect(
    read(
      ical(
        ...event('SUMMARY:UTC', 'DTSTART:20270310T100000Z', 'DTEND:20270310T110000Z'),
        ...event('SUMMARY:Named', 'DTSTART;TZID=America/New_York:20270311T100000', 'DURATION:PT1H'),
        ...event('SUMMARY:Floating', 'DTSTART:20270410T100000', 'DTEND:20270410T110000'),
        ...event('SUMMARY:Whole day', 'DTSTART;VALUE=DATE:20270411', 'DTEND;VALUE=DATE:20270413'),
        ...event('SUMMARY:Off', 'STATUS:CANCELLED', 'DTSTART:20270310T100000Z'),
        ...event('SUMMARY:Nonsense', 'DTSTART:tomorrow'),
      ),
    ),
  ).toEqual([
    ['UTC', '2027-03-10T10:00:00.000Z', '2027-03-10T11:00:00.000Z'],
    ['Named', '2027-03-11T15:00:00.000Z', '2027-03-11T16:00:00.000Z'],
    ['Floating', '2027-04-10T09:00:00.000Z', '2027-04-10T10:00:00.000Z'],
    ['Whole day', '2027-04-10T23:00:00.000Z', '2027-04-12T23:00:00.000Z'],
  ])
})

test('keeps a recurring event’s local time across the clock change, within the window', () => {
  const times = read(
    ical(
      ...event(
        'SUMMARY:Weekly',
        'DTSTART;TZID=Europe/London:20200105T100000',
        'DURATION:PT2H',
        'RRULE:FREQ=WEEKLY;BYDAY=SU',
      ),
    ),
  ).map(([, start]) => start)
  expect(times.slice(2, 5)).toEqual([
    '2027-03-21T10:00:00.000Z',
    '2027-03-28T09:00:00.000Z',
    '2027-04-04T09:00:00.000Z',
  ])
  expect(times).toHaveLength(8)
})

test('reads JSON as our own shape or a list; skips invalid events and drops a dangerous address', () => {
  const list = [
    {
      id: 1,
      name: 'A',
      start: '2027-03-02T10:00:00+01:00',
      end: '2027-03-02T09:00:00Z',
      event_url: 'javascript:alert(1)',
      color: 'red',
    },
    { id: 2, start: 'tomorrow' },
    { id: 3, name: 'Later', start: '2028-01-01T00:00:00Z', end: '2028-01-01T01:00:00Z' },
    null,
  ]
  const found = decodeCalendar(
    'https://rowers.example/feed',
    { type: 'application/json', text: JSON.stringify(list) },
    FRAME,
  )
  expect(found.problem).toBe('2 events couldn’t be read and were left out.')
  expect(found.events).toEqual([
    {
      key: 'https://rowers.example/feed#1',
      name: 'A',
      start: '2027-03-02T09:00:00.000Z',
      end: '2027-03-02T09:00:00.000Z',
      location: null,
      color: null,
      organisation: 'rowers.example',
      event_url: null,
      all_day: false,
    },
  ])
})

test.each(['<html>', '', '{"results":{}}', '"text"', 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT'])('refuses %j', (text) => {
  expect(() => read(text, 'text/html')).toThrow(UnreadableCalendar)
})

test('shows a changed occurrence only at its new time', () => {
  const weekly = event('SUMMARY:Weekly', 'DTSTART:20270301T100000Z', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;COUNT=3')
  const moved = event('SUMMARY:Moved', 'RECURRENCE-ID:20270308T100000Z', 'DTSTART:20270309T120000Z', 'DURATION:PT1H')
  expect(read(ical(...weekly, ...moved)).map(([name, start]) => [name, start])).toEqual([
    ['Weekly', '2027-03-01T10:00:00.000Z'],
    ['Moved', '2027-03-09T12:00:00.000Z'],
    ['Weekly', '2027-03-15T10:00:00.000Z'],
  ])
})

test('applies RDATE and EXDATE', () => {
  const times = read(
    ical(
      ...event(
        'SUMMARY:Odd',
        'DTSTART;TZID=Europe/London:20270327T100000',
        'DURATION:PT1H',
        'RRULE:FREQ=DAILY;COUNT=3',
        'RDATE;TZID=Europe/London:20270410T100000',
        'EXDATE;TZID=Europe/London:20270328T100000',
      ),
    ),
  ).map(([, start]) => start)
  expect(times).toEqual(['2027-03-27T10:00:00.000Z', '2027-03-29T09:00:00.000Z', '2027-04-10T09:00:00.000Z'])
})

test('follows a long-running daily rule to the window', () => {
  const daily = event('SUMMARY:Daily', 'DTSTART:19700101T100000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY')
  expect(read(ical(...daily))).toHaveLength(61)
})

const rules = [
  'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
  'FREQ=DAILY;INTERVAL=999999999',
  'FREQ=WEEKLY;INTERVAL=999999999;BYDAY=MO',
  'FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30',
  'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
  'FREQ=YEARLY;BYMONTH=4;BYDAY=1MO;BYMONTHDAY=15,16,17',
  'FREQ=SECONDLY',
  'FREQ=MINUTELY',
  'FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=30',
  `FREQ=DAILY;BYSECOND=${Array.from({ length: 60 }, (_, i) => i)};BYMINUTE=${Array.from({ length: 60 }, (_, i) => i)}`,
]

test.each(rules)('limits %s, and keeps the calendar’s other events', (rule) => {
  const storm = event('SUMMARY:Storm', 'DTSTART:20000101T000000Z', 'DURATION:PT1H', `RRULE:${rule}`)
  const calm = event('SUMMARY:Calm', 'DTSTART:20270310T100000Z', 'DURATION:PT1H')
  expect(read(ical(...storm, ...calm))).toContainEqual(['Calm', '2027-03-10T10:00:00.000Z', '2027-03-10T11:00:00.000Z'])
})

const MANY = process.env.PROOF ? 1_000 : 250
const many: [rule: string, events: number][] = [
  ...rules.map((rule): [string, number] => [rule, MANY / 5]),
  ['FREQ=DAILY', MANY],
  ['FREQ=DAILY;COUNT=100000', MANY],
]

test.each(many)('limits the joint steps of %s by %d events', (rule, events) => {
  const storms = Array.from({ length: events }, () =>
    event('SUMMARY:Storm', 'DTSTART:19000101T000000Z', 'DURATION:PT1H', `RRULE:${rule}`),
  )
  const begun = performance.now()
  expect(read(ical(...storms.flat())).length).toBeLessThanOrEqual(500)
  expect(performance.now() - begun).toBeLessThan(10_000)
})

test.each(['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30', 'FREQ=SECONDLY', 'FREQ=YEARLY;BYSECOND=1,2,3'])(
  'limits a zone that changes its clocks by %s, and keeps the other events',
  (rule) => {
    const zone = ['STANDARD', 'DAYLIGHT'].flatMap((part) => [
      `BEGIN:${part}`,
      'DTSTART:19700101T000000',
      'TZOFFSETFROM:+0000',
      'TZOFFSETTO:+0100',
      `RRULE:${rule}`,
      `END:${part}`,
    ])
    const calendar = ical(
      ...['BEGIN:VTIMEZONE', 'TZID:Odd', ...zone, 'END:VTIMEZONE'],
      ...event('SUMMARY:A', 'DTSTART;TZID=Odd:20270310T100000', 'DURATION:PT1H'),
      ...event('SUMMARY:Calm', 'DTSTART:20270310T100000Z', 'DURATION:PT1H'),
    )
    expect(read(calendar)).toEqual([['Calm', '2027-03-10T10:00:00.000Z', '2027-03-10T11:00:00.000Z']])
  },
)

const DESCRIBED = [
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:-1200',
  'TZOFFSETTO:-1200',
  'END:STANDARD',
  'END:VTIMEZONE',
]

test.each([
  ['of no name', 'X-NOTHING:1', 'DTSTART:20270310T100000', '10:00'],
  ['called UTC', 'TZID:UTC', 'DTSTART:20270310T100000Z', '10:00'],
  ['called Z', 'TZID:Z', 'DTSTART:20270310T100000Z', '10:00'],
  ['called floating', 'TZID:floating', 'DTSTART:20270310T100000', '10:00'],
  ['called as a known one', 'TZID:Europe/London', 'DTSTART;TZID=Europe/London:20270310T100000', '10:00'],
])('confines a zone %s to its own club’s calendar', (_what, name, start, expected) => {
  const calm = ical(...event('SUMMARY:Calm', start, 'DURATION:PT1H'))
  const before = read(calm)
  const hostile = ical(
    ...['BEGIN:VTIMEZONE', name, ...DESCRIBED],
    ...event('SUMMARY:Far', 'DTSTART;TZID=Europe/London:20270310T100000', 'DURATION:PT1H'),
  )
  read(hostile)
  // A second unnamed zone used to stop the library from registering the first for all calendars.
  read(ical(...['BEGIN:VTIMEZONE', name, ...DESCRIBED], ...['BEGIN:VTIMEZONE', ...DESCRIBED]))
  read(hostile.replace('END:VCALENDAR', ''))
  expect(read(calm)).toEqual(before)
  expect(before[0]?.[1]).toBe(`2027-03-10T${expected}:00.000Z`)
})

test.each(['undefined', 'null'])('does not find an unnamed zone as %s', (name) => {
  const far = ical(
    ...['BEGIN:VTIMEZONE', ...DESCRIBED],
    ...event('SUMMARY:Far', `DTSTART;TZID=${name}:20270310T100000`, 'DURATION:PT1H'),
  )
  expect(read(far)).toEqual([])
})

test('keeps all events of a calendar with an unnamed zone', () => {
  const named = [
    'BEGIN:VTIMEZONE',
    'TZID:Club Time',
    'BEGIN:STANDARD',
    'DTSTART:19700101T000000',
    'TZOFFSETFROM:+0300',
    'TZOFFSETTO:+0300',
    'END:STANDARD',
    'END:VTIMEZONE',
  ]
  expect(
    read(
      ical(
        ...['BEGIN:VTIMEZONE', ...DESCRIBED],
        ...named,
        ...event('SUMMARY:A', 'DTSTART;TZID=Club Time:20270310T100000', 'DURATION:PT1H'),
      ),
    ),
  ).toEqual([['A', '2027-03-10T07:00:00.000Z', '2027-03-10T08:00:00.000Z']])
})
