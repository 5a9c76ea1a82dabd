import ICAL from 'ical.js'
import { Temporal } from 'temporal-polyfill'
import { cutText } from '#server/engine/kernel/cut-text/rules.ts'
import type { CalendarFrame } from './frame.ts'
import { createStepBudget, type StepBudget, startsWithin } from './recurrence.ts'

/** An event of an iCalendar file within the window. `at` distinguishes it from others of the file; instants are ISO, UTC. */
type IcalEvent = {
  at: string
  name: string
  start: string
  end: string
  location: string | null
  organisation: string
  url: string
}

/** More definitions of summer and winter time than any calendar has. */
const MAX_ZONE_PARTS = 500
const MAX_MOVED = 2_000

/**
 * Lists the events of an iCalendar file within the window. Invalid events are left out; repetitions are expanded with a
 * limited number of steps for the whole file.
 * @returns null when it cannot be read.
 * @param fallbackName the calendar's name when the file has none.
 */
export function eventsOfIcal(text: string, frame: CalendarFrame, fallbackName: string): IcalEvent[] | null {
  let root: ICAL.Component
  try {
    root = new ICAL.Component(ICAL.parse(text.replace(/^\uFEFF/, '')) as unknown[])
  } catch {
    return null
  }
  dropUnusableZones(root)
  const organisation = cutText(String(root.getFirstPropertyValue('x-wr-calname') ?? ''), 200) || fallbackName
  const parts = root.getAllSubcomponents('vevent')
  const moved = movedStarts(parts)
  const steps = createStepBudget()
  return parts.flatMap((part, at) => {
    try {
      const instant = instantIn(zoneOf(part, frame.zone))
      const uid = String(part.getFirstPropertyValue('uid') ?? at)
      const times = timesOf(part, { frame, instant, steps, moved: moved.get(uid) ?? [] })
      const words = textsOf(part, organisation)
      return times.map(([start, end], nth) => ({ ...words, at: `${at}#${nth}`, start, end }))
    } catch {
      return []
    }
  })
}

/**
 * Removes zones that the library cannot use. It looks zones up in the file itself, so that none outlives it. A zone without a
 * name would break every other look-up, and a zone whose clocks change more often than a few times a year takes too long.
 */
function dropUnusableZones(root: ICAL.Component): void {
  let parts = 0
  for (const zone of [...root.getAllSubcomponents('vtimezone')]) {
    const components = [...zone.getAllSubcomponents()]
    parts += components.length
    if (!zone.getFirstPropertyValue('tzid') || parts > MAX_ZONE_PARTS) {
      root.removeSubcomponent(zone)
      continue
    }
    for (const part of components) if (part.getAllProperties('rrule').some(isNotYearly)) zone.removeSubcomponent(part)
  }
}

function isNotYearly(property: ICAL.Property): boolean {
  const rule = property.getFirstValue()
  if (!(rule instanceof ICAL.Recur) || rule.freq !== 'YEARLY') return true
  return ['BYHOUR', 'BYMINUTE', 'BYSECOND', 'BYYEARDAY', 'BYWEEKNO'].some((part) => part in rule.parts)
}

function textsOf(part: ICAL.Component, organisation: string) {
  const textOf = (name: string, max: number) => cutText(String(part.getFirstPropertyValue(name) ?? ''), max)
  return {
    name: textOf('summary', 1000),
    location: textOf('location', 500) || null,
    organisation,
    url: textOf('url', 2000),
  }
}

/** Collects the changed occurrences, which are events of their own, by the event that they belong to. */
function movedStarts(parts: readonly ICAL.Component[]): Map<string, ICAL.Time[]> {
  const moved = new Map<string, ICAL.Time[]>()
  for (const part of parts) {
    const start = part.getFirstPropertyValue('recurrence-id')
    const uid = String(part.getFirstPropertyValue('uid') ?? '')
    if (!(start instanceof ICAL.Time)) continue
    const starts = moved.get(uid) ?? []
    if (starts.length < MAX_MOVED) starts.push(start)
    moved.set(uid, starts)
  }
  return moved
}

type TimesInput = {
  frame: CalendarFrame
  instant: (time: ICAL.Time) => number
  steps: StepBudget
  moved: readonly ICAL.Time[]
}

/** Lists starts and ends within the window. Cancelled occurrences are left out; a changed one is an event of its own. */
function timesOf(part: ICAL.Component, { frame, instant, steps, moved }: TimesInput): [start: string, end: string][] {
  if (String(part.getFirstPropertyValue('status') ?? '').toUpperCase() === 'CANCELLED') return []
  const event = new ICAL.Event(part, { exceptions: [], strictExceptions: false })
  const first = event.startDate
  const length = instant(event.endDate ?? first) - instant(first)
  const from = new Date(frame.window.from.getTime() - Math.max(0, length))
  const starts = event.isRecurrenceException()
    ? [instant(first)]
    : startsWithin(part, first, { instant, steps, window: { from, to: frame.window.to }, moved })
  return starts.map((start) => [new Date(start).toISOString(), new Date(start + length).toISOString()])
}

/** Resolves a zone that the file names but does not define by its name. */
function zoneOf(part: ICAL.Component, fallback: string): string {
  const named = part.getFirstProperty('dtstart')?.getParameter('tzid')
  try {
    return named ? Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(String(named)).timeZoneId : fallback
  } catch {
    return fallback
  }
}

/** Converts to milliseconds since the epoch. A date or floating time is in `zone`, never in that of this machine. */
const instantIn = (zone: string) => (time: ICAL.Time) => {
  if (!time.isDate && time.zone && time.zone !== ICAL.Timezone.localTimezone) return time.toUnixTime() * 1000
  const { year, month, day, hour, minute, second } = time
  const wall = Temporal.PlainDateTime.from({ year, month, day, ...(time.isDate ? {} : { hour, minute, second }) })
  return wall.toZonedDateTime(zone).epochMilliseconds
}
