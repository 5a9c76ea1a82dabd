import type { ShiftAnswer, Sought } from '#server/shift-facts/answer-states/contract.ts'
import type { Unfit } from '#server/suitability/missing/rules.ts'

/** A coming event with the numbers of its shifts. `start` is an ISO text in UTC. */
export type ShiftEvent = {
  id: number
  name: string
  start: string
  called_off: boolean
  shifts: number
  /** Without a person. */
  open: number
  unpublished: number
  /** Shifts whose person is elsewhere at the same time. */
  clashes: number
  /** Shifts that lie outside the event. */
  outside: number
  /** Whose person should not be on them: not active, or without a competency that they need. */
  unfit: number
  /** Whose person cannot come and still holds them. */
  seeking: number
  /** Whose person was asked twice and has not answered. */
  silent: number
}

/** One shift of an event; times are those of its person, ISO texts in UTC. */
export type EventShift = {
  id: number
  person: number | null
  name: string | null
  duty: string
  start: string
  end: string
  published: boolean
  /** Whether it lies outside the event. */
  outside: boolean
  /** The name of the event that the person is on at the same time. */
  clash: string | null
  answer: ShiftAnswer | null
  /** Whether its person was asked a second time. */
  nudged: boolean
  /** Who is sought for it; null while nobody is. */
  sought: Sought | null
  /** What keeps the person from it; null where nothing does. */
  unfit: Unfit | null
}
