import { groupBy } from '#server/engine/kernel/group-by.ts'
import { lineOf, type Part, paramOf, textOf } from './content-lines.ts'
import { dayOf, instantOfStamp, type Length, readLength, readStamp, type Stamp, zoneOf } from './stamps.ts'
import type { Zones } from './zones.ts'

export type CalendarWords = { zones: Zones; organisation: string; isCancelled: boolean }

/** A version of an event or changed occurrence. `at` is its number in the file. */
export type Version = CalendarWords & {
  at: number
  part: Part
  uid: string
  start: Stamp
  length: Length
  replaces: Stamp | null
  /** `replaces` as a day or an instant; null for the event itself. */
  occurrence: string | number | null
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
 * Keeps the latest version of each event and occurrence: highest SEQUENCE, then latest DTSTAMP. Equal ones are
 * different events unless name and start match: some programs give all events one UID.
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

function compareAge(a: Version, b: Version): number {
  const [stampA, stampB] = [textOf(a.part, 'dtstamp'), textOf(b.part, 'dtstamp')]
  return sequenceOf(a) - sequenceOf(b) || Number(stampA > stampB) - Number(stampA < stampB)
}
