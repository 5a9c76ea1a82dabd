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

/** One occurrence: the version with its texts, its start on a zone's wall clock, and its length. */
export type Occurrence = { version: Version; wall: ICAL.Time; zone: Zone; length: Length }

/** The window, the step limit, and a callback for each unreadable date. */
export type Expansion = { window: Window; steps: StepBudget; onUnreadable: (error: unknown) => void }

/** More than any zone's offset from UTC. */
const MARGIN_MS = 2 * 86_400_000
/** Maximum distance that a change "from then on" may move an event and still be found. */
const MAX_SHIFT_MS = 400 * 86_400_000
const MAX_LENGTH_MS = 3_660 * 86_400_000

export const ownOccurrence = (version: Version): Occurrence => ({
  version,
  wall: version.start.wall,
  zone: zoneOf(version.start, version.zones),
  length: version.length,
})

/**
 * Lists a series' occurrences near the window: its first day, its rules' and further dates, without excluded and
 * changed ones. A change "from then on" applies to later occurrences.
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
 * Reads a rule. Compares its end with local starts of the series; a date includes the whole day.
 * @throws Error for an invalid rule.
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
 * Reads further dates, including periods with an end. In a timed series a date begins at the series' time. Skips
 * invalid dates.
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
 * Returns a predicate for excluded occurrences: compares days if the series or exception is of whole days, else
 * instants.
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

/** Lists "from then on" changes in order: the instant, and the shift on the wall clock. */
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
