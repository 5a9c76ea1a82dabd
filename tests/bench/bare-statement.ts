import { DEFAULT_SETTINGS } from '#server/engine/access/actor.ts'

const INSTANTS = [
  'start',
  'end',
  'modified_start',
  'modified_end',
  'actual_start',
  'actual_end',
  'draft',
  'answered_at',
  'decide_at',
  'last_login',
]

const instant = (value: string) => `to_char(${value}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/**
 * The current attempt to fill a shift: a hold, or a search for cover with the number of people asked.
 * @param s the alias of its row.
 */
const sought = (
  s: string,
) => `case when ${s}.draft is not null and (${s}.person is null or ${s}.answer = 'seeking_cover') then coalesce(
  (select json_build_object('state', 'held', 'asked', 0) from core.waitingoffers o
    where o.site_id = $1 and o.shift = ${s}.id and ${s}.person is null and o.ended is null and o.exclusive limit 1),
  (select json_build_object('state', c.state, 'asked', (select count(*) from core.coverasks k where k.site_id = $1 and k.cover = c.id))
    from core.covers c where c.site_id = $1 and c.shift = ${s}.id and c.state in ('searching', 'paused', 'exhausted') limit 1)) end`

/** Whether shift `s` is more than half an hour outside of event `x`, or of its day. */
const isOutside = (s: string, x: string) =>
  `(${s}.start < ${x}.start - interval '30 minutes'
    or ${s}."end" > case when ${x}."end" > ${x}.start then ${x}."end" else ${x}.start + interval '1 day' end + interval '30 minutes')`

/** As `isOutside`, for a shift whose event is not joined. @param s the alias of its row. */
export const outside = (s: string) =>
  `coalesce((select ${isOutside(s, 'x')} from core.events x where x.site_id = $1 and x.id = ${s}.event), false)`

/** Why the person on a shift is unfit. Records of the data set do not expire. @param s the alias of its row. */
const unfit = (s: string) =>
  `case when ${s}."end" > now() then (select to_json(u) from (
    select not h.is_active or h.role = 'new' or h.erased_at is not null as inactive,
      (select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'until', null) order by c.name), '[]')
        from core.competencies c
        where c.site_id = $1 and (c.id = any (array(select unnest(r.required_competencies) from core.roles r where r.site_id = $1 and r.id = ${s}.role))
          or c.id = any (array(select unnest(a.required_competencies) from core.assignments a where a.site_id = $1 and a.id = ${s}.assignment))) and not exists (
          select from core.records n where n.site_id = $1 and n.person = h.id and n.competency = c.id and n.achieved <= ${s}.start::date)) as missing
    from core.people h join core.events x on x.site_id = $1 and x.id = ${s}.event
    where h.site_id = $1 and h.id = ${s}.person and not x.archived and x.decision is distinct from 'off') u
  where u.inactive or json_array_length(u.missing) > 0) end`

/**
 * Fields that are not columns: open shifts of an event, the name of its site, complete settings, and the blocks of a
 * person (none here).
 */
const COMPUTED: Record<string, (alias: string) => string> = {
  sought,
  outside,
  unfit,
  'e.outside': (e) =>
    `(select count(*) from core.shifts s where s.site_id = $1 and s.event = ${e}.id and ${isOutside('s', e)})`,
  external: () => 'false',
  organisation: () => '(select name from core.sites where id = $1)',
  contacts: (e) =>
    `(select coalesce(json_agg(c.person order by c.id), '[]') from core.event_contacts c where c.site_id = $1 and c.event = ${e}.id)`,
  empty: (e) => `(select count(*) from core.shifts s where s.site_id = $1 and s.event = ${e}.id and s.person is null)`,
  settings: (p) =>
    `case when ${p}.settings = '{}' then '${JSON.stringify(DEFAULT_SETTINGS)}'::jsonb else ${p}.settings end`,
  email_blocked: (p) =>
    `case when ${p}.email_blocked is not null then json_build_object('reason', ${p}.email_blocked, 'since', ${instant(`${p}.email_blocked_at`)}, 'words', ${p}.email_blocked_cause, 'detail', ${p}.email_blocked_detail) end`,
  sms_blocked: (p) =>
    `case when ${p}.sms_blocked then json_build_object('reason', 'stopped', 'since', ${instant(`${p}.sms_blocked_at`)}, 'words', '', 'detail', null) end`,
}

const cellOf = (alias: string, column: string) =>
  (COMPUTED[`${alias}.${column}`] ?? COMPUTED[column])?.(alias) ??
  (INSTANTS.includes(column) ? instant(`${alias}."${column}"`) : `${alias}."${column}"`)

const record = (alias: string, columns: string[]) =>
  `json_build_object(${columns.map((column) => `'${column}', ${cellOf(alias, column)}`).join(', ')})`

const keyed = (alias: string, columns: string[], source: string) =>
  `(select json_object_agg(${alias}.id, ${record(alias, columns)}) from ${source})`

const SHIFT = [
  'id',
  'event',
  'person',
  'role',
  'assignment',
  'location',
  'start',
  'end',
  'modified_start',
  'modified_end',
  'actual_start',
  'actual_end',
  'outside',
  'unfit',
  'hours',
  'draft',
  'notes',
  'published_by',
  'answer',
  'answered_at',
  'answered_by',
  'answer_reason',
  'nudged',
  'sought',
]
const EVENT = [
  'id',
  'name',
  'series',
  'eventtype',
  'start',
  'end',
  'location',
  'color',
  'event_url',
  'details',
  'contact',
  'contacts',
  'archived',
  'minimum',
  'minimums',
  'decide_at',
  'decision',
  'external',
  'organisation',
  'empty',
  'outside',
]
const PERSON = [
  'id',
  'name',
  'email',
  'phone',
  'sms_verified',
  'avatar',
  'role',
  'is_active',
  'email_notifications',
  'email_reminders',
  'email_newsletters',
  'sms_notifications',
  'settings',
  'cover_requests',
  'joined',
  'last_login',
  'email_blocked',
  'sms_blocked',
  'notes',
  'tags',
  'hide_verify_phone',
]
const ROLE = ['id', 'name', 'order', 'details', 'archived', 'required_competencies']
const LOCATION = ['id', 'name', 'address', 'order', 'details', 'archived']

/** The first 50 shifts of site $1 with their relations, as one JSON text, by hand. */
export const bareStatement = `
with page as materialized (select * from core.shift_facts where site_id = $1 order by start, id limit 50)
select json_build_object(
  'count', (select count(*) from core.shifts where site_id = $1),
  'order', (select json_agg(id order by start, id) from page),
  'results', json_build_object(
    'shifts', ${keyed('p', SHIFT, 'page p')},
    'events', ${keyed('e', EVENT, 'core.events e where e.site_id = $1 and e.id in (select event from page)')},
    'people', ${keyed('h', PERSON, 'core.people h where h.site_id = $1 and h.id in (select person from page)')},
    'roles', ${keyed('r', ROLE, 'core.roles r where r.site_id = $1 and r.id in (select role from page)')},
    'locations', ${keyed('l', LOCATION, 'core.locations l where l.site_id = $1 and l.id in (select location from page)')}))::text as json`

/** A page of `collection` by hand. `found` selects the matching rows with all columns. */
const pageOf = (collection: 'people' | 'shifts', found: string, order: string, rest = '') => `
with page as materialized (${found} order by ${order} limit 50)
select json_build_object(
  'count', (select count(*) from (${found}) f),
  'order', (select json_agg(id order by ${order}) from page),
  'results', json_build_object('${collection}', ${keyed('p', collection === 'people' ? PERSON : SHIFT, 'page p')}${rest}))::text as json`

const PEOPLE = 'select * from core.people where site_id = $1'

export const barePeople = pageOf('people', PEOPLE, 'name_lower, id')

/** @see barePeople; $2 is a pattern of ILIKE. */
export const bareSearch = pageOf(
  'people',
  `${PEOPLE} and (name ilike $2 or email ilike $2 or phone ilike $2)`,
  'name_lower, id',
)

export const bareByPerson = pageOf(
  'shifts',
  `select s.* from core.shift_facts s join core.people h on h.site_id = s.site_id and h.id = s.person where s.site_id = $1 and h.name ilike $2`,
  'start, id',
  `, 'people', ${keyed('h', PERSON, 'core.people h where h.site_id = $1 and h.id in (select person from page)')}`,
)

const namesOf = (table: string, ids: string) =>
  `(select coalesce(json_object_agg(id, json_build_object('id', id, 'name', name)), '{}') from core.${table} where site_id = $1 and id in (${ids}))`

/**
 * The calendar of person $2, an admin, from $3 to $4, field for field as the product answers it; $5 is the name of the
 * site.
 */
export const bareCalendar = `
with single as materialized (
    select e.* from core.events e left join core.series s on s.site_id = $1 and s.id = e.series
    where e.site_id = $1 and e.start < $4 and (e."end" > $3 or e.start >= $3) and not e.archived and s.consecutive is not true),
  merged as materialized (
    select s.id, s.name, min(e.start) as start, max(e."end") as "end", count(*) as events
    from core.series s join core.events e on e.site_id = $1 and e.series = s.id
    where s.site_id = $1 and s.consecutive and not e.archived group by s.id, s.name having min(e.start) < $4 and max(e."end") > $3),
  own as materialized (
    select s.*, e.series as of_series from core.shift_facts s join core.events e on e.site_id = $1 and e.id = s.event
    where s.site_id = $1 and s.person = $2 and s.draft is not null
      and (s.start < $4 and s."end" > $3 or s.event in (select id from single) or e.series in (select id from merged))),
  asked as materialized (
    select r.*, e.series as of_series, r.declined_at is not null
      or exists (select from core.shifts s where s.site_id = $1 and s.event = r.event and s.person = $2 and s.draft is not null) as actioned
    from core.requests r join core.events e on e.site_id = $1 and e.id = r.event
    where r.site_id = $1 and r.person = $2 and (r.event in (select id from single) or e.series in (select id from merged)))
