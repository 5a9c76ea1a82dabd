import ICAL from 'ical.js'
import type { Window } from '../month/rules.ts'

/** The most days, months, years and times that are examined for repetitions: for one event, and for a whole calendar. */
const MAX_STEPS = 30_000
const MAX_STEPS_TOTAL = 60_000
/** The most starts of one event. */
const MAX_STARTS = 500
/** One day, the most that a zone differs from UTC. */
const MARGIN_MS = 2 * 86_400_000

class StepLimitError extends Error {}

/** Counts the work of expanding a calendar. `startRule` begins a rule. */
export type StepBudget = { startRule(): { take: Take } }
type Take = (steps?: number) => void

export function createStepBudget(all = MAX_STEPS_TOTAL): StepBudget {
  let left = all
  return {
    startRule: () => {
      let ruleLeft = MAX_STEPS
      const take: Take = (steps = 1) => {
        ruleLeft -= steps
        left -= Math.min(steps, MAX_STEPS)
        if (ruleLeft < 0 || left < 0) throw new StepLimitError()
      }
      return { take }
    },
  }
}

type StartsInput = {
  instant: (time: ICAL.Time) => number
  steps: StepBudget
  window: Window
  /** Starts that are events of their own. */
  moved: readonly ICAL.Time[]
}

/**
 * Lists the starts of an event within the window (milliseconds since the epoch, in order): its first one, those of its rules
 * and its additional dates, without its exceptions. Rules are expanded by days at the finest. A rule that takes too many
 * steps ends early.
 */
export function startsWithin(
  part: ICAL.Component,
  first: ICAL.Time,
  { instant, steps, window, moved }: StartsInput,
): number[] {
  const starts = new Set<number>()
  const add = (time: ICAL.Time) => {
    if (isOutside(time, window)) return
    const start = instant(time)
    if (start >= window.from.getTime() && start < window.to.getTime() && starts.size < MAX_STARTS) starts.add(start)
  }
  add(first)
  for (const time of timesIn(part, 'rdate')) add(time)
  for (const property of part.getAllProperties('rrule')) {
    const rule = property.getFirstValue()
    if (rule instanceof ICAL.Recur && isDailyOrCoarser(rule))
      follow(rule, first, { add, window, take: steps.startRule().take, found: starts })
  }
  for (const time of [...timesIn(part, 'exdate'), ...moved]) if (!isOutside(time, window)) starts.delete(instant(time))
  return [...starts].sort((a, b) => a - b)
}

type FollowInput = { add: (time: ICAL.Time) => void; window: Window; take: Take; found: ReadonlySet<number> }

function follow(rule: ICAL.Recur, dtstart: ICAL.Time, { add, window, take, found: starts }: FollowInput): void {
  try {
    const iterator = new (countSteps(take))({ rule, dtstart: moveNearWindow(rule, dtstart, window) })
    while (starts.size < MAX_STARTS) {
      take()
      const next = iterator.next()
      if (!next || wallMs(next) >= window.to.getTime() + MARGIN_MS) return
      add(next)
    }
  } catch (error) {
    if (!(error instanceof StepLimitError)) throw error
  }
}

/**
 * Moves to a start of the same rule shortly before the window, to skip the days since the first one. A rule that counts its
 * occurrences has to visit each of them.
 */
function moveNearWindow({ freq, interval, count }: ICAL.Recur, dtstart: ICAL.Time, { from }: Window): ICAL.Time {
  const days = { DAILY: interval, WEEKLY: 7 * interval }[freq as string]
  const ahead = Math.floor((from.getTime() - MARGIN_MS - wallMs(dtstart)) / 86_400_000)
  if (!days || count || ahead < 2 * days) return dtstart
  const later = dtstart.clone()
  later.adjust((Math.floor(ahead / days) - 1) * days, 0, 0, 0)
  return later
}

/** Counts each step of the library, which would otherwise search day by day without an end when there is no next time. */
const countSteps = (take: Take) =>
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

const SUB_DAILY = ['HOURLY', 'MINUTELY', 'SECONDLY']

const isDailyOrCoarser = ({ freq, parts }: ICAL.Recur): boolean =>
  !SUB_DAILY.includes(freq) &&
  ['BYHOUR', 'BYMINUTE', 'BYSECOND'].every((name) => ((parts as Record<string, unknown[]>)[name]?.length ?? 0) <= 1)

const MAX_DATES = 5_000

function timesIn(part: ICAL.Component, name: string): ICAL.Time[] {
  const values = part.getAllProperties(name).flatMap((property) => property.getValues() as unknown[])
  const times = values.map((value) => (value instanceof ICAL.Period ? value.start : value))
  return times.filter((time): time is ICAL.Time => time instanceof ICAL.Time).slice(0, MAX_DATES)
}

/** A cheap check that compares only dates. */
const isOutside = (time: ICAL.Time, { from, to }: Window): boolean => {
  const wall = wallMs(time)
  return wall < from.getTime() - MARGIN_MS || wall >= to.getTime() + MARGIN_MS
}

const wallMs = ({ year, month, day, hour, minute }: ICAL.Time) => Date.UTC(year, month - 1, day, hour, minute)
