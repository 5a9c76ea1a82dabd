import type { EventPlan } from './plan-events.ts'
import type { ShiftPlan } from './plan-shifts.ts'

/** An event that needs one more person to run, and the instant at which that is decided. */
export type DecisionPlan = { plan: number; minimum: number; decide_at: Date }

const HOUR = 3_600_000

/** Chooses the first event, two to twelve days ahead, that has a published open shift; null if there is none. */
export function planDecision(
  plans: readonly EventPlan[],
  shifts: readonly ShiftPlan[],
  now: Date,
): DecisionPlan | null {
  const isOpen = (plan: number) => shifts.some((shift) => shift.plan === plan && shift.draft && shift.person === null)
  const plan = plans.findIndex(({ start }, i) => {
    const left = start.getTime() - now.getTime()
    return left > 48 * HOUR && left < 288 * HOUR && isOpen(i)
  })
  if (plan < 0) return null
  const filled = shifts.filter((shift) => shift.plan === plan && shift.person !== null).length
  return { plan, minimum: filled + 1, decide_at: new Date(plans[plan]!.start.getTime() - 30 * HOUR) }
}
