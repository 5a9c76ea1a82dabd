import { groupBy } from '#server/engine/kernel/group-by.ts'
import { lineOf, type Part, paramOf, textOf } from './content-lines.ts'
import { dayOf, instantOfStamp, type Length, readLength, readStamp, type Stamp, zoneOf } from './stamps.ts'
import type { Zones } from './zones.ts'

/** What a calendar says of all its events. */
export type CalendarWords = { zones: Zones; organisation: string; isCancelled: boolean }

/** One version of an event, or of a changed occurrence of it. `at` is its number in the file. */
export type Version = CalendarWords & {
  at: number
  part: Part
  uid: string
  start: Stamp
  length: Length
  /** The occurrence that it replaces; null for the event itself. */
  replaces: Stamp | null
  /** The same as a day or an instant. */
  occurrence: string | number | null
  /** Whether it replaces the later occurrences too. */
  isFromThenOn: boolean
}

/** @throws RangeError for an event without a start, or with a time that does not exist; UnknownZone. */
export function readVersion(part: Part, at: number, calendar: CalendarWords): Version {
  const { zones } = calendar
  const dtstart = lineOf(part, 'dtstart')
  if (!dtstart) throw new RangeError('No start.')
  const start = readStamp(dtstart.value, dtstart)
  zoneOf(start, zones)
  const recurrence = lineOf(part, 'recurrence-id')
  const replaces = recurrence ? readStamp(recurrence.value, recurrence) : null
  return {
    ...calendar,
    at,
    part,
    start,
    uid: textOf(part, 'uid') || `#${at}`,
    length: readLength(part, start, zones),
    replaces,
    occurrence: replaces && (replaces.wall.isDate ? dayOf(replaces.wall) : instantOfStamp(replaces, zones)),
    isFromThenOn: recurrence ? paramOf(recurrence, 'RANGE')?.toUpperCase() === 'THISANDFUTURE' : false,
    isCancelled: calendar.isCancelled || textOf(part, 'status').trim().toUpperCase() === 'CANCELLED',
  }
}

/**
 * Keeps the latest version of each event and occurrence: that of the highest SEQUENCE, then of the latest DTSTAMP. Where neither
 * tells them apart they are different events, unless name and start are the same: some programs give all their
 * events one UID.
 */
export function latestVersions(versions: readonly Version[]): Version[] {
  const keyOf = ({ uid, occurrence }: Version) => JSON.stringify([uid, occurrence])
  return [...groupBy(versions, keyOf).values()].flatMap((group) => {
    const newest = group.reduce((best, version) => (compareAge(version, best) > 0 ? version : best))
    const equal = group.filter((version) => compareAge(version, newest) === 0)
    return [...new Map(equal.map((version) => [identityOf(version), version])).values()]
  })
}

const identityOf = ({ part }: Version) => JSON.stringify([textOf(part, 'summary'), lineOf(part, 'dtstart')?.value])

const sequenceOf = ({ part }: Version) => Number.parseInt(textOf(part, 'sequence'), 10) || 0

/** Compares two versions, the newer of which is greater. */
function compareAge(a: Version, b: Version): number {
  const [stampA, stampB] = [textOf(a.part, 'dtstamp'), textOf(b.part, 'dtstamp')]
  return sequenceOf(a) - sequenceOf(b) || Number(stampA > stampB) - Number(stampA < stampB)
}
