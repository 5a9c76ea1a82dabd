import dayjs from 'dayjs'
import utc from 'dayjs/plugin/utc.js'
import { Temporal } from 'temporal-polyfill'
import { formatsOf } from '#server/engine/access/actor.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { shortDateFormat } from '#server/engine/kernel/days/short-date.pure.ts'

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

/** How a reader sees times: their formats, on the site's clock. */
export type Clock = { zone: string; now: Date; dateFormat: string; timeFormat: string }

/** The clock of a reader without formats of their own. */
export const usualClock = (zone: string, now: Date): Clock => ({ zone, now, ...formatsOf({}) })

/** The clock of the caller; a program gets the usual formats. */
export const callersClock = ({ actor, site, clock }: Pick<Ctx, 'actor' | 'site' | 'clock'>): Clock => ({
  ...usualClock(site.timezone, clock.now()),
  ...(actor.kind === 'person' && formatsOf(actor.person.settings)),
})

/** Formats the day of an instant in the reader's short form: "Sat 28 Nov". */
export const shortDate = (instant: string, { zone, now, dateFormat }: Clock): string =>
  wallClock(instant, zone, shortDateFormat(dateFormat, localDate(instant, zone), localDate(now.toISOString(), zone)))

/** Like `shortDate`, of a calendar day: "Fri 9 Jul". */
export const shortDay = (day: string, { zone, now, dateFormat }: Clock): string =>
  dayjs.utc(day).format(shortDateFormat(dateFormat, day, localDate(now.toISOString(), zone)))

/** "Sat 28 Nov, 6:55 am". */
export const shortTime = (instant: string, clock: Clock): string =>
  `${shortDate(instant, clock)}, ${wallClock(instant, clock.zone, clock.timeFormat)}`

/** Formats a range of times: "09:00 – 13:30"; an end on another day includes its day. */
export function timeRange(start: string, end: string, clock: Clock): string {
  const [from, to] = [start, end].map((instant) => wallClock(instant, clock.zone, clock.timeFormat))
  const overnight = localDate(start, clock.zone) !== localDate(end, clock.zone)
  return `${from} – ${overnight ? `${shortDate(end, clock)} ${to}` : to}`
}
