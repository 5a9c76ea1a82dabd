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

/** The grid's query string. Ignores invalid values. */
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

/** Instants are ISO text in UTC. */
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
  outside: boolean
  /** The event of the person's other shift at the same time; empty text when it has no name. */
  clash: string | null
  answer: ShiftAnswer | null
  nudged: boolean
  here: boolean
  /** Signed in, even if signed out since. */
  begun: boolean
  sought: Sought | null
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
  cut: boolean
  rows: GridRow[]
  shifts: GridShift[]
  eventtypes: { id: number; name: string }[]
  roles: { id: number; name: string }[]
  people: Record<number, string>
}
