import type { ShiftMessageKind } from './contract.ts'
import type { ShiftFacts } from './shift-facts.ts'

export type Question = 'now' | 'later' | null

type AskingSite = { ask_answers: boolean; ask_weeks: number; answer_by_days: number }

/**
 * Weeks before a shift when its person is asked: as configured, but before the second question. Same as
 * `core.weeks_asked_ahead`.
 */
export const weeksAskedAhead = ({ ask_weeks, answer_by_days }: Omit<AskingSite, 'ask_answers'>): number =>
  Math.max(ask_weeks, Math.floor((answer_by_days + 8) / 7))

const WEEK_MS = 7 * 86_400_000

/**
 * When a shift is asked about.
 * @param start ISO.
 */
export const questionDue = (start: string, site: Omit<AskingSite, 'ask_answers'>): Date =>
  new Date(Date.parse(start) - weeksAskedAhead(site) * WEEK_MS)

/**
 * Decides what a message asks about a shift. New shifts are asked about as they approach; a change asks again if the
 * person had answered before it.
 */
export function questionOf(kind: ShiftMessageKind, shift: ShiftFacts, site: AskingSite, now: Date): Question {
  if (
    !site.ask_answers ||
    kind === 'shift.cancelled' ||
    shift.answer !== 'asked' ||
    shift.archived ||
    new Date(shift.start) <= now
  )
    return null
  const waits = kind === 'shift.assigned' || (kind === 'shift.changed' && !shift.asked_again)
  return waits && questionDue(shift.start, site) > now ? 'later' : 'now'
}
