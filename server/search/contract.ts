import * as z from 'zod'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'

const SEARCH_KINDS = ['people', 'events', 'series', 'assignments', 'competencies', 'savedviews'] as const
export type SearchKind = (typeof SEARCH_KINDS)[number]

export const searchQuery = z.object({ q: boundedText({ max: 200 }).default('') })

/** `at`: an event's start (ISO 8601). `note`: a person's email, or the list of a saved view with the query `query`. */
export type SearchHit = {
  kind: SearchKind
  id: number
  label: string
  note: string | null
  at: string | null
  query: string | null
}
