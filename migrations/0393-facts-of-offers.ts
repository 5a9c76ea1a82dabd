import { type Db, run } from './site-table.ts'

/**
 * What somebody is offered, asked to cover or agrees to swap stands on the facts that they read, by the same rule as an answer: the same day, a start
 * within 30 minutes, an end no more than 30 minutes later, the same place, assignment and role. Where these are not known, it stands.
 */
export async function up(db: Db) {
  await run(
    db,
    `create function core.is_as_stated(site bigint, of_start timestamptz, of_end timestamptz, of_location bigint, of_assignment bigint, of_role bigint,
         held core.shifts, place bigint) returns boolean
       language sql stable set search_path = core as $$
       select not has_moved(of_start, place, held.start, place, (select t.timezone from sites t where t.id = site))
         and held."end" <= coalesce(of_end, held."end") + interval '30 minutes'
         and (place is not distinct from of_location
           or of_location is not null and not exists (select from locations l where l.site_id = site and l.id = of_location))
         and (held.assignment is not distinct from of_assignment
           or of_assignment is not null and not exists (select from assignments x where x.site_id = site and x.id = of_assignment))
         and (held.role is not distinct from of_role
           or of_role is not null and not exists (select from roles r where r.site_id = site and r.id = of_role)) $$;

     create or replace function core.still_holds(given core.answers, held core.shifts, place bigint) returns boolean
       language sql stable set search_path = core as $$
       select given.start is not null
         and is_as_stated(given.site_id, given.start, given."end", given.location, given.assignment, given.role, held, place) $$;

     alter table core.covers add column sought_end timestamptz, add column sought_assignment bigint, add column sought_role bigint;
     alter table core.waitingoffers add column start timestamptz, add column "end" timestamptz, add column location bigint, add column role bigint;
     alter table core.swap_parts add column given_end timestamptz, add column given_role bigint;
     ${TABLES.map((table) => `alter table core.${table} no force row level security;`).join('\n')}
     update core.covers c set sought_end = s."end", sought_assignment = s.assignment, sought_role = s.role
       from core.shifts s where s.site_id = c.site_id and s.id = c.shift;
     update core.waitingoffers o set start = s.start, "end" = s."end", location = coalesce(s.location, e.location), role = s.role
       from core.shifts s join core.events e on e.site_id = s.site_id and e.id = s.event where s.site_id = o.site_id and s.id = o.shift;
     update core.swap_parts p set given_end = s."end", given_role = s.role from core.shifts s where s.site_id = p.site_id and s.id = p.gives;
     ${TABLES.map((table) => `alter table core.${table} force row level security;`).join('\n')}

     create function core.is_as_sought(c core.covers, held core.shifts, place bigint) returns boolean
       language sql stable set search_path = core as $$
       select c.sought_start is null
         or is_as_stated(c.site_id, c.sought_start, c.sought_end, c.sought_location, c.sought_assignment, c.sought_role, held, place) $$;

     create function core.is_as_offered(o core.waitingoffers, held core.shifts, place bigint) returns boolean
       language sql stable set search_path = core as $$
       select o.start is null or is_as_stated(o.site_id, o.start, o."end", o.location, held.assignment, o.role, held, place) $$;

     create function core.is_as_given(p core.swap_parts) returns boolean language sql stable set search_path = core as $$
       select p.given_start is null or exists (select from shifts s join events e on e.site_id = s.site_id and e.id = s.event
         where s.site_id = p.site_id and s.id = p.gives
           and is_as_stated(p.site_id, p.given_start, p.given_end, p.given_location, p.given_assignment, p.given_role, s, coalesce(s.location, e.location))) $$;

     ${FINDERS}
     drop function core.is_as_asked(bigint, bigint, timestamptz, bigint, bigint);`,
  )
}

const TABLES = ['covers', 'waitingoffers', 'swap_parts', 'shifts', 'events']

