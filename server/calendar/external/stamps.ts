import ICAL from 'ical.js'
import { cutText } from '#server/engine/kernel/cut-text.pure.ts'
import { type Line, lineOf, type Part, paramOf } from './content-lines.ts'
import { wallAt, wallMs, type Zone, type Zones } from './zones.ts'

/** A date or time as written. A date has no zone: it is the site's day. */
export type Stamp = { wall: ICAL.Time; isUtc: boolean; tzid: string | null }

const STAMP = /^(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d):?(\d\d)(?::?(\d\d))?(Z)?)?$/i

/** Goes by the form, whatever type the line names. @throws RangeError for one that does not exist. */
export function readStamp(text: string, line: Line): Stamp {
  const found = STAMP.exec(cutText(text.trim(), 40))
  if (!found) throw new RangeError('Not a date.')
  const [year, month, day, hour = 0, minute = 0, second = 0] = found.slice(1, 7).map((part) => Number(part ?? 0))
  const fields = { year: year!, month: month!, day: day!, hour, minute, second: Math.min(59, second) }
  const wall = ICAL.Time.fromData({ ...fields, isDate: found[4] === undefined })
  const real = wallAt(wallMs(wall))
  if (real.year !== year || real.month !== month || real.day !== day || real.hour !== hour || real.minute !== minute)
    throw new RangeError('No such day or time.')
  return { wall, isUtc: found[7] !== undefined, tzid: paramOf(line, 'TZID') }
}

const MAX_STAMPS = 5_000

/** Skips invalid dates and times. @param onUnreadable called with the error of each. */
export function readStamps(
  part: Part,
  name: string,
  onUnreadable: (error: unknown) => void = () => {},
): { stamp: Stamp; until: string | undefined; line: Line }[] {
  const texts = part.lines
    .filter((line) => line.name === name)
    .flatMap((line) => line.value.split(',', MAX_STAMPS).map((text) => ({ text, line })))
  return texts.slice(0, MAX_STAMPS).flatMap(({ text, line }) => {
    const [start = '', until] = text.split('/')
    try {
      return { stamp: readStamp(start, line), until, line }
    } catch (error) {
      onUnreadable(error)
      return []
    }
  })
}

export const zoneOf = ({ wall, isUtc, tzid }: Stamp, { site, utc, named }: Zones): Zone =>
  wall.isDate ? site : isUtc ? utc : named(tzid)

export const instantOfStamp = (stamp: Stamp, zones: Zones): number => zoneOf(stamp, zones).instantOf(stamp.wall)

/** Returns the day in a whole-day series: as written, unless it is another zone's midnight in UTC. */
export function dayOfStamp(stamp: Stamp, zones: Zones): string {
  const { wall, isUtc } = stamp
  const isElsewhere = isUtc && !wall.isDate && wall.hour + wall.minute > 0
  return dayOf(isElsewhere ? zones.named(null).wallOf(instantOfStamp(stamp, zones)) : wall)
}

export const dayOf = (wall: ICAL.Time): string => new Date(wallMs(wall)).toISOString().slice(0, 10)

const DAY_MS = 86_400_000

/** Calendar days, then milliseconds. */
export type Length = { days: number; ms: number }

export const lengthMs = ({ days, ms }: Length): number => days * DAY_MS + ms

/** Returns the end as an instant. @param start the instant of `wall`. */
export const endOf = (start: number, wall: ICAL.Time, zone: Zone, { days, ms }: Length): number =>
  (days ? zone.instantOf(wallAt(wallMs(wall) + days * DAY_MS)) : start) + ms

/**
 * An end is a fixed distance from the start, whole days are days (at least one), and a duration's days are calendar
 * days.
 */
export function readLength(part: Part, start: Stamp, zones: Zones): Length {
  const end = lineOf(part, 'dtend')
  if (end) return lengthUntil(end.value, start, end, zones)
  const duration = lineOf(part, 'duration')
  return duration ? lengthUntil(duration.value, start, duration, zones) : lengthOf(0, start)
}

/** @param text an end, or a duration. */
export function lengthUntil(text: string, start: Stamp, line: Line, zones: Zones): Length {
  if (/^\s*[+-]?P/i.test(text)) {
    const { isNegative, weeks, days, hours, minutes, seconds } = ICAL.Duration.fromString(text.trim().toUpperCase())
    if (isNegative) return lengthOf(0, start)
    const ms = ((hours * 60 + minutes) * 60 + seconds) * 1000
    return start.wall.isDate ? lengthOf((weeks * 7 + days) * DAY_MS + ms, start) : { days: weeks * 7 + days, ms }
  }
  const end = readStamp(text, line)
  if (!start.wall.isDate) return lengthOf(instantOfStamp(end, zones) - instantOfStamp(start, zones), start)
  return lengthOf(Date.parse(dayOfStamp(end, zones)) - Date.parse(dayOf(start.wall)), start)
}

const lengthOf = (ms: number, { wall }: Stamp): Length =>
  wall.isDate ? { days: Math.max(1, Math.ceil(ms / DAY_MS)), ms: 0 } : { days: 0, ms: Math.max(0, ms) }
