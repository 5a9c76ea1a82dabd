import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { decodeCalendar } from './decode.ts'

const YEAR = {
  window: { from: new Date('2027-01-01T00:00Z'), to: new Date('2028-01-01T00:00Z') },
  zone: 'Europe/London',
}
const decode = (text: string, frame = YEAR) =>
  decodeCalendar('https://skiff.example/feed', { type: 'text/calendar', text }, frame)
const fixture = (name: string) => readFileSync(`tests/fixtures/calendars/${name}.ics`, 'utf8')
const file = (...lines: string[]) => ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR'].join('\r\n')
const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']
const spans = (text: string, frame = YEAR) =>
  decode(text, frame).events.map(({ name, start, end }) => `${name} ${brief(start)}/${brief(end)}`)
const brief = (instant: string) => instant.slice(5, 16).replace('T', ' ')
const startsAt = (dtstart: string, ...calendar: string[]) =>
  decode(file(...calendar, ...event('UID:1', `DTSTART${dtstart}`, 'DURATION:PT1H'))).events.map(({ start }) => start)

test('resolves Windows zones without a definition in the file', () => {
  expect(spans(fixture('windows-zone'))).toEqual([
    'Quoted display name 03-10 17:00/03-10 18:00',
    'Windows id 03-11 11:00/03-11 12:00',
  ])
})

test.each([
  ['AUS Eastern Standard Time', '2027-07-01T02:00:00.000Z'],
  ['"(UTC+10:00) Canberra, Melbourne, Sydney"', '2027-07-01T02:00:00.000Z'],
  ['GMT Standard Time', '2027-07-01T11:00:00.000Z'],
  ['"(UTC+00:00) Dublin, Edinburgh, Lisbon, London"', '2027-07-01T11:00:00.000Z'],
  ['(GMT-05:00) Eastern Time (US & Canada)', '2027-07-01T16:00:00.000Z'],
  ['(UTC-05:00) Eastern Time (US and Canada)', '2027-07-01T16:00:00.000Z'],
  ['Eastern Daylight Time', '2027-07-01T16:00:00.000Z'],
  ['eastern standard time', '2027-07-01T16:00:00.000Z'],
  ['/freeassociation.sourceforge.net/Tzfile/Europe/Berlin', '2027-07-01T10:00:00.000Z'],
  ['/citadel.org/20210210_1/America/Argentina/Buenos_Aires', '2027-07-01T15:00:00.000Z'],
  ['tzone://Microsoft/Utc', '2027-07-01T12:00:00.000Z'],
  ['Etc/GMT-2', '2027-07-01T10:00:00.000Z'],
  ['UTC+02:00', '2027-07-01T10:00:00.000Z'],
  ['"(GMT+0200)"', '2027-07-01T10:00:00.000Z'],
  ['"Europe/Berlin', '2027-07-01T10:00:00.000Z'],
])('12:00 in %s', (zone, instant) => {
  expect(startsAt(`;TZID=${zone}:20270701T120000`)).toEqual([instant])
})

test('names an unknown zone and skips its events', () => {
  const club = ['SUMMARY:Race', 'DTSTART;TZID=Club Time:20270310T190000']
  const { events, problem } = decode(
    file(...event('UID:1', ...club), ...event('UID:2', ...club), ...event('UID:3', 'DTSTART:20270310T190000Z')),
  )
  expect(events).toHaveLength(1)
  expect(problem).toBe('2 events are left out, because the time zone “Club Time” isn’t known.')
})

test.each([
  ['RECURRENCE-ID', 1],
  ['EXDATE', 1],
  ['DTEND', 1],
  ['RDATE', 4],
] as const)('confines %s in an unknown zone to its own event, a further date to itself', (name, shown) => {
  const series = ['UID:1', 'SUMMARY:Race', 'DTSTART:20270309T190000Z', 'RRULE:FREQ=DAILY;COUNT=3']
  const { events, problem } = decode(
    file(...event(...series, `${name};TZID=Club Time:20270310T190000`), ...event('UID:2', 'DTSTART:20270310T190000Z')),
  )
  expect(events).toHaveLength(shown)
  expect(problem).toBe('1 event is left out, because the time zone “Club Time” isn’t known.')
})

test('loses no event to an odd line', () => {
  expect(spans(fixture('one-bad-line'))).toEqual([
    'Good event 03-10 19:00/03-10 21:00',
    'Event with a raw line break in its text 03-11 19:00/03-11 21:00',
  ])
  expect(decode(fixture('one-bad-line')).problem).toBeNull()
})

test('finds an occurrence that a date without a type names', () => {
  expect(spans(fixture('one-bad-recurrence-id'))).toEqual([
    'Day series 03-01 00:00/03-02 00:00',
    'Changed day 03-09 00:00/03-10 00:00',
    'Good event 03-10 19:00/03-10 21:00',
    'Day series 03-15 00:00/03-16 00:00',
  ])
})

