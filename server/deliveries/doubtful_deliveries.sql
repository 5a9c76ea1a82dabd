-- Lists attempts whose lease has ended without an outcome. Sites alternate. Crosses sites.
create or replace function core.doubtful_deliveries(most integer) returns jsonb
language sql stable security definer set search_path = core, pg_temp as $$
  select coalesce(jsonb_agg(to_jsonb(q) - 'turn' - 'first_lease'), '[]') from (
    select d.site_id, d.attempt_id as attempt, min(d.id) as leader, jsonb_agg(d.id) as ids, d.channel, d.kind, d.state, min(d.facts ->> 'address') as address, min(d.facts ->> 'text') as text,
      min(d.claimed_at) as claimed_at, bool_or(d.called_at is not null) as called, max(d.doubts) as doubts, bool_or(d.resent) as resent,
      extract(epoch from clock_timestamp() - max(d.lease_until)) * 1000 as overdue_ms,
      coalesce(bool_or(h.heard_claim > '-infinity'), false) as ever_heard,
      coalesce(bool_and(h.heard_claim >= d.claimed_at), false) as heard_later,
      extract(epoch from clock_timestamp() - max(h.unheard_since)) * 1000 as silent_ms,
      min(d.lease_until) as first_lease, row_number() over (partition by d.site_id order by min(d.lease_until)) as turn
    from core.deliveries d left join platform.provider_health h on h.channel = d.channel
    where d.state in ('sending', 'unknown') and d.lease_until < clock_timestamp()
    group by d.site_id, d.attempt_id, d.channel, d.kind, d.state order by turn, first_lease limit most) q
$$;
alter function core.doubtful_deliveries owner to watchbill_platform;
revoke all on function core.doubtful_deliveries from public;
grant execute on function core.doubtful_deliveries to watchbill_worker;
