import ICAL from 'ical.js'
import { wallMs } from './zones.ts'

/** Maximum steps of expanding recurrences: per event, and per calendar. */
const MAX_STEPS = 30_000
const MAX_STEPS_TOTAL = 60_000
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

/** In milliseconds of the wall clock (`wallMs`). */
export type WallWindow = { from: number; to: number }

/**
 * Lists a rule's starts within the window, in order and on the series' wall clock. Ignores rules finer than days; stops
 * early after too many steps.
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

/** Skips to a start of the rule shortly before the window. A rule with a count has to visit each occurrence. */
function moveNearWindow({ freq, interval, count }: ICAL.Recur, dtstart: ICAL.Time, { from }: WallWindow): ICAL.Time {
  const days = { DAILY: interval, WEEKLY: 7 * interval }[freq as string]
  const ahead = Math.floor((from - wallMs(dtstart)) / 86_400_000)
  if (!days || count || ahead < 2 * days) return dtstart
  const later = dtstart.clone()
  later.adjust((Math.floor(ahead / days) - 1) * days, 0, 0, 0)
  return later
}

/** Counts the library's steps: without a next time it would search day by day forever. */
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
