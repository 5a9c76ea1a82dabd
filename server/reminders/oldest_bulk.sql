-- The age in seconds of the oldest message to many that is due and not held. Crosses sites.
create or replace function core.oldest_bulk(at timestamptz) returns double precision
language sql stable security definer set search_path = core, pg_temp as $$
  select coalesce(extract(epoch from at - min(d.due_at)), 0) from deliveries d
  where d.state = 'queued' and d.channel in ('email', 'sms') and d.lane = 'bulk' and d.due_at <= at
$$;
alter function core.oldest_bulk owner to watchbill_platform;
revoke all on function core.oldest_bulk from public;
grant execute on function core.oldest_bulk to watchbill_worker;
