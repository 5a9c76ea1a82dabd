import { sql } from 'kysely'
import type { Rule } from '#server/messages/audience/rule.ts'

/** As `available` stores them. */
const VALUES = { unavailable: 0, available: 1, if_required: 2 } as const

/** Said so of a day. Who said nothing matches no state. */
export const availability: Rule = {
  keys: ['availability'],
  label: 'Availability',
  sql: ({ availability }) =>
    availability
      ? sql`p.id in (select a.person from availability a where a.date = ${availability.day} and a.available = ${VALUES[availability.state]})`
      : null,
}
