import * as z from 'zod'

export const SEARCH_KINDS = ['people', 'events', 'series'] as const
export type SearchKind = (typeof SEARCH_KINDS)[number]

export const searchQuery = z.object({ q: z.string().max(200, 'At most 200 characters.').default('') })

/** A record that the search found. `at` is an event's start (ISO 8601), `note` a person's email. */
export type Found = { kind: SearchKind; id: number; label: string; note: string | null; at: string | null }
