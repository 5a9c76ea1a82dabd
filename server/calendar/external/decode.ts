import ICAL from 'ical.js'
import { Temporal } from 'temporal-polyfill'
import * as z from 'zod'
import type { Window } from '../month/rules.ts'
import type { ExternalEvent } from './contract.ts'
import { hostOf } from './rules.ts'

/** So many events of one calendar are shown in one window, and so many steps are taken through what repeats. */
const MOST_EVENTS = 500
const MOST_STEPS = 5_000

/** A calendar that is neither of the two forms. */
export class UnreadableCalendar extends Error {}

const optional = <T extends z.ZodType>(schema: T) => schema.nullish().catch(null)
const instant = z.string().refine((text) => !Number.isNaN(Date.parse(text)))
const webAddress = z
  .string()
  .max(2000)
  .regex(/^https?:\/\//i)

const jsonEvent = z.object({
  id: z.union([z.number(), z.string()]).optional(),
  name: z.string().max(1000).catch(''),
  start: instant,
  end: instant.nullish(),
  location: optional(z.union([z.string().max(500), z.object({ name: z.string().max(500) })])),
  color: optional(z.string().regex(/^#[0-9a-f]{6}$/i)),
  organisation: optional(z.string().max(200)),
  event_url: optional(webAddress),
})
const jsonCalendar = z.union([
  z
    .object({ results: z.object({ events: z.record(z.string(), z.unknown()) }) })
    .transform((shape) => Object.values(shape.results.events)),
  z.array(z.unknown()),
])

/** `zone` is where times without a zone are meant. */
type Frame = { window: Window; zone: string }

/**
 * Reads another club's calendar: the answer of `GET events/public`, or iCalendar, where what repeats is unrolled within
 * the window. Events that make no sense are left out.
 * @throws UnreadableCalendar when it is neither.
 */
export function decodeCalendar(
  address: string,
  { type, text }: { type: string; text: string },
  { window, zone }: Frame,
): ExternalEvent[] {
  const found =
    /^\uFEFF?\s*BEGIN:VCALENDAR/i.test(text) || type.includes('text/calendar')
      ? fromIcal(address, text, { window, zone })
      : fromJson(address, text)
  const [from, to] = [window.from.toISOString(), window.to.toISOString()]
  return found
    .filter((event) => event.start < to && (event.end > from || event.start >= from))
    .sort((a, b) => (a.start < b.start ? -1 : 1))
    .slice(0, MOST_EVENTS)
}

function fromJson(address: string, text: string): ExternalEvent[] {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    throw new UnreadableCalendar()
  }
  const events = jsonCalendar.safeParse(parsed)
  if (!events.success) throw new UnreadableCalendar()
  return events.data.flatMap((raw, at) => {
    const { success, data } = jsonEvent.safeParse(raw)
    if (!success) return []
    const start = isoOf(data.start)
    const end = data.end ? isoOf(data.end) : start
    return {
      key: `${address}#${data.id ?? at}`,
      name: data.name,
      start,
      end: later(start, end),
      location: typeof data.location === 'object' ? (data.location?.name ?? null) : (data.location ?? null),
      color: data.color ?? null,
      organisation: data.organisation || hostOf(address),
      event_url: data.event_url ?? null,
    }
  })
}

/** The later of two instants in one notation. */
const later = (a: string, b: string) => (Date.parse(a) > Date.parse(b) ? a : b)

const isoOf = (text: string) => new Date(Date.parse(text)).toISOString()

function fromIcal(address: string, text: string, frame: Frame): ExternalEvent[] {
  let root: ICAL.Component
  try {
    root = new ICAL.Component(ICAL.parse(text.replace(/^\uFEFF/, '')) as unknown[])
  } catch {
    throw new UnreadableCalendar()
  }
  for (const zone of root.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone)
  try {
    const organisation = String(root.getFirstPropertyValue('x-wr-calname') ?? '').slice(0, 200) || hostOf(address)
    return root.getAllSubcomponents('vevent').flatMap((part, at) => {
      try {
        return unroll(new ICAL.Event(part), frame).map(([start, end], nth) => ({
          ...wordsIn(part, organisation),
          key: `${address}#${part.getFirstPropertyValue('uid') ?? at}#${at}#${nth}`,
          start,
          end: later(start, end),
        }))
      } catch {
        return []
      }
    })
  } finally {
    ICAL.TimezoneService.reset()
  }
}

function wordsIn(part: ICAL.Component, organisation: string) {
  const word = (name: string, most: number) => String(part.getFirstPropertyValue(name) ?? '').slice(0, most)
  const url = webAddress.safeParse(word('url', 2000))
  return {
    name: word('summary', 1000),
    location: word('location', 500) || null,
    color: null,
    organisation,
    event_url: url.success ? url.data : null,
  }
}

/** Starts and ends within the window. Cancelled ones are none; a changed occurrence comes as an event of its own. */
function unroll(event: ICAL.Event, { window, zone }: Frame): [start: string, end: string][] {
  if (String(event.component.getFirstPropertyValue('status') ?? '').toUpperCase() === 'CANCELLED') return []
  const instant = instantIn(zoneOf(event.component, zone))
  const [first, last] = [instant(event.startDate), instant(event.endDate ?? event.startDate)]
  const iso = (start: number, end: number): [string, string] => [
    new Date(start).toISOString(),
    new Date(end).toISOString(),
  ]
  if (!event.isRecurring()) return [iso(first, last)]
  const times: [string, string][] = []
  const steps = event.iterator()
  for (let step = 0; step < MOST_STEPS && times.length < MOST_EVENTS; step++) {
    const next = steps.next()
    if (!next) break
    const start = instant(next)
    if (start >= window.to.getTime()) break
    if (start + last - first >= window.from.getTime()) times.push(iso(start, start + last - first))
  }
  return times
}

/** A named zone that the file does not describe is taken by its name. */
function zoneOf(part: ICAL.Component, fallback: string): string {
  const named = part.getFirstProperty('dtstart')?.getParameter('tzid')
  try {
    return named ? Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(String(named)).timeZoneId : fallback
  } catch {
    return fallback
  }
}

/** Milliseconds since the epoch. A date, or a time that floats, is meant in `zone`, never in that of this machine. */
const instantIn = (zone: string) => (time: ICAL.Time) => {
  if (!time.isDate && time.zone && time.zone !== ICAL.Timezone.localTimezone) return time.toUnixTime() * 1000
  const { year, month, day, hour, minute, second } = time
  const wall = Temporal.PlainDateTime.from({ year, month, day, ...(time.isDate ? {} : { hour, minute, second }) })
  return wall.toZonedDateTime(zone).epochMilliseconds
}
