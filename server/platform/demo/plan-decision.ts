import type { EventPlan } from './plan-events.ts'
import type { ShiftPlan } from './plan-shifts.ts'

export type DecisionPlan = {
  plan: number
  minimum: number
  needed: { assignment: string; minimum: number }
  decide_at: Date
}

const HOUR = 3_600_000

/** Chooses the first event, two to twelve days ahead, with a published open shift; null without one. */
export function planDecision(
  plans: readonly EventPlan[],
  shifts: readonly ShiftPlan[],
  now: Date,
): DecisionPlan | null {
  const openShift = (plan: number) =>
    shifts.find((shift) => shift.plan === plan && shift.draft && shift.person === null)
  const plan = plans.findIndex(({ start }, i) => {
    const left = start.getTime() - now.getTime()
    return left > 48 * HOUR && left < 288 * HOUR && openShift(i) !== undefined
  })
  const assignment = openShift(plan)?.assignment
  if (assignment === undefined) return null
  const filled = shifts.filter((shift) => shift.plan === plan && shift.person !== null)
  const needed = { assignment, minimum: filled.filter((shift) => shift.assignment === assignment).length + 1 }
  return { plan, minimum: filled.length + 1, needed, decide_at: new Date(plans[plan]!.start.getTime() - 30 * HOUR) }
}
