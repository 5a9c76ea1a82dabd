import * as z from 'zod'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'
import { hostOf } from '#server/organisation/calendar-addresses.pure.ts'
import type { DecodedCalendar } from './contract.ts'
import type { CalendarFrame } from './frame.ts'
import { eventsOfIcal } from './ical.ts'

const MAX_EVENTS = 500

export class UnreadableCalendar extends Error {}

const optional = <T extends z.ZodType>(schema: T) => schema.nullish().catch(null)
const instant = boundedText({ max: 100 }).refine((text) => !Number.isNaN(Date.parse(text)))
const webAddress = boundedText({ max: 2000 }).regex(/^https?:\/\//i)

const jsonEvent = z.object({
  id: z.union([z.number(), boundedText({ max: 200 })]).optional(),
  name: boundedText({ max: 1000 }).catch(''),
  start: instant,
  end: instant.nullish(),
  location: optional(z.union([boundedText({ max: 500 }), z.object({ name: boundedText({ max: 500 }) })])),
  color: optional(boundedText({ max: 7 }).regex(/^#[0-9a-f]{6}$/i)),
  organisation: optional(boundedText({ max: 200 })),
  event_url: optional(webAddress),
})
const jsonCalendar = z.union([
  z
    .object({ results: z.object({ events: z.record(z.string(), z.unknown()) }) })
    .transform((shape) => Object.values(shape.results.events)),
  z.array(z.unknown()),
])

/**
 * Decodes another club's calendar: the response of `GET events/public`, or iCalendar, with recurrences expanded within
 * the window. Skips and counts invalid events. Runs only in the parsing threads.
 * @throws UnreadableCalendar for any other format.
 */
export function decodeCalendar(
  address: string,
  { type, text }: { type: string; text: string },
  { window, zone }: CalendarFrame,
): DecodedCalendar {
  const { events, problem } =
    /^\uFEFF?[ \t]{0,8}BEGIN:VCALENDAR[ \t]{0,8}$/im.test(text) || type.includes('text/calendar')
      ? fromIcal(address, text, { window, zone })
      : fromJson(address, text)
  const [from, to] = [window.from.toISOString(), window.to.toISOString()]
  const shown = events
    .filter((event) => event.start < to && (event.end > from || event.start >= from))
    .sort((a, b) => (a.start < b.start ? -1 : 1))
    .slice(0, MAX_EVENTS)
  return { events: shown, problem }
}

const UNREADABLE = {
  one: 'event couldn’t be read and was left out.',
  other: 'events couldn’t be read and were left out.',
}

function describeLeftOut(unreadable: number, unknownZones: ReadonlyMap<string, number>): string | null {
  const sentences = [...unknownZones]
    .slice(0, 3)
    .map(
      ([name, count]) =>
        `${count === 1 ? '1 event is' : `${count} events are`} left out, because the time zone “${name}” isn’t known.`,
    )
  if (unreadable) sentences.push(`${unreadable} ${unreadable === 1 ? UNREADABLE.one : UNREADABLE.other}`)
  return sentences.join(' ') || null
}

function fromJson(address: string, text: string): DecodedCalendar {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    throw new UnreadableCalendar()
  }
  const events = jsonCalendar.safeParse(parsed)
  if (!events.success) throw new UnreadableCalendar()
  let unreadable = 0
  const read = events.data.flatMap((raw, at) => {
    const { success, data } = jsonEvent.safeParse(raw)
    if (!success) {
      unreadable += 1
      return []
    }
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
      all_day: false,
    }
  })
  return { events: read, problem: describeLeftOut(unreadable, new Map()) }
}

const later = (a: string, b: string) => (Date.parse(a) > Date.parse(b) ? a : b)

const isoOf = (text: string) => new Date(Date.parse(text)).toISOString()

function fromIcal(address: string, text: string, frame: CalendarFrame): DecodedCalendar {
  const file = eventsOfIcal(text, frame, hostOf(address))
  if (!file) throw new UnreadableCalendar()
  const events = file.events.map(({ at, url, ...event }) => {
    const known = webAddress.safeParse(url)
    return {
      ...event,
      key: `${address}#${at}`,
      end: later(event.start, event.end),
      color: null,
      event_url: known.success ? known.data : null,
    }
  })
  return { events, problem: describeLeftOut(file.unreadable, file.unknownZones) }
}
