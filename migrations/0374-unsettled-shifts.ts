import { createSiteTable, type Db, run } from './site-table.ts'

/**
 * A shift whose change a screen can still undo is unsettled: until then no search, hold, place on a waiting list or swap begins or ends
 * because of it.
 */
export async function up(db: Db) {
  await createSiteTable(db, 'marks', `shift bigint not null, settle_at timestamptz not null`)
  await run(
    db,
    `create index marks_shift on core.marks (site_id, shift, settle_at);
     create index marks_settled on core.marks (site_id, settle_at);

     create function core.is_unsettled(site bigint, of_shift bigint, at timestamptz) returns boolean
       language sql stable set search_path = core as $$
       select exists (select from marks m where m.site_id = site and m.shift = of_shift and m.settle_at > at) $$;

     create or replace function core.stays_in_swap(site bigint, of_shift bigint, of_person bigint, at timestamptz)
       returns boolean language sql stable set search_path = core as $$
       select may_be_swapped(site, of_shift, of_person, at) or is_unsettled(site, of_shift, at)
         or exists (select from shifts s join events e on e.site_id = s.site_id and e.id = s.event
           where s.site_id = site and s.id = of_shift and s.person = of_person and s.draft is not null and not e.archived
             and e.decision = 'off' and e.decided_at > at - interval '25 seconds'
             and s.start > at and s.actual_start is null) $$;

     ${FINDERS}`,
  )
}

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
        or core.has_moved(c.sought_start, c.sought_location, s.start, coalesce(s.location, e.location), t.timezone))
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
          and (o.hold_until <= at or s.person is not null or s.draft is null or s.event <> w.event or s.assignment is distinct from w.assignment))
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
          and (is_unsettled(p.site_id, p.gives, at) or is_as_asked(p.site_id, p.gives, p.given_start, p.given_location, p.given_assignment)))))) due) turns
      order by turn, site_id, site_id limit most) q $$
;`
