import { CompiledQuery } from 'kysely'
import { runningSearch } from '#server/cover/own.ts'
import { instantSql } from '#server/engine/kernel/db/instant-sql.ts'
import { JsonText } from '#server/engine/kernel/json-text.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { ownAnswerSql } from '#server/shift-facts/answer-states/shown.ts'
import type { CalendarAnswer } from './contract.ts'
import type { Window } from './month.pure.ts'

/** `merge` false lists the events of a consecutive series separately, as the day view does. */
type Reader = { person: number; admin: boolean; organisation: string; merge?: boolean }

/**
 * Reads a person's calendar in one statement: overlapping events, consecutive series as one entry each, and the
 * person's published shifts, requests and availability. `shifts` and `empty` count all and open shifts, for admins.
 */
export async function readCalendar(
  db: SiteDb,
  { from, to }: Window,
  { person, admin, organisation, merge = true }: Reader,
): Promise<JsonText<CalendarAnswer>> {
  const text = STATEMENTS[admin ? 'admin' : 'member'][merge ? 'merged' : 'single']
  const { rows } = await db.executeQuery<{ answer: string }>(
    CompiledQuery.raw(text, [from.toISOString(), to.toISOString(), person, organisation]),
  )
  return new JsonText(rows[0]!.answer)
}

const byId = (select: string) => `(select coalesce(json_object_agg(x.id, x), '{}') from (${select}) x)`

/** Names by id. Takes an array, duplicates included: PostgreSQL starts its scan sooner than a join. */
const named = (table: string, ids: string) => byId(`select id, name from ${table} where id = any(array(${ids}))`)

const COUNTS = 'count(*) as shifts, count(*) filter (where person is null) as empty'

/**
 * $1 and $2: the window's instants; $3: the person; $4: the organisation's name. Counts all shifts in one pass over
 * their index and hash-joins events; a lateral join would scan per event. Naming each table as rarely as possible saves
 * a quarter of the time (docs/performance.md).
 */
const statement = (admin: boolean, merge: boolean) => `
  with single as materialized (
    select e.id, e.name, e.series, e.eventtype, e.start, e."end", e.location, e.color, e.event_url, e.decision
    from events e ${merge ? 'left join series se on se.site_id = e.site_id and se.id = e.series' : ''}
    where e.start < $2::timestamptz and (e."end" > $1::timestamptz or e.start >= $1::timestamptz) and not e.archived
      ${merge ? 'and se.consecutive is not true' : ''}),
  merged as materialized (
    select se.id, se.name, se.consecutive, min(e.start) as start, max(e."end") as "end", count(*) as events
    from series se join events e on e.site_id = se.site_id and e.series = se.id
    where ${merge} and se.consecutive and not e.archived
    group by se.site_id, se.id, se.name, se.consecutive
    having min(e.start) < $2::timestamptz and max(e."end") > $1::timestamptz),
  own as materialized (
    select s.id, s.event, s.person, s.role, s.assignment, s.location, s.start, s."end", s.modified_start, s.modified_end, s.draft, s.actual_start is not null as begun, e.series,
      ${ownAnswerSql('s', "(select ask_answers from sites where id = current_setting('app.site_id')::bigint)")} as answer,
      s.nudged, s.answer is not distinct from 'seeking_cover' and ${runningSearch('s')} as sought
    from shift_facts s join events e on e.site_id = s.site_id and e.id = s.event
    where s.person = $3::bigint and s.draft is not null
      and (s.start < $2::timestamptz and s."end" > $1::timestamptz or s.event in (select id from single) or e.series in (select id from merged))),
  asked as materialized (
    select r.id, r.event, r.person, r.comments, e.series,
      r.declined_at is not null or exists (select from shifts s where s.site_id = r.site_id and s.event = r.event and s.person = r.person and s.draft is not null) as actioned
    from requests r join events e on e.site_id = r.site_id and e.id = r.event
    where r.person = $3::bigint and (r.event in (select id from single) or e.series in (select id from merged))),
  ${admin ? `counted as materialized (select event, ${COUNTS} from shifts where event = any(array(select id from single)) group by event),` : ''}
  entries as (
    select 'series' as kind, id, start, id in (select series from own) as mine,
      id in (select series from asked where not actioned) as requested from merged
    union all
    select 'event', id, start, id in (select event from own), id in (select event from asked where not actioned) from single)
  select json_build_object(
    'start', ${instantSql('$1::timestamptz')}, 'end', ${instantSql('$2::timestamptz')},
    'count', count(*),
    'entries', coalesce(json_agg(json_build_object('kind', kind, 'id', id, 'mine', coalesce(mine, false),
      'requested', coalesce(requested, false)) order by start, kind desc, id), '[]'),
    'order', coalesce(json_agg(id order by start, kind desc, id) filter (where kind = 'event'), '[]'),
    'results', json_build_object(
      'events', ${byId(`select e.id, e.name, e.series, e.eventtype, ${instantSql('e.start')} as start, ${instantSql('e."end"')} as "end", e.location,
        coalesce(e.color, t.color) as color, false as external, e.event_url, e.decision, $4::text as organisation,
        ${admin ? 'coalesce(c.shifts, 0) as shifts, coalesce(c.empty, 0) as empty' : 'null as shifts, null as empty'}
        from single e left join eventtypes t on t.id = e.eventtype
        ${admin ? 'left join counted c on c.event = e.id' : ''}`)},
      'series', (select coalesce(json_object_agg(id, found), '{}') from (
        select m.id, json_build_object('id', m.id, 'name', m.name, 'consecutive', m.consecutive, 'start', ${instantSql('m.start')}, 'end', ${instantSql('m."end"')},
          'events', m.events, 'shifts', ${admin ? 'c.shifts' : 'null'}, 'empty', ${admin ? 'c.empty' : 'null'}) as found
        from merged m
        ${admin ? `cross join lateral (select ${COUNTS} from shifts s join events e on e.site_id = s.site_id and e.id = s.event where e.series = m.id and not e.archived) c` : ''}
        union all
        select id, json_build_object('id', id, 'name', name) from series
        where id = any(array(select series from single)) and id not in (select id from merged)) x),
      'shifts', ${byId(`select id, event, person, role, assignment, location, ${instantSql('start')} as start, ${instantSql('"end"')} as "end", ${instantSql('modified_start')} as modified_start, ${instantSql('modified_end')} as modified_end, ${instantSql('draft')} as draft, begun, answer, nudged, sought from own`)},
      'requests', ${byId('select id, event, person, comments, actioned from asked')},
      'availability', ${byId(`select id, person, date, ${instantSql('start')} as start, ${instantSql('"end"')} as "end", available from availability
        where person = $3::bigint and start < $2::timestamptz and "end" >= $1::timestamptz`)},
      'eventtypes', ${named('eventtypes', 'select eventtype from single')},
      'locations', ${named('locations', 'select location from single union all select location from own')},
      'assignments', ${named('assignments', 'select assignment from own')},
      'roles', ${named('roles', 'select role from own')}))::text as answer from entries`

/** The kind of reader changes the text of the statement, so that the server plans only the parts that run. */
const STATEMENTS = {
  admin: { merged: statement(true, true), single: statement(true, false) },
  member: { merged: statement(false, true), single: statement(false, false) },
}