const GOOD = event('UID:9', 'SUMMARY:Good', 'DTSTART:20270310T190000Z')

test.each([
  ['text with a colon', ['DESCRIPTION:Bring', 'Start: 7 pm', 'End: 9 pm', 'Begin: noon']],
  ['an unclosed quotation mark', ['ATTENDEE;CN="Dana:mailto:dana@example.org']],
  ['no name', [': text', ';X=1', '=', '\u0000']],
  ['an unknown component without an end', ['BEGIN:X-ODD', 'DTSTART:tomorrow']],
  ['an alarm without an end', ['BEGIN:VALARM', 'TRIGGER:-PT15M']],
  ['an end without its begin', ['END:VTODO']],
  ['parameters without a value', ['ATTACH;FMTTYPE=text/html', 'X-A;B']],
])('loses no other event to an odd line in an event: %s', (_, odd) => {
  const odder = ['BEGIN:VEVENT', 'UID:1', 'SUMMARY:Odd', 'DTSTART:20270311T190000Z', ...odd, 'END:VEVENT']
  expect(spans(file(...odder, ...GOOD))).toEqual(['Good 03-10 19:00/03-10 19:00', 'Odd 03-11 19:00/03-11 19:00'])
  expect(spans(file(...odder.slice(0, -1), ...GOOD))).toHaveLength(2)
})

test.each([
  ['a start that does not exist', ['DTSTART:20270230T190000Z']],
  ['no start', ['SUMMARY:None']],
  ['an end that makes no sense', ['DTSTART:20270310T190000Z', 'DTEND:later']],
  ['a rule that makes no sense', ['DTSTART:20270310T190000Z', 'RRULE:FREQ=SOMETIMES']],
])('counts an event with %s', (_, lines) => {
  const { events, problem } = decode(file(...event('UID:1', ...lines), ...GOOD))
  expect(events.map(({ name }) => name)).toEqual(['Good'])
  expect(problem).toBe('1 event couldn’t be read and was left out.')
})

test('reads all calendars of a file in their own zones, even if the last is cut off', () => {
  const zoned = (uid: string, ...lines: string[]) =>
    file(...lines, ...event(`UID:${uid}`, 'SUMMARY:A', 'DTSTART:20270710T120000'))
  const text = [
    zoned('1'),
    zoned('2', 'X-WR-TIMEZONE:Australia/Sydney'),
    zoned('3', 'X-WR-TIMEZONE:America/New_York'),
  ].join('\r\n')
  expect(spans(text)).toEqual(['A 07-10 02:00/07-10 02:00', 'A 07-10 11:00/07-10 11:00', 'A 07-10 16:00/07-10 16:00'])
  const cut = decode(text.slice(0, text.lastIndexOf('DTSTART')))
  expect([cut.events.length, cut.problem]).toEqual([2, '1 event couldn’t be read and was left out.'])
})

test('keeps whole-day series on their days over clock changes', () => {
  const days = decode(fixture('all-day-clock-change'), { ...YEAR, zone: 'America/New_York' }).events
  const hours = days.map(({ start, end }) => (Date.parse(end) - Date.parse(start)) / 3_600_000)
  expect(hours).toEqual([24, 23, 24, 24, 24, 24, 48, 48, 48, 49])
  expect(days.every(({ all_day }) => all_day)).toBe(true)
  for (const { start, end } of days)
    for (const instant of [start, end])
      expect(new Date(instant).toLocaleTimeString('en-GB', { timeZone: 'America/New_York' })).toBe('00:00:00')
})

test.each([
  [
    'a date in a zone',
    'DTSTART;TZID=America/New_York;VALUE=DATE:20270310',
    'DTEND;TZID=America/New_York;VALUE=DATE:20270312',
  ],
  ['a date in an unknown zone', 'DTSTART;TZID=Club Time;VALUE=DATE:20270310', 'DTEND;VALUE=DATE:20270312'],
  ['a date without its type', 'DTSTART:20270310', 'DTEND:20270312'],
  ['a date in ISO', 'DTSTART:2027-03-10', 'DTEND:2027-03-12'],
  ['an end at midnight', 'DTSTART;VALUE=DATE:20270310', 'DTEND;TZID=Europe/Berlin:20270312T000000'],
  ['a duration of days', 'DTSTART;VALUE=DATE:20270310', 'DURATION:P2D'],
  ['a duration of hours', 'DTSTART;VALUE=DATE:20270310', 'DURATION:PT48H'],
])('treats %s as the site’s day', (_, ...lines) => {
  expect(spans(file(...event('UID:1', 'SUMMARY:A', ...lines)), { ...YEAR, zone: 'Australia/Sydney' })).toEqual([
    'A 03-09 13:00/03-11 13:00',
  ])
})

