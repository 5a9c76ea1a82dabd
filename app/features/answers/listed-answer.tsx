import type { ShiftAnswer, Sought } from '#server/shift-facts/answer-states/contract.ts'
import { AnswerMark, type AnswerState, answerText } from './answer-mark.tsx'

export type Listed = {
  answer: ShiftAnswer | 'silent' | null
  begun: boolean
  /** Whether the person was asked twice. */
  nudged?: boolean
  /** The search for cover; null without one, omitted where unknown. */
  sought?: Sought | null
  answered_for?: boolean
}

export type Standing = { state: AnswerState; detail?: string }

/**
 * State of a shift for coordinators, the same on every screen: the answer with the number of people asked to cover, or
 * the search for an open shift. Null for an open or unpublished shift without a search.
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
  if (sought === null) return 'no one asked yet'
  if (sought.state === 'paused') return 'paused'
  return sought.state === 'exhausted' ? 'no one left to ask' : askedText(sought)
}

export const listedText = (shift: Listed): string => {
  const standing = listedAnswer(shift)
  return standing ? answerText({ ...standing, reader: 'coordinator' }) : ''
}

export function ListedAnswer(shift: Listed) {
  const standing = listedAnswer(shift)
  return standing && <AnswerMark {...standing} reader="coordinator" quiet />
}
