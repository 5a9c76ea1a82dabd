import type { ShiftAnswer, Sought } from '#server/shift-facts/answer-states/contract.ts'
import type { Unfit } from '#server/suitability/missing/rules.ts'

/** Counts of a coming event's shifts. Times are ISO texts in UTC. */
export type ShiftEvent = {
  id: number
  name: string
  start: string
  end: string
  called_off: boolean
  shifts: number
  open: number
  unpublished: number
  clashes: number
  outside: number
  unfit: number
  /** Shifts whose person cannot come but still holds them. */
  seeking: number
  /** Shifts whose person was asked twice and has not answered. */
  silent: number
}

/** Times are the person's, ISO texts in UTC. */
export type EventShift = {
  id: number
  person: number | null
  name: string | null
  duty: string
  start: string
  end: string
  published: boolean
  outside: boolean
  /** The event of the person's other shift at the same time. */
  clash: string | null
  answer: ShiftAnswer | null
  nudged: boolean
  sought: Sought | null
  unfit: Unfit | null
}
