import ICAL from 'ical.js'
import ical from 'ical-generator'
import { expect, test } from 'vitest'
import { siteTimes } from './site-times.ts'

const HOUR = 3_600_000
/** Hours around the clock changes of both hemispheres. */
const INSTANTS = ['2027-03-13', '2027-03-28', '2027-04-03', '2027-10-02', '2027-10-31', '2027-11-07'].flatMap((day) =>
  Array.from({ length: 16 }, (_, at) => Date.parse(`${day}T00:00Z`) + at * 3 * HOUR),
)

test.each([
  'Europe/London',
  'Europe/Dublin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'Asia/Kathmandu',
  'Asia/Tokyo',
  'America/St_Johns',
  'UTC',
])('times in %s are the same instants to a program that does not know the zone', (zone) => {
  const spans = INSTANTS.map((start) => ({ start: new Date(start), end: new Date(start + HOUR) }))
  const { timezone, timesOf } = siteTimes(zone, spans)
  const calendar = ical({ timezone })
  for (const span of spans) calendar.createEvent({ ...timesOf(span), summary: 'A' })
  const text = calendar.toString()
  if (zone !== 'UTC') expect(text.match(/^DTSTART.*Z\r$/gm)).toBeNull()
  const root = new ICAL.Component(ICAL.parse(text) as unknown[])
  const read = root.getAllSubcomponents('vevent').map((part) => new ICAL.Event(part))
  // No calendar program can distinguish a repeated hour.
  const twice = (instant: number) =>
    [-1, 1].some((side) => {
      const wall = (at: number) => new Date(at).toLocaleString('en-GB', { timeZone: zone })
      return wall(instant) === wall(instant + side * HOUR) || wall(instant) === wall(instant + (side * HOUR) / 2)
    })
  read.forEach(({ startDate, endDate }, at) => {
    const start = INSTANTS[at]!
    if (!twice(start)) expect(startDate.toJSDate().getTime()).toBe(start)
    if (!twice(start + HOUR)) expect(endDate.toJSDate().getTime()).toBe(start + HOUR)
  })
})
