import type { ShiftAnswer } from '#server/shift-facts/answer-states/contract.ts'

export type Given = 'confirmed' | 'declined'

/** State of an answer given on this page: its row stays in place, so that the next does not jump under the finger. */
export type OwnAnswer<Shift> = {
  shift: Shift
  given: Given
  from: ShiftAnswer
  /** `answered` may be undone for a while, `settled` no longer. */
  state: 'answered' | 'settled' | 'undone' | 'refused'
  message?: string
  /** Whether it started a search for cover. */
  sought?: boolean
}

type Answered = Pick<OwnAnswer<unknown>, 'given' | 'from' | 'state'>

/** Whether an answer is in force, as far as this page knows. */
export const stands = <One extends Answered>(one: One | undefined): one is One & { state: 'answered' | 'settled' } =>
  one?.state === 'answered' || one?.state === 'settled'

/** Whether "Undo" is offered. Undo cannot restore a search and its reason: the person answers again instead. */
export const mayUndo = <One extends Answered>(one: One | undefined): one is One & { state: 'answered' } =>
  one?.state === 'answered' && one.from !== 'seeking_cover'

/** Whether the page shows a state that the server may not have yet. */
export const isOffered = ({ state }: Answered): boolean => state === 'answered' || state === 'undone'

export function shownAnswer(one: Answered | undefined, stored: ShiftAnswer): ShiftAnswer {
  if (one?.state === 'undone') return one.from
  if (one?.state !== 'answered') return stored
  return one.given === 'confirmed' ? 'confirmed' : 'seeking_cover'
}

export const settled = <Shift>(all: ReadonlyMap<number, OwnAnswer<Shift>>): ReadonlyMap<number, OwnAnswer<Shift>> =>
  new Map(
    [...all]
      .filter(([, { state }]) => state !== 'undone')
      .map(([id, one]) => [id, one.state === 'answered' ? { ...one, state: 'settled' } : one]),
  )
