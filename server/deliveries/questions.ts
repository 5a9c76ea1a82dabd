import type { ShiftMessageKind } from './contract.ts'
import type { ShiftFacts } from './shift-facts.ts'

/** Whether a message asks about a shift: now, only once the shift comes near, or not at all. */
export type Question = 'now' | 'later' | null

type AskingSite = { ask_answers: boolean; ask_weeks: number; answer_by_days: number }

/**
 * How many weeks before a shift its person is asked about it: as the site says, and before the silent are asked once more. The same as
 * `core.weeks_asked_ahead`.
 */
export const weeksAskedAhead = ({ ask_weeks, answer_by_days }: Omit<AskingSite, 'ask_answers'>): number =>
  Math.max(ask_weeks, Math.floor((answer_by_days + 8) / 7))

const WEEK_MS = 7 * 86_400_000

/** The instant up to which the shifts of a site are near enough to be asked about. */
export const askedUntil = (site: Omit<AskingSite, 'ask_answers'>, now: Date): Date =>
  new Date(now.getTime() + weeksAskedAhead(site) * WEEK_MS)

/** When a shift comes near enough to be asked about. @param start ISO. */
export const questionDue = (start: string, site: Omit<AskingSite, 'ask_answers'>): Date =>
  new Date(Date.parse(start) - weeksAskedAhead(site) * WEEK_MS)

/**
 * Decides what a message asks about a shift. What is new is asked about as it comes near; who had answered before the shift changed is asked
 * again with the change.
 */
export function questionOf(kind: ShiftMessageKind, shift: ShiftFacts, site: AskingSite, now: Date): Question {
  if (!site.ask_answers || kind === 'shift.cancelled' || shift.answer !== 'asked' || shift.archived) return null
  const waits = kind === 'shift.assigned' || (kind === 'shift.changed' && !shift.asked_again)
  return waits && questionDue(shift.start, site) > now ? 'later' : 'now'
}
