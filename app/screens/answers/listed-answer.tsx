import type { ShiftAnswer } from '#server/shifts/answer-states/contract.ts'
import { AnswerMark, type AnswerState } from './answer-mark.tsx'

type Listed = {
  answer: ShiftAnswer | null
  /** Whether the shift has begun, so that nobody can answer any more. */
  begun: boolean
  /** Whether the person was asked twice. */
  nudged?: boolean
}

/** The state that coordinators read in a list; null for a shift that has none, since it is open or unpublished. */
export const listedAnswer = ({ answer, begun, nudged = false }: Listed): AnswerState | null =>
  answer === 'asked' && (begun || nudged) ? 'silent' : answer

/** Shows coordinators the answer of a shift in a list, as icon and word; nothing for a shift that has none. */
export function ListedAnswer(shift: Listed) {
  const state = listedAnswer(shift)
  return state && <AnswerMark state={state} reader="coordinator" quiet />
}
