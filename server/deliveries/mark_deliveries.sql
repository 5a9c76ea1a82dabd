-- Stores the outcomes of attempts; returns how many. Accepts "sent" from any attempt, since it is a fact; other
-- outcomes only while the row still has the state and attempt that the reporter saw. Crosses sites.
create or replace function core.mark_deliveries(marks jsonb, at timestamptz) returns integer
language plpgsql security definer set search_path = core, pg_temp as $$
declare
  real timestamptz := clock_timestamp();
  matched integer;
begin
  with m as (
    select * from jsonb_to_recordset(marks) as m (site_id bigint, id bigint, attempt uuid, expect text, state text, reason text, provider_id text,
      error text, retry_ms double precision, doubt boolean, uncalled boolean, resent boolean)),
  done as (
    update core.deliveries d set
      state = case when m.state = 'sent' and d.state in ('delivered', 'bounced', 'complained') then d.state else m.state end,
      reason = m.reason,
      provider_id = coalesce(m.provider_id, d.provider_id),
      error = m.error,
      attempt_id = case when m.state = 'queued' then null else d.attempt_id end,
      lease_until = case m.state when 'unknown' then real else null end,
      retry_at = case when m.retry_ms is not null then real + make_interval(secs => m.retry_ms / 1000) end,
      doubts = d.doubts + coalesce(m.doubt, false)::integer,
      resent = d.resent or coalesce(m.resent, false),
      sent_at = case when m.state = 'sent' then coalesce(d.sent_at, at) else d.sent_at end,
      updated_at = real
    from m where d.site_id = m.site_id and d.id = m.id and (
      m.state = 'sent' and m.attempt = any (d.attempt_ids)
      or m.state <> 'sent' and d.attempt_id = m.attempt and d.state = coalesce(m.expect, 'sending')
        and (d.called_at is null or not coalesce(m.uncalled, false)))
    returning d.channel, d.claimed_at, m.state = 'sent' and m.expect is null as accepted),
  health as (
    insert into platform.provider_health as h (channel, accepted_claim, unheard_since)
    select channel, max(claimed_at), real from done where accepted and claimed_at is not null group by channel
    on conflict (channel) do update set accepted_claim = greatest(h.accepted_claim, excluded.accepted_claim),
      unheard_since = case when h.heard_claim < excluded.accepted_claim then coalesce(h.unheard_since, real) else h.unheard_since end
    where h.accepted_claim < excluded.accepted_claim)
  select count(*) into matched from done;
  return matched;
end
$$;
alter function core.mark_deliveries owner to watchbill_platform;
revoke all on function core.mark_deliveries from public;
grant execute on function core.mark_deliveries to watchbill_worker;
