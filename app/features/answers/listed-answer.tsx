import type { ShiftAnswer, Sought } from '#server/shift-facts/answer-states/contract.ts'
import { AnswerMark, type AnswerState, answerText } from './answer-mark.tsx'

export type Listed = {
  answer: ShiftAnswer | 'silent' | null
  /** Whether the shift has begun, so that nobody can answer any more. */
  begun: boolean
  /** Whether the person was asked twice. */
  nudged?: boolean
  /** Who is sought for the shift; null while nobody is. Left out where that is not known. */
  sought?: Sought | null
  /** Whether a coordinator recorded the answer. */
  answered_for?: boolean
}

export type Standing = { state: AnswerState; detail?: string }

/**
 * How a shift stands, as coordinators read it on every screen: the answer, with how many were asked to cover, or who is sought for an open shift.
 * Null for a shift that has neither, since it is open or unpublished.
 */
export function listedAnswer({ answer, begun, nudged = false, sought, answered_for = false }: Listed): Standing | null {
  if (answer === null) return sought && !begun ? standing(sought.state, [askedText(sought)]) : null
  if (answer === 'asked') return { state: begun || nudged ? 'silent' : 'asked' }
  const cover = answer === 'seeking_cover' && !begun && coverDetail(sought)
  return standing(answer, [answered_for && 'by phone', cover])
}

function standing(state: AnswerState, details: readonly (string | false)[]): Standing {
  const detail = details.filter(Boolean).join(', ')
  return detail ? { state, detail } : { state }
}

const askedText = ({ asked }: Sought) => asked > 0 && `${asked} asked`

function coverDetail(sought: Sought | null | undefined): string | false {
  if (sought === undefined) return false
  if (sought === null) return 'nobody is asked'
  if (sought.state === 'paused') return 'paused'
  return sought.state === 'exhausted' ? 'nobody left to ask' : askedText(sought)
}

/** The words of how a shift stands; empty for one that has no state. */
export const listedText = (shift: Listed): string => {
  const standing = listedAnswer(shift)
  return standing ? answerText({ ...standing, reader: 'coordinator' }) : ''
}

/** Shows coordinators how a shift stands in a list, as icon and word; nothing for a shift that has no state. */
export function ListedAnswer(shift: Listed) {
  const standing = listedAnswer(shift)
  return standing && <AnswerMark {...standing} reader="coordinator" quiet />
}
