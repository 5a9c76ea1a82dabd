import { cutText } from '#server/engine/kernel/cut-text.pure.ts'
import { groupBy } from '#server/engine/kernel/group-by.ts'
import { readParts, textOf } from './content-lines.ts'
import type { CalendarFrame } from './frame.ts'
import { type Expansion, type Occurrence, occurrencesOf, ownOccurrence } from './occurrences.ts'
import { createStepBudget } from './recurrence.ts'
import { endOf } from './stamps.ts'
import { latestVersions, readVersion, type Version } from './versions.ts'
import { createKnownZones, createZones, UnknownZone } from './zones.ts'

/** `at` distinguishes events of one file; instants are ISO, UTC. */
type IcalEvent = {
  at: string
  name: string
  start: string
  end: string
  all_day: boolean
  location: string | null
  organisation: string
  url: string
}

/** `unreadable` counts invalid events, `unknownZones` those in unknown zones by name. */
export type IcalFile = { events: IcalEvent[]; unreadable: number; unknownZones: ReadonlyMap<string, number> }

const MAX_CHANGED = 2_000

/**
 * Lists the events of an iCalendar file in the window. Uses the latest version of each; limits the steps of expanding
 * all recurrences.
 * @returns null when it cannot be read.
 * @param fallbackName the calendar's name when the file has none.
 */
export function eventsOfIcal(text: string, { window, zone }: CalendarFrame, fallbackName: string): IcalFile | null {
  const calendars = readParts(text)
  if (!calendars) return null
  const unknownZones = new Map<string, number>()
  let unreadable = 0
  const onUnreadable = (error: unknown) => {
    if (error instanceof UnknownZone) unknownZones.set(error.zone, (unknownZones.get(error.zone) ?? 0) + 1)
    else unreadable += 1
  }
  const attempt = <T>(read: () => T[]): T[] => {
    try {
      return read()
    } catch (error) {
      onUnreadable(error)
      return []
    }
  }
  const known = createKnownZones()
  let at = 0
  const versions = calendars.flatMap((calendar) => {
    const words = {
      zones: createZones(calendar, zone, known),
      organisation: cutText(textOf(calendar, 'x-wr-calname') || textOf(calendar, 'name'), 200) || fallbackName,
      isCancelled: textOf(calendar, 'method').trim().toUpperCase() === 'CANCEL',
    }
    return calendar.parts
      .filter(({ name }) => name === 'vevent')
      .flatMap((part) => attempt(() => [readVersion(part, at++, words)]))
  })
  const steps = createStepBudget()
  const events = [...groupBy(latestVersions(versions), ({ uid }) => uid).values()].flatMap((ofOneEvent) =>
    attempt(() => occurrencesIn(ofOneEvent, { window, steps, onUnreadable }).map(toEvent)),
  )
  return { events, unreadable, unknownZones }
}

function occurrencesIn(versions: readonly Version[], expansion: Expansion): Occurrence[] {
  const isLive = ({ isCancelled }: Version) => !isCancelled
  const changed = versions.filter(({ replaces }) => replaces).slice(0, MAX_CHANGED)
  const series = versions.filter(({ replaces }) => !replaces).filter(isLive)
  return [
    // Changes belong to the first of several events with one UID.
    ...series.flatMap((version, nth) => occurrencesOf(version, nth ? [] : changed, expansion)),
    ...changed.filter(isLive).map(ownOccurrence),
  ]
}

function toEvent({ version, wall, zone, length }: Occurrence, nth: number): IcalEvent {
  const start = zone.instantOf(wall)
  const textIn = (name: string, max: number) => cutText(textOf(version.part, name), max)
  return {
    at: `${version.at}#${nth}`,
    name: textIn('summary', 1000),
    location: textIn('location', 500) || null,
    url: textIn('url', 2000),
    organisation: version.organisation,
    start: new Date(start).toISOString(),
    end: new Date(endOf(start, wall, zone, length)).toISOString(),
    all_day: wall.isDate,
  }
}
