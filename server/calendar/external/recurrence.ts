import ICAL from 'ical.js'
import { wallMs } from './zones.ts'

/** The most days, months, years and times that are examined for repetitions: for one event, and for a whole calendar. */
const MAX_STEPS = 30_000
const MAX_STEPS_TOTAL = 60_000
/** The most starts of one rule within a window. */
const MAX_STARTS = 500

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

/** The wall times to look between, in milliseconds of the wall (`wallMs`). */
export type WallWindow = { from: number; to: number }

/**
 * Lists the starts that a rule gives a series within the window, in order and on the wall of the series. A rule finer than days
 * gives none, and one that takes too many steps ends early.
 */
export function startsOf(rule: ICAL.Recur, first: ICAL.Time, window: WallWindow, steps: StepBudget): ICAL.Time[] {
  const starts: ICAL.Time[] = []
  if (!isDailyOrCoarser(rule)) return starts
  const { take } = steps.startRule()
  try {
    const iterator = new (countSteps(take))({ rule, dtstart: moveNearWindow(rule, first, window) })
    while (starts.length < MAX_STARTS) {
      take()
      const next = iterator.next()
      if (!next || wallMs(next) >= window.to) break
      if (wallMs(next) >= window.from) starts.push(next.clone())
    }
  } catch (error) {
    if (!(error instanceof StepLimitError)) throw error
  }
  return starts
}

/**
 * Moves to a start of the same rule shortly before the window, to skip the days since the first one. A rule that counts its
 * occurrences has to visit each of them.
 */
function moveNearWindow({ freq, interval, count }: ICAL.Recur, dtstart: ICAL.Time, { from }: WallWindow): ICAL.Time {
  const days = { DAILY: interval, WEEKLY: 7 * interval }[freq as string]
  const ahead = Math.floor((from - wallMs(dtstart)) / 86_400_000)
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
