import { Temporal } from 'temporal-polyfill'

type Span = { start: Date | string; end: Date | string }

/**
 * Writes times of a calendar file as the site's local times with the zone's definition for the given spans, so that
 * programs show the site's zone instead of UTC.
 * @returns `timezone` for the calendar, `timesOf` for each of its events.
 */
export function siteTimes(zone: string, spans: readonly Span[]) {
  const zoned = (instant: Date | string) =>
    Temporal.Instant.fromEpochMilliseconds(new Date(instant).getTime()).toZonedDateTimeISO(zone)
  const instants = spans.flatMap(({ start, end }) => [new Date(start).getTime(), new Date(end).getTime()])
  return {
    timezone: {
      // No zone on the calendar itself: its stamps stay in UTC, as RFC 5545 demands.
      name: null,
      generator: () => definitionOf(zone, Math.min(...instants), Math.max(...instants)),
    },
    timesOf: ({ start, end }: Span) => ({ start: zoned(start), end: zoned(end), timezone: zone }),
  }
}

/** Defines a zone as this machine knows it, between two instants (milliseconds since the epoch). */
export function definitionOf(zone: string, from: number, to: number): string {
  const onsets: Temporal.ZonedDateTime[] = []
  const begun = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(zone)
  let onset: Temporal.ZonedDateTime | null =
    begun.add({ nanoseconds: 1 }).getTimeZoneTransition('previous') ?? begun.subtract({ years: 1 })
  while (onset && onset.epochMilliseconds <= to) {
    onsets.push(onset)
    onset = onset.getTimeZoneTransition('next')
  }
  return ['BEGIN:VTIMEZONE', `TZID:${zone}`, ...onsets.flatMap(clockFrom), 'END:VTIMEZONE'].join('\r\n')
}

function clockFrom(onset: Temporal.ZonedDateTime): string[] {
  const before = onset.subtract({ nanoseconds: 1 })
  const half = onset.add({ months: 6 })
  const name =
    onset.offsetNanoseconds > Math.min(half.offsetNanoseconds, before.offsetNanoseconds) ? 'DAYLIGHT' : 'STANDARD'
  // An onset is written on the clock that ends with it.
  const wall = onset.toInstant().toZonedDateTimeISO(before.offset).toPlainDateTime()
  return [
    `BEGIN:${name}`,
    `DTSTART:${wall.toString({ smallestUnit: 'second' }).replace(/[-:]/g, '')}`,
    `TZOFFSETFROM:${before.offset.replaceAll(':', '')}`,
    `TZOFFSETTO:${onset.offset.replaceAll(':', '')}`,
    `END:${name}`,
  ]
}
