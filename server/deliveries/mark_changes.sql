-- Whoever changes a shift while its event is off sees that it does not take place: it is not theirs then.
create or replace function core.is_off(site bigint, of_event bigint) returns boolean
language sql stable set search_path = core, pg_temp as $$
  select exists (select from events where site_id = site and id = of_event and decision = 'off')
$$;
alter function core.is_off owner to watchbill_platform;
revoke all on function core.is_off from public;

-- Returns the author of a changed shift or event, who sees it. Whoever deletes a place, assignment or role, or restores
-- it, sees none of the shifts that it is on.
create or replace function core.author_of_change() returns bigint
language sql stable set search_path = core, pg_temp as $$
  select nullif(current_setting('app.actor', true), '')::bigint
    where 'on' not in (coalesce(current_setting('app.removes', true), ''), coalesce(current_setting('app.restores', true), ''))
$$;
alter function core.author_of_change owner to watchbill_platform;
revoke all on function core.author_of_change from public;

-- Marks the people of each changed shift and queues the shift for the planner. Settling (server/deliveries/settle.ts)
-- compares what they were told with the facts. Marks nothing outside a site's transaction: a restore or a migration
-- sends no message. References cleared by the database change shifts as their owner, for whom row security holds as
-- well: hence the rights of the platform. A trigger marks only rows that its statement was allowed to change.
create or replace function core.mark_shifts() returns trigger
language plpgsql security definer set search_path = core, pg_temp as $$
declare in_site boolean := nullif(current_setting('app.site_id', true), '') is not null;
begin
  if tg_op = 'INSERT' then
    insert into marks (site_id, shift, person, theirs) select site_id, id, person, not is_off(site_id, event) from n where draft is not null and in_site;
    insert into dues (site_id, id) select site_id, id from n where draft is not null and person is not null
      on conflict (site_id, id) do update set look_at = '-infinity', ask_at = '-infinity';
  elsif tg_op = 'DELETE' then
    -- An unpublished shift may still be what someone was asked about.
    insert into marks (site_id, shift, person, theirs, sequence) select site_id, id, case when draft is not null then person end, false, sequence
      from o where in_site and (draft is not null or exists (
        select from deliveries d where d.site_id = o.site_id and (d.facts ->> 'shift_id')::bigint = o.id and d.facts ? 'shift_id'));
    delete from dues d using o where d.site_id = o.site_id and d.id = o.id;
  else
    -- Changed rows occur once, unchanged ones twice. Costs the same per row at any size, unlike a join.
    with changed as materialized (
      select site_id, id, person, bool_or(theirs) as theirs, max(sequence) as sequence from (
        select site_id, id, person, start, "end", modified_start, modified_end, event, location, assignment, role,
          bool_or(is_new) and not is_off(site_id, event) as theirs, max(sequence) as sequence from (
          select site_id, id, person, start, "end", modified_start, modified_end, event, location, assignment, role, sequence, false as is_new
            from o where draft is not null
            union all select site_id, id, person, start, "end", modified_start, modified_end, event, location, assignment, role, sequence, true
              from n where draft is not null) r
        group by site_id, id, person, start, "end", modified_start, modified_end, event, location, assignment, role having count(*) = 1) c
      group by site_id, id, person),
    marked as (
      insert into marks (site_id, shift, person, actor, theirs, sequence)
        select site_id, id, person, author_of_change(), theirs, sequence from changed where in_site)
    insert into dues (site_id, id) select distinct site_id, id from changed
      on conflict (site_id, id) do update set look_at = '-infinity', ask_at = '-infinity';
    -- Someone who has begun is told of no change: of those since then once the start or end is undone.
    if exists (select from o where actual_start is not null or actual_end is not null) then
      with undone as materialized (
        select site_id, id, person from (
          select site_id, id, person from o where person is not null and draft is not null and (actual_start is not null or actual_end is not null)
          union all select site_id, id, person from n
            where person is not null and draft is not null and actual_start is null and actual_end is null) r
        group by site_id, id, person having count(*) = 2),
      marked as (
        insert into marks (site_id, shift, person, actor)
          select site_id, id, person, null from undone u where in_site
            and not exists (select from marks m where m.site_id = u.site_id and m.shift = u.id and m.person = u.person))
      insert into dues (site_id, id) select site_id, id from undone
        on conflict (site_id, id) do update set look_at = '-infinity', ask_at = '-infinity';
    end if;
  end if;
  return null;
end
$$;
alter function core.mark_shifts owner to watchbill_platform;
revoke all on function core.mark_shifts from public;

create or replace trigger shifts_mark_deleted after delete
  on core.shifts referencing old table as o for each statement
  execute function core.mark_shifts();
create or replace trigger shifts_mark_inserted after insert
  on core.shifts referencing new table as n for each statement
  execute function core.mark_shifts();
create or replace trigger shifts_mark_updated after update
  on core.shifts referencing old table as o new table as n for each statement
  execute function core.mark_shifts();

-- Includes unpublished shifts: one may be published while its event's change can still be undone. A shift with a place
-- of its own stays there when its event moves.
create or replace function core.mark_events() returns trigger
language plpgsql security definer set search_path = core, pg_temp as $$
declare in_site boolean := nullif(current_setting('app.site_id', true), '') is not null;
begin
  with changed as (
    select site_id, id, count(distinct (name, off, archived)) = 1 as only_moved from (
      select site_id, id, name, location, off, archived from (
        select site_id, id, name, location, decision is not distinct from 'off' as off, archived from o
        union all select site_id, id, name, location, decision is not distinct from 'off', archived from n) r
      group by site_id, id, name, location, off, archived having count(*) = 1) c
    group by site_id, id),
  shifts_of as materialized (
    select s.site_id, s.id, s.person, s.event, s.draft is not null as published
      from changed join shifts s on s.site_id = changed.site_id and s.event = changed.id
      where not (only_moved and s.location is not null)),
  marked as (
    insert into marks (site_id, shift, person, actor, theirs, of_event)
      select site_id, id, person, author_of_change(), published and not is_off(site_id, event), true from shifts_of where in_site)
  insert into dues (site_id, id) select site_id, id from shifts_of where person is not null and published
    on conflict (site_id, id) do update set look_at = '-infinity', ask_at = '-infinity';
  return null;
end
$$;
alter function core.mark_events owner to watchbill_platform;
revoke all on function core.mark_events from public;

create or replace trigger events_mark_updated after update
  on core.events referencing old table as o new table as n for each statement
  execute function core.mark_events();

-- Marks what a deleted person had been told when an undo restores it. Current facts need no mark.
create or replace function core.mark_told() returns trigger
language plpgsql security definer set search_path = core, pg_temp as $$
begin
  if nullif(current_setting('app.site_id', true), '') is null then return null; end if;
  insert into marks (site_id, shift, person) select distinct site_id, shift, person from n
    where state = 'theirs' and at < current_instant() - interval '1 minute';
  return null;
end
$$;
alter function core.mark_told owner to watchbill_platform;
revoke all on function core.mark_told from public;

create or replace trigger told_mark_again after insert
  on core.told referencing new table as n for each statement
  execute function core.mark_told();
