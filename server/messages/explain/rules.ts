import type { Candidate, Reason } from '#server/deliveries/explain/contract.ts'
import { type ExplainedRow, FINISHED, isResent, storedCandidate, waiting } from '#server/deliveries/explain/rules.ts'
import { storedReason } from '#server/deliveries/explain/stored-reason.ts'
import { messageTitle } from '#server/deliveries/message-title.ts'
import type { SendVerdict } from '#server/deliveries/rules.ts'
import { deliveryWords, PLAN_WORDS } from '#server/deliveries/words.ts'
import type { Exclusion } from '#server/messages/audience/contract.ts'
import { bulkKind } from '#server/messages/sending/contract.ts'
import { type BulkFacts, bulkVerdict } from '#server/messages/sending/verdict.ts'

export type ExplainedMessage = Omit<BulkFacts, 'message'> & {
  message: NonNullable<BulkFacts['message']> & { id: number; scheduled_for: Date | null; listsPeople: boolean }
  row: Omit<ExplainedRow, 'previous'> | null
  /** The audience's current verdict on the person, for a message that has not begun; null if they do not match. */
  matches: { reason: Exclusion | null } | null
}

/** Received already: resending would create a second copy; duplicate the message instead. */
const REACHED: readonly string[] = ['sent', 'delivered', 'unknown']

/** Someone else got it at their address, or the cap was reached. */
const NEVER_AGAIN: readonly string[] = ['duplicate', 'limit']

/** Explains one person's part in a message to many, with the rules of its sending. */
export function explainMessage(facts: ExplainedMessage): Candidate {
  const { message, row, person, site, now } = facts
  const judge = (at: Date) => bulkVerdict({ message, person, site, now: at })
  if (!row) return notBegun(facts)
  const ofMessage = { message: message.id }
  if (row.state === 'queued') return storedCandidate(row, { ...ofMessage, ...waiting(row, judge, { site, now }) })
  const can_resend =
    message.listsPeople &&
    FINISHED.includes(row.state) &&
    !REACHED.includes(row.state) &&
    !NEVER_AGAIN.includes(row.reason ?? '') &&
    !isResent(row) &&
    canLeave(judge(now))
  return storedCandidate(row, { ...ofMessage, can_resend })
}

/** A paused message is resumed as a whole. */
const canLeave = ({ kind }: SendVerdict) => kind === 'send' || kind === 'wait'

function notBegun({ message, matches }: ExplainedMessage): Candidate {
  const candidate = (state: 'none' | 'planned', reason: Reason, words: string): Candidate => ({
    kind: bulkKind(message.id),
    title: messageTitle(bulkKind(message.id)),
    channel: message.kind,
    state,
    shift: null,
    message: message.id,
    delivery: null,
    due_at: message.status === 'scheduled' ? (message.scheduled_for?.toISOString() ?? null) : null,
    sent_at: null,
    reason,
    words,
    can_resend: false,
  })
  if (!message.listsPeople) return candidate('none', 'not_kept', PLAN_WORDS.not_kept)
  if (!matches) return candidate('none', 'not_assigned', PLAN_WORDS.not_for_them)
  if (matches.reason !== null) {
    const excluded = { channel: message.kind, state: 'skipped', reason: matches.reason } as const
    return candidate('none', storedReason('skipped', matches.reason), deliveryWords(excluded))
  }
  return message.status === 'scheduled'
    ? candidate('planned', 'not_due', PLAN_WORDS.scheduled)
    : candidate('none', 'not_due', PLAN_WORDS.draft)
}
