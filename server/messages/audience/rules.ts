import { type RawBuilder, sql } from 'kysely'
import { currentSql, expiresSql } from '#server/records/current.ts'
import { timeOfPeople } from '#server/shift-facts/time-sql.ts'
import type { Audience } from './contract.ts'
import { type Reference, type Rule, type RuleScope, referencesTo } from './rule.ts'

const everyone: Rule = {
  keys: ['everyone'],
  label: 'Everyone',
  sql: ({ everyone }) => (everyone ? sql`p.is_active` : null),
}

const listed: Rule = {
  keys: ['view', 'filters'],
  label: 'List of people',
  sql: (_audience, { listed }) => (listed ? sql`p.id = any (${listed}::bigint[])` : null),
  references: ({ view }) => referencesTo('savedviews', [view]),
}

const accessRole: Rule = {
  keys: ['access_role'],
  label: 'Access',
  sql: ({ access_role }) => (access_role ? sql`p.role = ${access_role}` : null),
}

/** Has one of these tags, case-sensitive. */
const tags: Rule = {
  keys: ['tags'],
  label: 'Tag',
  sql: ({ tags }) => (tags ? sql`p.tags && ${tags}::text[]` : null),
}

const profile: Rule = {
  keys: ['profile'],
  label: 'Profile field',
  sql: ({ profile }) =>
    profile
      ? sql`p.id in (select v.person from profileentries v where v.entry_type = ${profile.field} and core.folded(v.value) = core.folded(${profile.value}))`
      : null,
  references: ({ profile }) => referencesTo('profilefields', [profile?.field]),
}

/** Joined on the day or later; default: the day they were added. */
const joined: Rule = {
  keys: ['joined_since'],
  label: 'Joined',
  sql: ({ joined_since: day }, { timezone }) =>
    day ? sql`coalesce(p.joined, (p.created_at at time zone ${timezone})::date) >= ${day}::date` : null,
}

/** Condition: people with a current record, on a day, of one of the competencies. */
const holds = (competencies: readonly number[], day: string, more = sql``) =>
  sql<boolean>`p.id in (select r.person from records r, (values (${day}::date)) v (day)
    where r.competency = any (${competencies}::bigint[]) and ${sql.raw(currentSql('r', 'v.day'))} ${more})`

const competencies: Rule = {
  keys: ['competencies'],
  label: 'Competency',
  sql: ({ competencies }, { today }) => (competencies ? holds(competencies, today) : null),
  references: ({ competencies }) => referencesTo('competencies', competencies),
}

/** Holds one on a day, lacks all on a day, or holds one today that expires soon. */
const competency: Rule = {
  keys: ['competency'],
  label: 'Competency on a date',
  sql: ({ competency }, { today }) => (competency ? stateSql(competency, today) : null),
  references: ({ competency }) => referencesTo('competencies', competency?.competencies),
}

function stateSql({ competencies, state, on, within_days }: NonNullable<Audience['competency']>, today: string) {
  if (state === 'holds') return holds(competencies, on ?? today)
  if (state === 'lacks') return sql<boolean>`not ${holds(competencies, on ?? today)}`
  return holds(competencies, today, sql`and ${sql.raw(expiresSql('r'))} <= v.day + ${within_days ?? 0}::integer`)
}

/** As stored in `available`. */
const VALUES = { unavailable: 0, available: 1, if_required: 2 } as const

/** Has set this state for a day; people without an entry match no state. */
const availability: Rule = {
  keys: ['availability'],
  label: 'Availability',
  sql: ({ availability }) =>
    availability
      ? sql`p.id in (select a.person from availability a where a.date = ${availability.day} and a.available = ${VALUES[availability.state]})`
      : null,
}

/** Conditions by state. Unpublished shifts have no answer. */
const STATES = {
  published: sql`s.draft is not null`,
  unpublished: sql`s.draft is null`,
  asked: sql`s.answer = 'asked'`,
  confirmed: sql`s.answer = 'confirmed'`,
  declined: sql`s.answer = 'seeking_cover'`,
}

