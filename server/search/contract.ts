import * as z from 'zod'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'

const SEARCH_KINDS = ['on_now', 'people', 'events', 'series', 'assignments', 'competencies', 'savedviews'] as const
export type SearchKind = (typeof SEARCH_KINDS)[number]

export const searchQuery = z.object({ q: boundedText({ max: 200 }).default('') })

/**
 * `at`: an event's start (ISO 8601). `note`: a person's email, the phone number of a person who is on a shift, or the
 * list of a saved view with the query `query`.
 */
export type SearchHit = {
  kind: SearchKind
  id: number
  label: string
  note: string | null
  at: string | null
  query: string | null
}
