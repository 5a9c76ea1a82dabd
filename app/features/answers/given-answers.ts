import type { ShiftAnswer } from '#server/shift-facts/answer-states/contract.ts'

export type Given = 'confirmed' | 'declined'

/** What became of an answer that was given on this page: its row stays where it was, so that the next does not jump under the finger. */
export type OwnAnswer<Shift> = {
  shift: Shift
  given: Given
  /** What was said before. */
  from: ShiftAnswer
  /** `answered` may be taken back for a while, `settled` no more; `undone` is taken back. */
  state: 'answered' | 'settled' | 'undone' | 'refused'
  message?: string
  /** Whether the search for somebody else was started with it. */
  sought?: boolean
}

type Answered = Pick<OwnAnswer<unknown>, 'given' | 'from' | 'state'>

/** Whether an answer stands, as far as this page knows. */
export const stands = <One extends Answered>(one: One | undefined): one is One & { state: 'answered' | 'settled' } =>
  one?.state === 'answered' || one?.state === 'settled'

/** Whether "Undo" is offered. Who can come after all says it anew instead: no undo brings back a search and its reason. */
export const mayUndo = <One extends Answered>(one: One | undefined): one is One & { state: 'answered' } =>
  one?.state === 'answered' && one.from !== 'seeking_cover'

/** Whether the page shows something for a while that the server may not have yet. */
export const isOffered = ({ state }: Answered): boolean => state === 'answered' || state === 'undone'

/** What a screen shows of a shift: what was just said or taken back, else what is stored. */
export function shownAnswer(one: Answered | undefined, stored: ShiftAnswer): ShiftAnswer {
  if (one?.state === 'undone') return one.from
  if (one?.state !== 'answered') return stored
  return one.given === 'confirmed' ? 'confirmed' : 'seeking_cover'
}

/** The answers once their time for an undo is over. */
export const settled = <Shift>(all: ReadonlyMap<number, OwnAnswer<Shift>>): ReadonlyMap<number, OwnAnswer<Shift>> =>
  new Map(
    [...all]
      .filter(([, { state }]) => state !== 'undone')
      .map(([id, one]) => [id, one.state === 'answered' ? { ...one, state: 'settled' } : one]),
  )
