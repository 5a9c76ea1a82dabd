import type { Candidate } from '#server/deliveries/explain/contract.ts'

const ONLY_IF = ['shift.asked', 'shift.changed', 'shift.cancelled', 'answer.nudge']

/** Omits notices of changes that did not happen, and texts where the club sends none. */
export const shownCandidates = (candidates: readonly Candidate[]): Candidate[] =>
  candidates.filter(
    ({ kind, delivery, reason }) => delivery !== null || !(ONLY_IF.includes(kind) || reason === 'sms_off'),
  )

const UNREACHABLE = ['no_address', 'unverified', 'blocked', 'opted_out', 'inactive']

/** Merges the reason shared by all texts into one entry. The others keep their order. */
export function withTextsTogether(candidates: readonly Candidate[]): {
  candidates: Candidate[]
  texts: Candidate | null
} {
  const isMissing = ({ channel, delivery, reason }: Candidate) =>
    channel === 'sms' && delivery === null && UNREACHABLE.includes(reason)
  const [first, ...rest] = candidates.filter(isMissing)
  if (!first || !rest.length || rest.some(({ words }) => words !== first.words))
    return { candidates: [...candidates], texts: null }
  return { candidates: candidates.filter((one) => !isMissing(one)), texts: first }
}

/** The reason that all of them share; null when they differ. */
export function sharedReason(candidates: readonly Candidate[]): string | null {
  const [first] = candidates
  const isOne = candidates.every(({ words, delivery }) => delivery === null && words === first?.words)
  return first && isOne && first.reason === 'not_assigned' ? first.words : null
}
