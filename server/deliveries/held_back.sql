-- Counts the messages that a restore holds back, by kind; those to many count as `bulk`. Crosses sites.
create or replace function core.held_back() returns jsonb
language sql stable security definer set search_path = core, pg_temp as $$
  select coalesce(jsonb_object_agg(kind, n), '{}') from (
    select case when d.kind like 'bulk:%' then 'bulk' else d.kind end as kind, count(*) as n from deliveries d
    where d.state = 'queued' and d.channel in ('email', 'sms') and d.lane = 'held' and d.facts ? 'lane' group by 1) q
$$;
alter function core.held_back owner to watchbill_platform;
revoke all on function core.held_back from public;
grant execute on function core.held_back to watchbill_worker;
