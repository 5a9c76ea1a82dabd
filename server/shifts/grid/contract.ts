import * as z from 'zod'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'
import type { ShiftAnswer, Sought } from '#server/shift-facts/answer-states/contract.ts'
import type { Unfit } from '#server/suitability/missing/rules.ts'

const ids = boundedText({ max: 2000 })
  .transform((text) =>
    text
      .split(',')
      .map(Number)
      .filter((id) => Number.isSafeInteger(id) && id > 0)
      .slice(0, 50),
  )
  .catch([])

/** The query in the address of the grid. Invalid values count as not given. */
export const gridQuery = z.object({
  from: boundedText({ max: 10 }).check(z.iso.date()).nullable().catch(null),
  days: z.coerce
    .number()
    .pipe(z.union([z.literal(7), z.literal(14), z.literal(31)]))
    .catch(14),
  type: ids,
  role: ids,
  person: ids,
  show: z.enum(['all', 'open', 'unanswered', 'cover', 'clashes', 'unfit', 'outside', 'unpublished']).catch('all'),
})
export type GridQuery = z.infer<typeof gridQuery>

/** One shift in the grid. Instants are ISO text in UTC. */
export type GridShift = {
  id: number
  version: string
  event: number
  person: number | null
  name: string | null
  assignment: number | null
  role: number | null
  location: number | null
  start: string
  end: string
  published: boolean
  /** Whether it lies outside its event. */
  outside: boolean
  /** The event of another shift that the person holds at the same time; empty text where that has no name. */
  clash: string | null
  answer: ShiftAnswer | null
  /** Whether its person was asked a second time. */
  nudged: boolean
  /** Whether its person has signed in and not out. */
  here: boolean
  /** Whether its person has signed in, even if they have signed out since. */
  begun: boolean
  /** Who is sought for it; null while nobody is. */
  sought: Sought | null
  /** What keeps the person from it; null where nothing does. */
  unfit: Unfit | null
}

export type GridEvent = {
  id: number
  name: string
  start: string
  end: string
  location: string | null
  called_off: boolean
}

/** An assignment with a role: one line of the grid. */
export type GridRow = {
  key: string
  assignment: number | null
  role: number | null
  assignment_name: string
  role_name: string
}

export type Grid = {
  /** First local day, and the first after the window. */
  from: string
  until: string
  events: GridEvent[]
  /** Whether the window holds more events than are shown. */
  cut: boolean
  rows: GridRow[]
  shifts: GridShift[]
  eventtypes: { id: number; name: string }[]
  roles: { id: number; name: string }[]
  /** Names of the people in the filter. */
  people: Record<number, string>
}
