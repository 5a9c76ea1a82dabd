import { type RawBuilder, sql } from 'kysely'
import type { Audience } from '#server/messages/audience/contract.ts'
import type { Rule, RuleScope } from '#server/messages/audience/rule.ts'
import { timeOfPeople } from '#server/shift-facts/time-sql.ts'

type Limits = NonNullable<Audience['hours'] | Audience['shifts']>

/** Recorded hours, of the shifts that start in the period. */
export const hours: Rule = {
  keys: ['hours'],
  label: 'Hours',
  sql: ({ hours }, scope) => (hours ? within(hours, sql`coalesce(sum(s.hours), 0)`, sql`true`, scope) : null),
}

/** How many published shifts start in the period. */
export const shifts: Rule = {
  keys: ['shifts'],
  label: 'Number of shifts',
  sql: ({ shifts }, scope) =>
    shifts ? within(shifts, sql`count(*)`, sql`s.draft is not null and s.former is null`, scope) : null,
}

/** Compares a sum over somebody's shifts of a period that count with its limits. Those without a shift have none of it. */
function within(
  { from, to, at_least, at_most }: Limits,
  amount: RawBuilder<unknown>,
  counts: RawBuilder<unknown>,
  { timezone }: RuleScope,
) {
  const people = (condition: RawBuilder<unknown>) =>
    sql<boolean>`p.id in (select s.person from ${timeOfPeople} s where s.person is not null and ${counts}
      and s.start >= ${from}::timestamp at time zone ${timezone} and s.start < (${to}::date + 1)::timestamp at time zone ${timezone}
      group by s.person having ${condition})`
  const enough = at_least ? people(sql`${amount} >= ${at_least}::double precision`) : sql<boolean>`true`
  return at_most === undefined
    ? enough
    : sql<boolean>`(${enough} and not ${people(sql`${amount} > ${at_most}::double precision`)})`
}