const FINDERS = `
CREATE OR REPLACE FUNCTION core.covers_to_move(at timestamp with time zone, most integer, among bigint[] DEFAULT NULL::bigint[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'core', 'pg_temp'
AS $$
    select coalesce(jsonb_agg(jsonb_build_object('site', site_id, 'cover', id)), '[]') from (
      select * from (select due.*, row_number() over (partition by site_id order by next_rung_at nulls first, id) as turn from (
        
      select c.site_id, c.id, c.next_rung_at from covers c
      join sites t on t.id = c.site_id and t.status = 'active'
      join shifts s on s.site_id = c.site_id and s.id = c.shift
      join events e on e.site_id = s.site_id and e.id = s.event
      where (among is null or c.site_id = any (among)) and not is_unsettled(c.site_id, c.shift, at) and c.state in ('searching', 'paused', 'exhausted') and (
        c.state = 'searching' and c.next_rung_at <= at or s.start <= at or s.actual_start is not null or s.draft is null or e.archived or e.decision = 'off'
        or s.person is not null and (s.person is distinct from c.person or s.answer_state is distinct from 'seeking_cover')
        or not is_as_sought(c, s, coalesce(s.location, e.location)))
      union all
      select c.site_id, c.id, c.next_rung_at from covers c
      join sites t on t.id = c.site_id and t.status = 'active'
      join shifts s on s.site_id = c.site_id and s.id = c.shift
      join events e on e.site_id = s.site_id and e.id = s.event
      where (among is null or c.site_id = any (among)) and not is_unsettled(c.site_id, c.shift, at) and c.ended = 'cancelled' and s.draft is not null and s.actual_start is null and s.start > at
        and not e.archived and e.decision is distinct from 'off'
        and s.person is not distinct from c.person and (s.person is null or s.answer_state = 'seeking_cover')
        and not exists (select from covers d where d.site_id = c.site_id and d.shift = c.shift and d.id > c.id)) due) turns
      order by turn, next_rung_at nulls first, id, site_id limit most) q $$
;
CREATE OR REPLACE FUNCTION core.waiting_lists_due(at timestamp with time zone, most integer, among bigint[] DEFAULT NULL::bigint[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'core', 'pg_temp'
AS $$
    select coalesce(jsonb_agg(jsonb_build_object('site', site_id, 'event', event, 'assignment', assignment)), '[]') from (
      select * from (select due.*, row_number() over (partition by site_id order by looked_at, event, assignment) as turn from (
        
      select w.site_id, w.event, w.assignment, min(w.looked_at) as looked_at from waiting w
      join sites t on t.id = w.site_id and t.status = 'active'
      join events e on e.site_id = w.site_id and e.id = w.event
      where (among is null or w.site_id = any (among)) and (
        waiting_list_ended(w.site_id, w.event, w.assignment, at) or has_left(w.site_id, w.person)
        or exists (select from waitingoffers o join shifts s on s.site_id = o.site_id and s.id = o.shift
          where o.site_id = w.site_id and o.waiting = w.id and o.ended is null and not is_unsettled(s.site_id, s.id, at)
          and (o.hold_until <= at or s.person is not null or s.draft is null or s.event <> w.event or s.assignment is distinct from w.assignment
            or not is_as_offered(o, s, coalesce(s.location, e.location))))
        or e.decision is distinct from 'off' and (
          t.self_assign and exists (select from shifts s where s.site_id = w.site_id and s.event = w.event and s.assignment = w.assignment
            and s.person is null and s.draft is not null and s.start > at and not is_unsettled(s.site_id, s.id, at)
            and not exists (select from waitingoffers o where o.site_id = s.site_id and o.shift = s.id and (o.waiting = w.id or o.ended is null and o.exclusive)))
          or exists (select from shifts s where s.site_id = w.site_id and s.person = w.person and s.updated_at > w.looked_at and not is_unsettled(s.site_id, s.id, at))
            and exists (select from shifts s where s.site_id = w.site_id and s.event = w.event and s.assignment = w.assignment
              and s.draft is not null and s.start > at)))
      group by w.site_id, w.event, w.assignment) due) turns
      order by turn, looked_at, event, assignment, site_id limit most) q $$
;
CREATE OR REPLACE FUNCTION core.sites_with_swaps_to_end(at timestamp with time zone, most integer, among bigint[] DEFAULT NULL::bigint[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'core', 'pg_temp'
AS $$
    select coalesce(jsonb_agg(jsonb_build_object('site', site_id)), '[]') from (
      select * from (select due.*, row_number() over (partition by site_id order by site_id) as turn from (
        
      select w.site_id from swaps w join sites t on t.id = w.site_id and t.status = 'active'
      where (among is null or w.site_id = any (among)) and w.state in ('proposed', 'offered') and not stays_in_swap(w.site_id, w.shift, w.person, at)
      union select c.site_id from swap_circles c join sites t on t.id = c.site_id and t.status = 'active'
      where (among is null or c.site_id = any (among)) and c.state = 'proposed' and (c.ends_at <= at or c.size > (select count(*) from swap_parts p
        where p.site_id = c.site_id and p.circle = c.id and (p.gives is null or stays_in_swap(p.site_id, p.gives, p.person, at)
          and (is_unsettled(p.site_id, p.gives, at) or is_as_given(p)))))) due) turns
      order by turn, site_id, site_id limit most) q $$
;
`
