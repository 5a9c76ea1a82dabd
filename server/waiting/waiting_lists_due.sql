-- Waiting lists that a worker has to process.

-- Whether a person was made inactive or erased, and its undo window is over.
create or replace function core.has_left(site bigint, of_person bigint) returns boolean
language sql stable set search_path = core as $$
  select exists (select from people p where p.site_id = site and p.id = of_person and (not p.is_active or p.erased_at is not null)
    and p.updated_at < clock_timestamp() - interval '25 seconds')
$$;

-- Whether a shift, or a row of shift_facts, is still as offered. Unknown facts count as unchanged.
create or replace function core.is_as_offered(o core.waitingoffers, held anyelement, place bigint) returns boolean
language sql stable set search_path = core as $$
  select o.start is null or is_as_stated(o.site_id, o.start, o."end", o.location, held.assignment, o.role, held, place)
$$;

-- Whether no place can come up any more. Not while shifts are unpublished or removed before the event.
create or replace function core.waiting_list_ended(site bigint, of_event bigint, of_assignment bigint, at timestamptz) returns boolean
language sql stable set search_path = core as $$
  select exists (select from events e where e.site_id = site and e.id = of_event and (e.archived
    or not exists (select from shifts s where s.site_id = site and s.event = of_event and s.assignment = of_assignment and s.start > at)
    and (e."end" <= at or exists (select from shifts s where s.site_id = site and s.event = of_event and s.assignment = of_assignment))))
$$;

-- Lists waiting lists to process: `[{ site, event, assignment }]`. Crosses sites.
create or replace function core.waiting_lists_due(at timestamptz, most integer, among bigint[] default null) returns jsonb
language sql stable security definer set search_path = core, pg_temp as $$
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
          and not exists (select from waitingoffers o where o.site_id = s.site_id
            and o.shift = s.id and (o.waiting = w.id or o.ended is null and o.exclusive)))
        or exists (select from shifts s where s.site_id = w.site_id
          and s.person = w.person and s.updated_at > w.looked_at and not is_unsettled(s.site_id, s.id, at))
          and exists (select from shifts s where s.site_id = w.site_id and s.event = w.event and s.assignment = w.assignment
            and s.draft is not null and s.start > at)))
    group by w.site_id, w.event, w.assignment) due) turns
    order by turn, looked_at, event, assignment, site_id limit most) q
$$;
alter function core.waiting_lists_due owner to watchbill_platform;
revoke all on function core.waiting_lists_due from public;
grant execute on function core.waiting_lists_due to watchbill_worker;
