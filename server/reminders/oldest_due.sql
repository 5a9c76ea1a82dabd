-- The age of the oldest due message in seconds: since it was due, or since the first plan if it was due before. Notices
-- wait for the next hour by design: they are late only if their site sends none. Messages to many drain at the rate, and
-- wait for the next day's quota: see core.oldest_bulk. Crosses sites.
create or replace function core.oldest_due(at timestamptz) returns double precision
language sql stable security definer set search_path = core, pg_temp as $$
  select coalesce(
    (select extract(epoch from at - greatest(min(d.due_at), (
       select (s.value #>> '{}')::timestamptz from platform.settings s where s.name = 'reminders_begun')))
     from deliveries d left join platform.notice_counts n on d.lane = 'notice' and n.site_id = d.site_id and n.channel = d.channel
       and n.hour >= date_trunc('hour', at) - interval '1 hour'
     where d.state = 'queued' and d.lane not in ('held', 'bulk') and d.due_at <= at and n.site_id is null having count(*) > 0),
    0)
$$;
alter function core.oldest_due owner to watchbill_platform;
revoke all on function core.oldest_due from public;
grant execute on function core.oldest_due to watchbill_worker;
