import ICAL from 'ical.js'
import type { Window } from '../month/rules.ts'

/** Days, months, years and times that are looked at to find what repeats: for one event, and for all of a calendar. */
const MOST_STEPS = 30_000
const MOST_STEPS_OF_ALL = 60_000
/** So many starts of one event are found. */
const MOST_STARTS = 500
/** A day, and the most that a zone is away from UTC. */
const MARGIN_MS = 2 * 86_400_000

class NoSteps extends Error {}

/** Counts the work of a calendar. `of` begins a rule. */
export type Steps = { of(): { take: Take } }
type Take = (steps?: number) => void

export function createSteps(all = MOST_STEPS_OF_ALL): Steps {
  let left = all
  return {
    of: () => {
      let own = MOST_STEPS
      const take: Take = (steps = 1) => {
        own -= steps
        left -= Math.min(steps, MOST_STEPS)
        if (own < 0 || left < 0) throw new NoSteps()
      }
      return { take }
    },
  }
}

type Given = {
  instant: (time: ICAL.Time) => number
  steps: Steps
  window: Window
  /** Starts that are events of their own. */
  moved: readonly ICAL.Time[]
}

/**
 * The starts of an event within the window (milliseconds since the epoch, in order): its first one, those of its rules and
 * its further dates, without those that it leaves out. Rules are followed by the day at the finest. What needs too many
 * steps ends where they end.
 */
export function startsWithin(
  part: ICAL.Component,
  first: ICAL.Time,
  { instant, steps, window, moved }: Given,
): number[] {
  const found = new Set<number>()
  const add = (time: ICAL.Time) => {
    if (outside(time, window)) return
    const start = instant(time)
    if (start >= window.from.getTime() && start < window.to.getTime() && found.size < MOST_STARTS) found.add(start)
  }
  add(first)
  for (const time of timesIn(part, 'rdate')) add(time)
  for (const property of part.getAllProperties('rrule')) {
    const rule = property.getFirstValue()
    if (rule instanceof ICAL.Recur && byTheDay(rule)) follow(rule, first, { add, window, take: steps.of().take, found })
  }
  for (const time of [...timesIn(part, 'exdate'), ...moved]) if (!outside(time, window)) found.delete(instant(time))
  return [...found].sort((a, b) => a - b)
}

type Following = { add: (time: ICAL.Time) => void; window: Window; take: Take; found: ReadonlySet<number> }

function follow(rule: ICAL.Recur, dtstart: ICAL.Time, { add, window, take, found }: Following): void {
  try {
    const iterator = new (counted(take))({ rule, dtstart: forwarded(rule, dtstart, window) })
    while (found.size < MOST_STARTS) {
      take()
      const next = iterator.next()
      if (!next || wallMs(next) >= window.to.getTime() + MARGIN_MS) return
      add(next)
    }
  } catch (error) {
    if (!(error instanceof NoSteps)) throw error
  }
}

/**
 * A start of the same rule shortly before the window, so that not every day since the first one is looked at. Where
 * occurrences are counted each has to be.
 */
function forwarded({ freq, interval, count }: ICAL.Recur, dtstart: ICAL.Time, { from }: Window): ICAL.Time {
  const days = { DAILY: interval, WEEKLY: 7 * interval }[freq as string]
  const ahead = Math.floor((from.getTime() - MARGIN_MS - wallMs(dtstart)) / 86_400_000)
  if (!days || count || ahead < 2 * days) return dtstart
  const later = dtstart.clone()
  later.adjust((Math.floor(ahead / days) - 1) * days, 0, 0, 0)
  return later
}

/** The library looks for the next time without an end where there is none, and day by day: here each look is counted. */
const counted = (take: Take) =>
  class extends ICAL.RecurIterator {
    override increment_monthday(days: number): void {
      take(days)
      super.increment_monthday(days)
    }
    override increment_month(): void {
      take()
      super.increment_month()
    }
    override increment_year(years: number): void {
      take()
      super.increment_year(years)
    }
  }

const FINE = ['HOURLY', 'MINUTELY', 'SECONDLY']

const byTheDay = ({ freq, parts }: ICAL.Recur): boolean =>
  !FINE.includes(freq) &&
  ['BYHOUR', 'BYMINUTE', 'BYSECOND'].every((name) => ((parts as Record<string, unknown[]>)[name]?.length ?? 0) <= 1)

const MOST_DATES = 5_000

function timesIn(part: ICAL.Component, name: string): ICAL.Time[] {
  const values = part.getAllProperties(name).flatMap((property) => property.getValues() as unknown[])
  const times = values.map((value) => (value instanceof ICAL.Period ? value.start : value))
  return times.filter((time): time is ICAL.Time => time instanceof ICAL.Time).slice(0, MOST_DATES)
}

/** Cheap: by the calendar alone, without the zone. */
const outside = (time: ICAL.Time, { from, to }: Window): boolean => {
  const wall = wallMs(time)
  return wall < from.getTime() - MARGIN_MS || wall >= to.getTime() + MARGIN_MS
}

const wallMs = ({ year, month, day, hour, minute }: ICAL.Time) => Date.UTC(year, month - 1, day, hour, minute)
