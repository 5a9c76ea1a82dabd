import { CompiledQuery } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { JsonText } from '#server/engine/kernel/json-text.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { givenAnswerSql } from '#server/shift-facts/answer-states/shown.ts'
import { soughtSql } from '#server/shift-facts/answer-states/sought.ts'
import { isOffSql, isOnSql } from '#server/shift-facts/event-sql.ts'
import { outsideSql, personEndSql, personStartSql } from '#server/shift-facts/times/rules.ts'
import { unfitSql } from '#server/suitability/missing/queries.ts'
import type { Grid, GridQuery } from './contract.ts'

/** A wider grid is unreadable; people move its window instead. */
const MAX_EVENTS = 80

type Args = { query: GridQuery; zone: string; now: Date }

/**
 * Reads the window's events with all their shifts in one statement. Starts today unless given; days are those of
 * `zone`.
 */
export async function getGrid(db: SiteDb, { query, zone, now }: Args): Promise<JsonText<Grid>> {
  const from = query.from
    ? Temporal.PlainDate.from(query.from)
    : Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone).toPlainDate()
  const until = from.add({ days: query.days })
  const edge = (day: Temporal.PlainDate) => day.toZonedDateTime(zone).toInstant().toString()
  const { type, role, person, show } = query
  const { rows } = await db.executeQuery<{ grid: string }>(
    CompiledQuery.raw(STATEMENT, [edge(from), edge(until), type, role, person, show, now]),
  )
  const found = new JsonText<Found>(rows[0]!.grid)
  return found.with({ from: from.toString(), until: until.toString() })
}

type Found = Omit<Grid, 'from' | 'until'>

const optionsOf = (table: string) =>
  `(select coalesce(json_agg(json_build_object('id', id, 'name', name) order by "order", name collate core.reading_order), '[]')
    from ${table} where not archived)`

/**
 * $1 and $2: the window's instants; $3 to $5: types, roles and people of the filter (none: all); $6: the kind of
 * shifts; $7: now.
 */
const STATEMENT = `
  with window_events as materialized (
    select e.id, e.name, e.start, e."end", e.location, ${isOffSql('e')} as called_off from events e
    where e.start < $2::timestamptz and e."end" > $1::timestamptz and not e.archived
      and (cardinality($3::bigint[]) = 0 or e.eventtype = any ($3::bigint[]))
    order by e.start, e.id limit ${MAX_EVENTS + 1}),
  event_shifts as materialized (
    select s.id, s.event, s.person, p.name, s.assignment, s.role, s.location, ${personStartSql('s')} as start, ${personEndSql('s')} as "end", s.draft is not null as published, ${outsideSql('s', 'w')} as outside, ${givenAnswerSql('s')} as answer, s.nudged, s.actual_start is not null and s.actual_end is null as here, s.actual_start is not null as begun, ${soughtSql('s')} as sought, ${unfitSql('s', '$7::timestamptz')} as unfit, to_json(s.updated_at) #>> '{}' as version,
      (select ev.name from shifts o join events ev on ev.site_id = o.site_id and ev.id = o.event and ${isOnSql('ev')}
        where not w.called_off and o.site_id = s.site_id and o.person = s.person and o.id <> s.id and ${personStartSql('o')} < ${personEndSql('s')} and ${personEndSql('o')} > ${personStartSql('s')}
          and o.start > s.start - interval '31 days' order by o.start limit 1) as clash
    from window_events w
    join shift_facts s on s.event = w.id
    left join people p on p.site_id = s.site_id and p.id = s.person
    where (cardinality($4::bigint[]) = 0 or s.role = any ($4::bigint[]))
      and (cardinality($5::bigint[]) = 0 or s.person = any ($5::bigint[]))),
  matching as (
    select s.event from event_shifts s
    where case $6::text when 'open' then s.person is null when 'unanswered' then s.answer = 'asked' when 'cover' then s.answer = 'seeking_cover' when 'unpublished' then not s.published when 'clashes' then s.clash is not null when 'unfit' then s.unfit is not null when 'outside' then s.outside else true end),
  matching_events as materialized (
    select w.* from window_events w
    where $6 = 'all' and cardinality($4::bigint[]) = 0 and cardinality($5::bigint[]) = 0 or w.id in (select event from matching)),
  grid_events as materialized (select * from matching_events order by start, id limit ${MAX_EVENTS}),
  grid_shifts as materialized (select * from event_shifts where event in (select id from grid_events)),
  grid_rows as (
    select d.assignment, d.role, a.name as assignment_name, a."order" as assignment_order, r.name as role_name, r."order" as role_order
    from (select distinct assignment, role from grid_shifts) d
    left join assignments a on a.id = d.assignment
    left join roles r on r.id = d.role)
  select json_build_object(
    'events', (select coalesce(json_agg(json_build_object('id', w.id, 'name', w.name, 'start', w.start, 'end', w."end", 'location', l.name,
      'called_off', w.called_off)
      order by w.start, w.id), '[]') from grid_events w left join locations l on l.id = w.location),
    'cut', (select count(*) from matching_events) > ${MAX_EVENTS},
    'rows', (select coalesce(json_agg(json_build_object('key', coalesce(assignment::text, 'null') || '-' || coalesce(role::text, 'null'),
      'assignment', assignment, 'role', role, 'assignment_name', coalesce(assignment_name, ''), 'role_name', coalesce(role_name, ''))
      order by assignment_order nulls last, assignment_name collate core.reading_order nulls first, role_order nulls last, role_name collate core.reading_order nulls first), '[]') from grid_rows),
    'shifts', (select coalesce(json_agg(s order by s.start, s.id), '[]') from grid_shifts s),
    'eventtypes', ${optionsOf('eventtypes')},
    'roles', ${optionsOf('roles')},
    'people', (select coalesce(json_object_agg(id, name), '{}') from people where id = any ($5::bigint[])))::text as grid`