const shift: Rule = {
  keys: ['event', 'series', 'day', 'day_to', 'roles', 'assignments', 'shift_state'],
  label: 'On a shift',
  sql: ({ event, series, day, day_to = day, roles, assignments, shift_state }, { timezone }) => {
    const conditions = [
      event && sql`s.event = ${event}`,
      series && sql`s.event in (select e.id from events e where e.series = ${series})`,
      day &&
        sql`s.start >= ${day}::timestamp at time zone ${timezone} and s.start < (${day_to}::date + 1)::timestamp at time zone ${timezone}`,
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

/** Has a pending request. */
const requested: Rule = {
  keys: ['requested'],
  label: 'Asked to help',
  sql: ({ requested }) =>
    requested
      ? sql`p.id in (select q.person from requests q where q.declined_at is null
          and ${requested.event ? sql`q.event = ${requested.event}` : sql`q.event in (select e.id from events e where e.series = ${requested.series ?? null})`}
          and not exists (select from shifts s where s.event = q.event and s.person = q.person))`
      : null,
  references: ({ requested }) => [
    ...referencesTo('events', [requested?.event]),
    ...referencesTo('series', [requested?.series]),
  ],
}

/** Has no shift that starts on the day or later, with or without an earlier one. */
const lastShift: Rule = {
  keys: ['last_shift_before'],
  label: 'Last shift',
  sql: ({ last_shift_before: day }, { timezone }) =>
    day
      ? sql`p.id not in (select s.person from shifts s where s.person is not null and s.start >= ${day}::timestamp at time zone ${timezone})`
      : null,
}

type Limits = NonNullable<Audience['hours'] | Audience['shifts']>

const hours: Rule = {
  keys: ['hours'],
  label: 'Hours',
  sql: ({ hours }, scope) => (hours ? within(hours, sql`coalesce(sum(s.hours), 0)`, sql`true`, scope) : null),
}

const shifts: Rule = {
  keys: ['shifts'],
  label: 'Number of shifts',
  sql: ({ shifts }, scope) =>
    shifts ? within(shifts, sql`count(*)`, sql`s.draft is not null and s.former is null`, scope) : null,
}

/** Compares a sum over a person's shifts in the period with its limits; 0 without shifts. */
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

/** A person's current address or number, by channel of a delivery. */
const addressOf = (person: 'w' | 'q', delivery: 'd' | 'o'): RawBuilder<string> =>
  sql`case ${sql.ref(`${delivery}.channel`)} when 'email' then ${sql.ref(`${person}.email`)} else ${sql.ref(`${person}.phone`)} end`

/** Did not get an earlier message, as far as known, nor did anyone at their address, and no copy is on its way. */
const missed: Rule = {
  keys: ['missed'],
  label: 'Didn’t get a message',
  sql: ({ missed }) =>
    missed
      ? sql`p.id in (select d.person from deliveries d join people w on w.id = d.person
          where d.kind = ${`bulk:${missed}`} and d.kind like 'bulk:%' and d.shift is null
            and d.state in ('skipped', 'failed', 'bounced', 'missed', 'cancelled')
            and not exists (select from deliveries o join people q on q.id = o.person
              where o.kind = d.kind and o.kind like 'bulk:%' and o.shift is null and o.channel = d.channel
                and o.state in ('queued', 'sending', 'sent', 'delivered', 'unknown')
                and coalesce(o.facts ->> 'address', ${addressOf('q', 'o')}) = ${addressOf('w', 'd')}))`
      : null,
  references: ({ missed }) => referencesTo('messages', [missed]),
}

export const RULES: readonly Rule[] = [
  everyone,
  shift,
  requested,
  competencies,
  competency,
  availability,
  accessRole,
  tags,
  profile,
  hours,
  shifts,
  lastShift,
  joined,
  missed,
  listed,
]

export const referencesOf = (audience: Audience): Reference[] => [
  ...RULES.flatMap(({ references }) => references?.(audience) ?? []),
  ...referencesTo('people', [...(audience.people ?? []), ...(audience.except ?? [])]),
]
