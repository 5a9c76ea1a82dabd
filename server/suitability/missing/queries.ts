import { type RawBuilder, sql } from 'kysely'
import { expiresSql, expiryOf } from '#server/records/current.ts'
import { isLiveSql } from '#server/shift-facts/event-sql.ts'
import type { Unfit } from './rules.ts'

/*
 * `inactive` and `unqualified` of `judge` and `obstaclesOf` in SQL, for filters and counts. A test compares both over
 * random clubs.
 */

/** The lists whose records require competencies, with the field of a shift that names one. */
const DEMANDING = [
  ['roles', 'role'],
  ['assignments', 'assignment'],
] as const

/** SQL: ids of competencies that a shift's role and assignment require together. @param shift the alias of its row. */
export const neededSql = (shift: string): string =>
  `(${DEMANDING.map(
    ([list, field]) =>
      `coalesce((select x.required_competencies from core.${list} x where x.id = ${shift}.${field}), '{}')`,
  ).join(' || ')})`

/** SQL: a query for the ids of all required competencies. */
export const requiredSql = DEMANDING.map(([list]) => `select unnest(x.required_competencies) from core.${list} x`).join(
  ' union ',
)

/** SQL: `Requirements` of the site. */
export const requirementsSql = `json_build_object(${DEMANDING.map(
  ([list]) => `'${list}', (select coalesce(json_object_agg(x.id, x.required_competencies), '{}') from core.${list} x
    where x.required_competencies <> '{}')`,
).join()}, 'competencies', (select coalesce(json_object_agg(c.id, c.name), '{}') from core.competencies c
    where c.id in (${requiredSql})))`

/** SQL: a query for a shift's last local day, consistent with `daysOf`. */
function lastDaySql(shift: string): string {
  const day = (instant: string) => `(${instant} at time zone site.timezone)::date`
  const first = day(`${shift}.start`)
  return `select greatest(${first}, least(${day(`(${shift}."end" - interval '1 millisecond')`)}, ${first} + 59)) as last
    from core.sites site where site.id = ${shift}.site_id`
}

/**
 * SQL: a query for `id`, `name` and `until` of required competencies that a person misses on the shift's last day.
 * @param shift the alias of its row. @param person SQL of an id.
 */
export const missingSql = (shift: string, person: string): string => `
  select c.id, c.name, newest.until from core.competencies c cross join (${lastDaySql(shift)}) days
  left join lateral (select n.id, ${expiryOf('n', 'c')} as until from core.records n
    where n.person = ${person} and n.competency = c.id and n.achieved <= days.last
    order by n.achieved desc, n.id desc limit 1) newest on true
  where c.id = any (${neededSql(shift)}) and (newest.id is null or newest.until < days.last)`

/** SQL: the person's `Held`, limited to competencies that some role or assignment requires. @param person SQL of an id. */
export const heldSql = (person: string): string => `
  (select coalesce(json_object_agg(h.competency, h.until), '{}') from (
    select distinct on (n.competency) n.competency, ${expiresSql('n')} as until from core.records n
    where n.person = ${person} and n.competency in (${requiredSql})
    order by n.competency, n.achieved desc, n.id desc) h)`

/** SQL. @param person the alias of a row of people. */
export const inactiveSql = (person: string): string =>
  `(not ${person}.is_active or ${person}.role = 'new' or ${person}.erased_at is not null)`

const unfitAheadSql = (shift: string): string => `
  (select json_build_object('inactive', u.inactive, 'missing', u.missing) from (
    select ${inactiveSql('holder')} as inactive,
      (select coalesce(json_agg(m order by m.name collate core.reading_order, m.id), '[]') from (${missingSql(shift, 'holder.id')}) m) as missing
    from core.people holder join core.events about on about.id = ${shift}.event
    where holder.id = ${shift}.person and ${isLiveSql('about')}) u
  where u.inactive or json_array_length(u.missing) > 0)`

const holds = (shift: string): string => `${shift}.person is not null and ${shift}."end"`

/**
 * SQL: why the person should not be on a shift that is not over, as `Unfit`; null for no reason, for open shifts, and
 * for events that are called off or archived.
 * @param shift the alias of its row. @param now SQL of the instant.
 */
export const unfitSql = (shift: string, now: string): string =>
  `case when ${holds(shift)} > ${now} then ${unfitAheadSql(shift)} end`

/** Like `unfitSql`, but binds the instant; null finds nothing. */
export const unfitAt = (shift: string, now: Date | null): RawBuilder<Unfit | null> =>
  sql`case when ${sql.raw(holds(shift))} > ${now}::timestamptz then ${sql.raw(unfitAheadSql(shift))} end`

/**
 * SQL: whether `unfitSql` finds anything. For filters and counts over many shifts: role, assignment and person exclude
 * most of them early.
 * @param shift the alias of its row. @param now SQL of the instant.
 */
export const isUnfitSql = (shift: string, now: string): string => `(${holds(shift)} > ${now}
  and (${DEMANDING.map(
    ([list, field]) =>
      `${shift}.${field} = any (array(select x.id from core.${list} x where x.required_competencies <> '{}')) or `,
  ).join('')}
    ${shift}.person = any (array(select p.id from core.people p where ${inactiveSql('p')})))
  and ${unfitAheadSql(shift)} is not null)`

/** SQL: the shifts that are not over whose people should not be on them, with why as `unfit`. */
export const unfitAhead = (now: Date): RawBuilder<unknown> => sql`
  select s.site_id, s.id, s.event, s.person, s.start, ${sql.raw(unfitSql('s', 'instant.now'))} as unfit
  from shifts s, (select ${now}::timestamptz as now) instant
  where s.start > instant.now - interval '60 days' and ${sql.raw(isUnfitSql('s', 'instant.now'))}`
