import { sql } from 'kysely'
import type { Rule } from '#server/messages/audience/rule.ts'

/** Has no shift that starts on the day or later, whether or not there was one before. */
export const lastShift: Rule = {
  keys: ['last_shift_before'],
  label: 'Last shift',
  sql: ({ last_shift_before: day }, { timezone }) =>
    day
      ? sql`p.id not in (select s.person from shifts s where s.person is not null and s.start >= ${day}::timestamp at time zone ${timezone})`
      : null,
}
