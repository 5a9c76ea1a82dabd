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
  decodeCalendar('https://rowers.example/feed', { type, text }, FRAME).map(({ name, start, end }) => [name, start, end])

test('iCalendar: UTC, a named zone, a floating time and a whole day, all by the zone they are meant in', () => {
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

test('what repeats stays at its local time across the clock change, within the window', () => {
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

test('JSON: our own shape or a list; what makes no sense is left out, a dangerous address is dropped', () => {
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
  expect(found).toEqual([
    {
      key: 'https://rowers.example/feed#1',
      name: 'A',
      start: '2027-03-02T09:00:00.000Z',
      end: '2027-03-02T09:00:00.000Z',
      location: null,
      color: null,
      organisation: 'rowers.example',
      event_url: null,
    },
  ])
})

test.each(['<html>', '', '{"results":{}}', '"text"', 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT'])(
  '%j is not a calendar',
  (text) => {
    expect(() => read(text, 'text/html')).toThrow(UnreadableCalendar)
  },
)

test('a calendar that repeats every second for ever costs little', () => {
  const began = performance.now()
  expect(
    read(ical(...event('SUMMARY:Storm', 'DTSTART:20000101T000000Z', 'RRULE:FREQ=SECONDLY'))).length,
  ).toBeLessThanOrEqual(500)
  expect(performance.now() - began).toBeLessThan(10_000)
})
