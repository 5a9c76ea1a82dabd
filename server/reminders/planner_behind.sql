-- Seconds since the planner last began a run that it finished a portion of, negative where the clock went back since.
-- Where it never ran: since the first site was created; 0 without sites. Crosses sites.
create or replace function core.planner_behind(at timestamptz) returns double precision
language sql stable security definer set search_path = core, pg_temp as $$
  select coalesce(extract(epoch from at - coalesce(
    (select (value #>> '{}')::timestamptz from platform.settings where name = 'reminders_planned'),
    (select min(created_at) from sites where status = 'active'))), 0)
$$;
alter function core.planner_behind owner to watchbill_platform;
revoke all on function core.planner_behind from public;
grant execute on function core.planner_behind to watchbill_worker;