select json_build_object(
  'start', ${instant('$3::timestamptz')}, 'end', ${instant('$4::timestamptz')},
  'count', (select count(*) from single) + (select count(*) from merged),
  'entries', (select coalesce(json_agg(json_build_object('kind', kind, 'id', id, 'mine', mine, 'requested', requested) order by start, kind desc, id), '[]') from (
    select 'series' as kind, id, start, exists (select from own where of_series = m.id) as mine,
      exists (select from asked where of_series = m.id and not actioned) as requested from merged m
    union all
    select 'event', id, start, exists (select from own where event = e.id), exists (select from asked where event = e.id and not actioned) from single e) n),
  'order', (select coalesce(json_agg(id order by start, id), '[]') from single),
  'results', json_build_object(
    'events', (select coalesce(json_object_agg(e.id, json_build_object('id', e.id, 'name', e.name, 'series', e.series, 'eventtype', e.eventtype,
        'start', ${instant('e.start')}, 'end', ${instant('e."end"')}, 'location', e.location, 'color', coalesce(e.color, t.color), 'external', false,
        'event_url', e.event_url, 'decision', e.decision, 'organisation', $5::text, 'shifts', coalesce(c.shifts, 0), 'empty', coalesce(c.empty, 0))), '{}')
      from single e left join core.eventtypes t on t.site_id = $1 and t.id = e.eventtype
      left join (select event, count(*) as shifts, count(*) filter (where person is null) as empty from core.shifts
        where site_id = $1 and event = any(array(select id from single)) group by event) c on c.event = e.id),
    'series', (select coalesce(json_object_agg(id, found), '{}') from (
      select m.id, json_build_object('id', m.id, 'name', m.name, 'consecutive', true, 'start', ${instant('m.start')}, 'end', ${instant('m."end"')},
        'events', m.events, 'shifts', c.shifts, 'empty', c.empty) as found
      from merged m cross join lateral (select count(*) as shifts, count(*) filter (where s.person is null) as empty
        from core.events e join core.shifts s on s.site_id = $1 and s.event = e.id where e.site_id = $1 and e.series = m.id and not e.archived) c
      union all
      select id, json_build_object('id', id, 'name', name) from core.series
      where site_id = $1 and id in (select series from single) and id not in (select id from merged)) x),
    'shifts', (select coalesce(json_object_agg(s.id, json_build_object('id', s.id, 'event', s.event, 'person', s.person, 'role', s.role,
      'assignment', s.assignment, 'location', s.location, 'start', ${instant('s.start')}, 'end', ${instant('s."end"')},
      'modified_start', ${instant('s.modified_start')}, 'modified_end', ${instant('s.modified_end')}, 'draft', ${instant('s.draft')},
      'begun', s.actual_start is not null,
      'answer', case when s.answer = 'asked' and not (select ask_answers from core.sites where id = $1) then 'confirmed' else s.answer end, 'nudged', s.nudged,
      'sought', s.answer is not distinct from 'seeking_cover' and exists (select from core.covers c where c.site_id = $1 and c.shift = s.id
        and c.state in ('searching', 'paused', 'exhausted')))), '{}') from own s),
    'requests', (select coalesce(json_object_agg(id, json_build_object('id', id, 'event', event, 'person', person, 'comments', comments, 'actioned', actioned)), '{}')
      from asked),
    'availability', (select coalesce(json_object_agg(a.id, json_build_object('id', a.id, 'person', a.person, 'date', a.date,
      'start', ${instant('a.start')}, 'end', ${instant('a."end"')}, 'available', a.available)), '{}')
      from core.availability a where a.site_id = $1 and a.person = $2 and a.start < $4 and a."end" >= $3),
    'eventtypes', ${namesOf('eventtypes', 'select eventtype from single')},
    'locations', ${namesOf('locations', 'select location from single union select location from own')},
    'assignments', ${namesOf('assignments', 'select assignment from own')},
    'roles', ${namesOf('roles', 'select role from own')}))::text as json`

const startOf = (s: string) => `coalesce(${s}.modified_start, ${s}.start)`
const endOf = (s: string) => `coalesce(${s}.modified_end, ${s}."end")`

const optionsOf = (table: string) =>
  `(select coalesce(json_agg(json_build_object('id', id, 'name', name) order by "order", name collate core.reading_order), '[]')
    from core.${table} where site_id = $1 and not archived)`

/**
 * Events from $2 to $3 with their shifts, names, and each person's overlapping event: field for field the product's
 * grid. $4 and $5 are the days of the instants.
 */
export const bareGrid = `
with found as materialized (
    select id, name, start, "end", location, decision is not distinct from 'off' as called_off from core.events
    where site_id = $1 and start < $3 and "end" > $2 and not archived order by start, id limit 81),
  shown as materialized (select * from found order by start, id limit 80),
  held as materialized (
    select s.id, s.event, s.person, p.name, s.assignment, s.role, s.location, ${startOf('s')} as start, ${endOf('s')} as "end", s.draft is not null as published,
      case when s.answer <> 'asked' or (select ask_answers from core.sites where id = $1) then s.answer end as answer, s.nudged, ${sought('s')} as sought,
      to_json(s.updated_at) #>> '{}' as version, ${outside('s')} as outside, ${unfit('s')} as unfit, s.actual_start is not null and s.actual_end is null as here, s.actual_start is not null as begun,
      (select x.name from core.shifts o join core.events x on x.site_id = $1 and x.id = o.event and x.decision is distinct from 'off'
        where not e.called_off and o.site_id = $1 and o.person = s.person and o.id <> s.id and ${startOf('o')} < ${endOf('s')} and ${endOf('o')} > ${startOf('s')}
          and o.start > s.start - interval '31 days' order by o.start limit 1) as clash
    from shown e join core.shift_facts s on s.site_id = $1 and s.event = e.id left join core.people p on p.site_id = $1 and p.id = s.person),
  pairs as (
    select d.assignment, d.role, coalesce(a.name, '') as assignment_name, a."order" as assignment_order, coalesce(r.name, '') as role_name, r."order" as role_order
    from (select distinct assignment, role from held) d
    left join core.assignments a on a.site_id = $1 and a.id = d.assignment left join core.roles r on r.site_id = $1 and r.id = d.role)
select json_build_object('grid', json_build_object(
  'from', $4::text, 'until', $5::text, 'cut', (select count(*) from found) > 80, 'people', '{}'::json,
  'events', (select coalesce(json_agg(json_build_object('id', e.id, 'name', e.name, 'start', e.start, 'end', e."end", 'location', l.name,
      'called_off', e.called_off) order by e.start, e.id), '[]')
    from shown e left join core.locations l on l.site_id = $1 and l.id = e.location),
  'rows', (select coalesce(json_agg(json_build_object('key', coalesce(assignment::text, 'null') || '-' || coalesce(role::text, 'null'),
      'assignment', assignment, 'role', role, 'assignment_name', assignment_name, 'role_name', role_name)
      order by assignment_order nulls last, assignment_name collate core.reading_order, role_order nulls last, role_name collate core.reading_order), '[]') from pairs),
  'shifts', (select coalesce(json_agg(h order by h.start, h.id), '[]') from held h),
  'eventtypes', ${optionsOf('eventtypes')},
  'roles', ${optionsOf('roles')}))::text as json`
