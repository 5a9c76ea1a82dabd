import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#server/engine/access/context.ts'
import { eventNameSql, isLiveSql } from '#server/shift-facts/event-sql.ts'
import { outsideSql } from '#server/shift-facts/times/rules.ts'
import { unfitAhead } from '#server/suitability/missing/queries.ts'

/** SQL: the rows of To do: events that were moved without some of their shifts, by the first of these. */
export const outsideToDo = ({ clock }: Ctx): RawBuilder<unknown> => sql`
  select e.id, min(s.start) as at, null::bigint as person, '' as who, null::text as avatar, e.id as event, ${sql.raw(eventNameSql('e.name'))} as what, e.start,
    json_build_object('shifts', count(*)) as facts
  from shifts s join events e on e.site_id = s.site_id and e.id = s.event
  where s."end" > ${clock.now()} and ${sql.raw(outsideSql('s', 'e'))} and ${sql.raw(isLiveSql('e'))}
  group by e.id, e.name, e.start`

/** SQL: the rows of To do: people who are on coming shifts and not qualified for them, or not active, by the first of these. */
export const unfitToDo = ({ clock }: Ctx): RawBuilder<unknown> => sql`
  select p.id, u.start as at, p.id as person, coalesce(nullif(p.name, ''), p.email) as who, p.avatar, e.id as event, ${sql.raw(eventNameSql('e.name'))} as what, u.start,
    json_build_object('shifts', u.shifts, 'inactive', u.inactive, 'missing', u.missing) as facts
  from (
    select f.site_id, f.person, (array_agg(f.event order by f.start, f.id))[1] as event, min(f.start) as start, count(*) as shifts,
      bool_or((f.unfit ->> 'inactive')::boolean) as inactive, (array_agg(f.unfit -> 'missing' order by f.start, f.id))[1] as missing
    from (${unfitAhead(clock.now())}) f group by f.site_id, f.person) u
  join people p on p.site_id = u.site_id and p.id = u.person
  join events e on e.site_id = u.site_id and e.id = u.event`
