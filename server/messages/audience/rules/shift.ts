import { sql } from 'kysely'
import { type Rule, referencesTo } from '#server/messages/audience/rule.ts'

/** What a shift is in each state. The answer of one that is unpublished is empty. */
const STATES = {
  published: sql`s.draft is not null`,
  unpublished: sql`s.draft is null`,
  asked: sql`s.answer = 'asked'`,
  confirmed: sql`s.answer = 'confirmed'`,
  declined: sql`s.answer = 'seeking_cover'`,
}

/** Has one shift that all the given parts hold for. */
export const shift: Rule = {
  keys: ['event', 'series', 'day', 'roles', 'assignments', 'shift_state'],
  label: 'On a shift',
  sql: ({ event, series, day, roles, assignments, shift_state }, { timezone }) => {
    const conditions = [
      event && sql`s.event = ${event}`,
      series && sql`s.event in (select e.id from events e where e.series = ${series})`,
      day &&
        sql`s.start >= ${day}::timestamp at time zone ${timezone} and s.start < (${day}::date + 1)::timestamp at time zone ${timezone}`,
      roles && sql`s.role = any (${roles}::bigint[])`,
      assignments && sql`s.assignment = any (${assignments}::bigint[])`,
    ].flatMap((condition) => condition || [])
    if (!conditions.length && !shift_state) return null
    conditions.push(STATES[shift_state ?? 'published'])
    return sql`p.id in (select s.person from shift_facts s where s.person is not null and ${sql.join(conditions, sql` and `)})`
  },
  references: ({ event, series, roles, assignments }) => [
    ...referencesTo('events', [event]),
    ...referencesTo('series', [series]),
    ...referencesTo('roles', roles),
    ...referencesTo('assignments', assignments),
  ],
}