test.each([['DTEND;VALUE=DATE:20270310'], ['DTEND;VALUE=DATE:20270309'], ['X-NOTHING:1'], ['DURATION:PT0S']])(
  'gives a whole day that ends by %s one day',
  (end) => {
    expect(spans(file(...event('UID:1', 'SUMMARY:A', 'DTSTART;VALUE=DATE:20270310', end)))).toEqual([
      'A 03-10 00:00/03-11 00:00',
    ])
  },
)

test('adds calendar days by the calendar, and hours by the clock', () => {
  const night = (lasts: string) =>
    spans(file(...event('UID:1', 'SUMMARY:A', 'DTSTART;TZID=Europe/London:20270327T120000', lasts)))
  expect(night('DURATION:P1D')).toEqual(['A 03-27 12:00/03-28 11:00'])
  expect(night('DURATION:PT24H')).toEqual(['A 03-27 12:00/03-28 12:00'])
  expect(night('DTEND;TZID=Europe/London:20270328T120000')).toEqual(['A 03-27 12:00/03-28 11:00'])
})

test('accepts midnights as days of whole-day series (Exchange)', () => {
  expect(spans(fixture('exchange-all-day'))).toEqual([
    'Open day 03-01 00:00/03-02 00:00',
    'Open day 03-02 00:00/03-03 00:00',
    'Open day 03-05 00:00/03-06 00:00',
    'Open day (moved) 03-20 00:00/03-21 00:00',
  ])
})

const DAILY = ['UID:1', 'SUMMARY:A', 'DTSTART;VALUE=DATE:20270301', 'RRULE:FREQ=DAILY;COUNT=3']
const TIMED = ['UID:1', 'SUMMARY:A', 'DTSTART;TZID=Europe/Berlin:20270301T190000', 'RRULE:FREQ=DAILY;COUNT=3']

test.each([
  [DAILY, 'EXDATE;VALUE=DATE:20270302'],
  [DAILY, 'EXDATE:20270302'],
  [DAILY, 'EXDATE;VALUE=DATE:20270302T000000'],
  [DAILY, 'EXDATE:20270302T000000Z'],
  [DAILY, 'EXDATE;TZID=Club Time:20270302T000000'],
  [DAILY, 'EXDATE;TZID=Europe/Berlin:nonsense,20270302T000000'],
  [TIMED, 'EXDATE;TZID=Europe/Berlin:20270302T190000'],
  [TIMED, 'EXDATE:20270302T180000Z'],
  [TIMED, 'EXDATE;TZID=America/New_York:20270302T130000'],
  [TIMED, 'EXDATE;VALUE=DATE:20270302'],
  [TIMED, 'EXDATE:20270302'],
])('%j without %s', (series, exception) => {
  const days = (...lines: string[]) => spans(file(...event(...series, ...lines))).map((span) => span.slice(2, 7))
  expect(days()).toEqual(['03-01', '03-02', '03-03'])
  expect(days(exception)).toEqual(['03-01', '03-03'])
})

test('reads another zone’s midnight in UTC as a day of the calendar’s zone', () => {
  const sydney = ['X-WR-TIMEZONE:Australia/Sydney', ...event(...DAILY, 'EXDATE:20270301T130000Z')]
  expect(spans(file(...sydney)).map((span) => span.slice(2, 7))).toEqual(['03-01', '03-03'])
})

test('prefers the highest SEQUENCE, then the latest DTSTAMP', () => {
  expect(spans(fixture('sequence'))).toEqual(['New version 03-10 14:00/03-10 15:00'])
  const version = (name: string, ...lines: string[]) =>
    event('UID:1', `SUMMARY:${name}`, 'DTSTART:20270310T190000Z', ...lines)
  const names = (...versions: string[][]) => decode(file(...versions.flat())).events.map(({ name }) => name)
  const [first, second] = ['DTSTAMP:20270101T000000Z', 'DTSTAMP:20270102T000000Z']
  expect(names(version('New', 'SEQUENCE:1', first), version('Old', second))).toEqual(['New'])
  expect(names(version('New', second), version('Old', first))).toEqual(['New'])
  expect(names(version('New', 'SEQUENCE:10'), version('Old', 'SEQUENCE:9', second))).toEqual(['New'])
  expect(names(version('Off', 'SEQUENCE:2', 'STATUS:CANCELLED'), version('Old', 'SEQUENCE:1'))).toEqual([])
  expect(names(version('Same', first), version('Same', first))).toEqual(['Same'])
})

test('uses the latest version of a changed occurrence, too', () => {
  const change = (name: string, sequence: number) =>
    event(
      'UID:1',
      `SUMMARY:${name}`,
      `SEQUENCE:${sequence}`,
      'RECURRENCE-ID;VALUE=DATE:20270302',
      'DTSTART;VALUE=DATE:20270302',
    )
  expect(
    spans(file(...event(...DAILY), ...change('New', 2), ...change('Old', 1))).map((span) => span.slice(0, -12)),
  ).toEqual(['A 03-01 00:00', 'New 03-02 00:00', 'A 03-03 00:00'])
})

