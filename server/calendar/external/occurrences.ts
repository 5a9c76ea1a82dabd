import ICAL from 'ical.js'
import type { Window } from '../month.pure.ts'
import { type StepBudget, startsOf } from './recurrence.ts'
import {
  dayOf,
  dayOfStamp,
  instantOfStamp,
  type Length,
  lengthMs,
  lengthUntil,
  readStamp,
  readStamps,
  type Stamp,
  zoneOf,
} from './stamps.ts'
import type { Version } from './versions.ts'
import { wallAt, wallMs, type Zone, type Zones } from './zones.ts'

/** One day of an event: whose words it has, when it begins on the wall of a zone, and how long it lasts. */
export type Occurrence = { version: Version; wall: ICAL.Time; zone: Zone; length: Length }

/** About which window a calendar is expanded, with how many steps, and a callback for each date that cannot be read. */
export type Expansion = { window: Window; steps: StepBudget; onUnreadable: (error: unknown) => void }

/** The most that a zone differs from UTC, generously. */
const MARGIN_MS = 2 * 86_400_000
/** The furthest that a change "from then on" may move an event and still be looked for. */
const MAX_SHIFT_MS = 400 * 86_400_000
/** More years than an event lasts. */
const MAX_LENGTH_MS = 3_660 * 86_400_000

/** Returns an event that stands for itself. */
export const ownOccurrence = (version: Version): Occurrence => ({
  version,
  wall: version.start.wall,
  zone: zoneOf(version.start, version.zones),
  length: version.length,
})

/**
 * Lists the occurrences of a series about the window: its first day, those of its rules and its further ones, without those that
 * are left out or changed, which stand for themselves. What a change says "from then on" holds for the later ones.
 */
export function occurrencesOf(
  series: Version,
  changed: readonly Version[],
  { window, steps, onUnreadable }: Expansion,
): Occurrence[] {
  const { zones, start, part } = series
  const own = ownOccurrence(series)
  const changes = changesFromThenOn(series, changed)
  const longest = Math.max(0, ...[series, ...changed].map(({ length }) => Math.min(lengthMs(length), MAX_LENGTH_MS)))
  const furthest = Math.max(0, ...changes.map(({ shift }) => Math.min(Math.abs(shift), MAX_SHIFT_MS)))
  const wallWindow = {
    from: window.from.getTime() - longest - furthest - MARGIN_MS,
    to: window.to.getTime() + furthest + MARGIN_MS,
  }
  const ruled = part.lines
    .filter(({ name }) => name === 'rrule')
    .flatMap(({ value }) => startsOf(readRule(value, start, zones), start.wall, wallWindow, steps))
    .map((wall): Occurrence => ({ ...own, wall }))
  const isLeftOut = leftOut(series, changed)
  const seen = new Set<number>()
  return [own, ...furtherOccurrences(own, onUnreadable), ...ruled].flatMap((occurrence) => {
    if (wallMs(occurrence.wall) < wallWindow.from || wallMs(occurrence.wall) >= wallWindow.to) return []
    const instant = occurrence.zone.instantOf(occurrence.wall)
    if (seen.has(instant) || isLeftOut(occurrence, instant)) return []
    seen.add(instant)
    const change = changes.findLast(({ from }) => from <= instant)
    if (!change) return occurrence
    if (change.version.isCancelled) return []
    const { start: changedStart, length } = change.version
    const wall = wallAt(wallMs(occurrence.wall) + change.shift, changedStart.wall.isDate)
    return { version: change.version, wall, zone: zoneOf(changedStart, change.version.zones), length }
  })
}

/**
 * Reads a rule. Its end is compared with starts on the wall of the series; a day is meant as a whole.
 * @throws Error for a rule that makes no sense.
 */
function readRule(text: string, start: Stamp, zones: Zones): ICAL.Recur {
  const until = /(?:^|;)UNTIL=([^;]*)/i.exec(text)?.[1]
  const rule = ICAL.Recur.fromString(text.replace(/(^|;)UNTIL=[^;]*/i, ''))
  if (until === undefined) return rule
  const end = readStamp(until, { name: 'until', params: '', value: until })
  rule.until = start.wall.isDate
    ? wallAt(Date.parse(dayOfStamp(end, zones)), true)
    : end.isUtc
      ? zoneOf(start, zones).wallOf(wallMs(end.wall))
      : end.wall.isDate
        ? wallAt(wallMs(end.wall) + 86_399_000)
        : end.wall
  return rule
}

/**
 * Reads the further dates, which may be periods with an end of their own. A day of a series that has a time begins at that time. A date that makes
 * no sense costs only itself.
 */
function furtherOccurrences(own: Occurrence, onUnreadable: Expansion['onUnreadable']): Occurrence[] {
  const { version } = own
  const { start, zones, part } = version
  return readStamps(part, 'rdate', onUnreadable).flatMap(({ stamp, until, line }) => {
    if (start.wall.isDate) return { ...own, wall: wallAt(Date.parse(dayOfStamp(stamp, zones)), true) }
    if (stamp.wall.isDate) return { ...own, wall: onDay(stamp.wall, start.wall) }
    try {
      const length = until === undefined ? own.length : lengthUntil(until, stamp, line, zones)
      return { ...own, wall: stamp.wall, zone: zoneOf(stamp, zones), length }
    } catch (error) {
      onUnreadable(error)
      return []
    }
  })
}

const onDay = (day: ICAL.Time, { hour, minute, second }: ICAL.Time) =>
  wallAt(wallMs(day) + ((hour * 60 + minute) * 60 + second) * 1000)

/**
 * Makes a function that tells whether an occurrence is left out: by its day where the series or the exception is of whole days,
 * else by its instant.
 */
function leftOut({ part, start, zones }: Version, changed: readonly Version[]) {
  const [days, instants] = [new Set<string>(), new Set<number>()]
  const leave = (stamp: Stamp, within: Zones) => {
    if (start.wall.isDate || stamp.wall.isDate) days.add(dayOfStamp(stamp, within))
    else instants.add(instantOfStamp(stamp, within))
  }
  for (const { stamp } of readStamps(part, 'exdate')) leave(stamp, zones)
  for (const { replaces, zones: within } of changed) if (replaces) leave(replaces, within)
  return ({ wall }: Occurrence, instant: number) => days.has(dayOf(wall)) || instants.has(instant)
}

/** Lists the changes that hold from then on, in order: from which instant, and how far on the wall they move an occurrence. */
function changesFromThenOn({ start, zones }: Version, changed: readonly Version[]) {
  const zone = zoneOf(start, zones)
  const changes = changed.flatMap((version) => {
    const { replaces, isFromThenOn } = version
    if (!replaces || !isFromThenOn) return []
    const replaced = start.wall.isDate
      ? wallAt(Date.parse(dayOfStamp(replaces, version.zones)), true)
      : replaces.wall.isDate
        ? onDay(replaces.wall, start.wall)
        : zone.wallOf(instantOfStamp(replaces, version.zones))
    return { version, from: zone.instantOf(replaced), shift: wallMs(version.start.wall) - wallMs(replaced) }
  })
  return changes.sort((a, b) => a.from - b.from)
}
