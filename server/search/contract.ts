import * as z from 'zod'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'

const SEARCH_KINDS = ['people', 'events', 'series'] as const
export type SearchKind = (typeof SEARCH_KINDS)[number]

export const searchQuery = z.object({ q: boundedText({ max: 200 }).default('') })

/** A search result. `at` is an event's start (ISO 8601), `note` a person's email. */
export type SearchHit = { kind: SearchKind; id: number; label: string; note: string | null; at: string | null }