test('shows all events of one UID that nothing tells apart', () => {
  const alike = (start: string) => event('UID:0', 'SUMMARY:A', `DTSTART:${start}`)
  expect(spans(file(...alike('20270310T190000Z'), ...alike('20270311T190000Z')))).toHaveLength(2)
})

test('applies a change "from then on" to later occurrences', () => {
  const weekly = [
    ...['UID:1', 'SUMMARY:A', 'DTSTART;TZID=Europe/London:20270307T100000', 'DURATION:PT1H'],
    'RRULE:FREQ=WEEKLY;COUNT=5',
  ]
  const later = event(
    ...['UID:1', 'SUMMARY:B', 'RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/London:20270321T100000'],
    ...['DTSTART;TZID=Europe/London:20270322T110000', 'DURATION:PT2H'],
  )
  expect(spans(file(...event(...weekly), ...later))).toEqual([
    'A 03-07 10:00/03-07 11:00',
    'A 03-14 10:00/03-14 11:00',
    'B 03-22 11:00/03-22 13:00',
    'B 03-29 10:00/03-29 12:00',
    'B 04-05 10:00/04-05 12:00',
  ])
  const ends = later.map((line) => (line.startsWith('SUMMARY') ? 'STATUS:CANCELLED' : line))
  expect(spans(file(...event(...weekly), ...ends))).toHaveLength(2)
})

test('accepts days, times and periods as further dates', () => {
  const start = ['UID:1', 'SUMMARY:A', 'DTSTART;TZID=Europe/London:20270307T100000', 'DURATION:PT1H']
  const rdates = [
    'RDATE;VALUE=PERIOD:20270308T100000Z/20270308T150000Z,20270309T100000Z/PT30M',
    'RDATE;VALUE=DATE:20270310',
    'RDATE;TZID=America/New_York:20270311T100000',
  ]
  expect(spans(file(...event(...start, ...rdates)))).toEqual([
    'A 03-07 10:00/03-07 11:00',
    'A 03-08 10:00/03-08 15:00',
    'A 03-09 10:00/03-09 10:30',
    'A 03-10 10:00/03-10 11:00',
    'A 03-11 15:00/03-11 16:00',
  ])
})

test.each([
  '20270308T100000Z/later',
  '20270308T100000Z/P1X',
  '20270308T100000Z/20270230T100000Z',
  '20270308T100000Z/',
  '20270230T100000Z/PT1H',
  '/PT1H',
  'tomorrow',
])('skips and counts only the invalid further date: %s', (odd) => {
  const start = ['UID:1', 'SUMMARY:A', 'DTSTART:20270307T100000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=2']
  const { events, problem } = decode(
    file(...event(...start, `RDATE;VALUE=PERIOD:${odd},20270310T100000Z/PT30M`, 'RDATE:20270311T100000Z')),
  )
  expect(events.map(({ start, end }) => `${start.slice(5, 16)}/${end.slice(11, 16)}`)).toEqual([
    '03-07T10:00/11:00',
    '03-08T10:00/11:00',
    '03-10T10:00/10:30',
    '03-11T10:00/11:00',
  ])
  expect(problem).toBe('1 event couldn’t be read and was left out.')
})

test.each([
  ['FREQ=DAILY;UNTIL=20270303T190000Z', 3],
  ['FREQ=DAILY;UNTIL=20270303T183000Z', 3],
  ['FREQ=DAILY;UNTIL=20270303T173000Z', 2],
  ['FREQ=DAILY;UNTIL=20270303', 3],
  ['FREQ=DAILY;UNTIL=20270303T190000', 3],
])('ends a series in a zone by %s', (rule, count) => {
  const lines = ['UID:1', 'SUMMARY:A', 'DTSTART;TZID=Europe/Berlin:20270301T190000', `RRULE:${rule}`]
  expect(spans(file(...event(...lines)))).toHaveLength(count)
})

test('reads times without a zone in the calendar’s own, else in the site’s', () => {
  expect(spans(fixture('floating-with-calendar-zone'))).toEqual(['Match 03-11 00:00/03-11 02:00'])
  expect(startsAt(':20270710T120000', 'X-WR-TIMEZONE:W. Europe Standard Time')).toEqual(['2027-07-10T10:00:00.000Z'])
  expect(startsAt(':20270710T120000')).toEqual(['2027-07-10T11:00:00.000Z'])
  expect(decode(file('X-WR-TIMEZONE:Club Time', ...GOOD, ...event('DTSTART:20270310T190000'))).problem).toContain(
    '“Club Time”',
  )
})
