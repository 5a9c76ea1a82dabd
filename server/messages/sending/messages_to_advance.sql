-- Lists messages to send, or whose last delivery was sent: `[{ site, message }]`. Crosses sites.
create or replace function core.messages_to_advance(at timestamptz, most integer, among bigint[] default null) returns jsonb
language sql stable security definer set search_path = core, pg_temp as $$
  select coalesce(jsonb_agg(jsonb_build_object('site', site_id, 'message', id)), '[]') from (
    select * from (select due.*, row_number() over (partition by site_id order by scheduled_for nulls last, id) as turn from (
    select m.site_id, m.id, m.scheduled_for from messages m join sites s on s.id = m.site_id and s.status = 'active'
    where (among is null or m.site_id = any (among)) and (
      m.status = 'scheduled' and m.scheduled_for <= at and (m.retry_at is null or m.retry_at <= at)
      or m.status = 'sending' and m.undo_until <= at and not exists (
        select from deliveries d where d.site_id = m.site_id and d.kind = 'bulk:' || m.id and d.kind like 'bulk:%' and d.shift is null
          and d.state in ('queued', 'sending', 'unknown')))) due) turns
    order by turn, scheduled_for nulls last, id, site_id limit most) q
$$;
alter function core.messages_to_advance owner to watchbill_platform;
revoke all on function core.messages_to_advance from public;
grant execute on function core.messages_to_advance to watchbill_worker;
