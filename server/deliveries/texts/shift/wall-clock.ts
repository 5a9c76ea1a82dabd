import dayjs from 'dayjs'
import utc from 'dayjs/plugin/utc.js'
import { Temporal } from 'temporal-polyfill'

dayjs.extend(utc)

const zoned = (instant: string, zone: string) => Temporal.Instant.from(instant).toZonedDateTimeISO(zone)

/** Formats an instant in `zone` with dayjs tokens, treating local time as UTC so that the server's zone does not matter. */
export const wallClock = (instant: string, zone: string, format: string) =>
  dayjs.utc(zoned(instant, zone).toPlainDateTime().toString({ smallestUnit: 'second' })).format(format)

export const localDate = (instant: string, zone: string) => zoned(instant, zone).toPlainDate().toString()

/** Names the zone at an instant: "GMT", "BST", "AEDT" or an offset. */
export function zoneName(instant: string, zone: string, locale: string): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: 'short' }).formatToParts(
    new Date(Date.parse(instant)),
  )
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? zone
}

/** Names the zone of a range of times: "GMT", or "GMT – BST" across a clock change. */
export function zoneNames(start: string, end: string, zone: string, locale: string): string {
  const [first, last] = [zoneName(start, zone, locale), zoneName(end, zone, locale)]
  return first === last ? first : `${first} – ${last}`
}

/** Formats a range of times: "09:00 – 13:30"; an end on another day includes its weekday. */
export function timeRange(start: string, end: string, zone: string, format: string): string {
  const overnight = localDate(start, zone) !== localDate(end, zone)
  return `${wallClock(start, zone, format)} – ${wallClock(end, zone, overnight ? `ddd D MMM ${format}` : format)}`
}
