-- Stores later reports of a provider about a message. Repeating an event changes nothing; a state only moves forward.
-- Crosses sites.

-- The order of states.
create or replace function core.delivery_rank(state text) returns integer
language sql immutable parallel safe as $$
  select case state when 'sent' then 1 when 'delivered' then 2 when 'failed' then 3 when 'bounced' then 3 when 'complained' then 4 else 0 end
$$;

-- An event about an attempt from before a block was lifted, or the address changed, does not block again, unless it is
-- a complaint. A bounce never replaces a complaint, which only its owner lifts.
create or replace function core.record_provider_event(
  event_id text, told text, for_site bigint, for_delivery bigint, attempt uuid, provider_ref text, why text, said text, happened timestamptz
) returns jsonb
language plpgsql security definer set search_path = core, pg_temp as $$
declare
  first core.deliveries%rowtype;
  known uuid;
  before text;
  changed integer;
begin
  insert into platform.provider_events (provider_event_id) values (event_id) on conflict do nothing;
  if not found then return jsonb_build_object('outcome', 'repeated'); end if;
  select * into first from core.deliveries d where d.site_id = for_site and d.id = for_delivery for update;
  known := coalesce(attempt, first.attempt_id);
  if first.id is null or known is null or not known = any (first.attempt_ids) then return jsonb_build_object('outcome', 'unmatched'); end if;
  before := first.state;
  update core.deliveries d set
    state = told, reason = why, error = coalesce(said, d.error), provider_id = coalesce(provider_ref, d.provider_id), lease_until = null,
    retry_at = null, sent_at = coalesce(d.sent_at, happened), event_at = clock_timestamp(), updated_at = clock_timestamp()
  where d.site_id = for_site and d.person = first.person and known = any (d.attempt_ids)
    and (core.delivery_rank(told) > core.delivery_rank(d.state) or d.state = 'failed' and d.provider_id is null);
  get diagnostics changed = row_count;
  if told in ('bounced', 'complained') then
    update core.people p set email_blocked = told, email_blocked_at = clock_timestamp(), email_blocked_cause = why, email_blocked_detail = said
    where p.site_id = for_site and p.id = first.person and first.channel = 'email' and p.email = first.facts ->> 'address'
      and (p.email_blocked is null or p.email_blocked = 'bounced' and told = 'complained')
      and (told = 'complained' or p.email_unblocked_at is null or first.claimed_at > p.email_unblocked_at);
  end if;
  insert into platform.provider_health as h (channel, heard_claim) values (first.channel, first.claimed_at)
    on conflict (channel) do update set heard_claim = greatest(h.heard_claim, excluded.heard_claim),
      unheard_since = case when excluded.heard_claim < h.accepted_claim then clock_timestamp() end
    where h.heard_claim < excluded.heard_claim or h.unheard_since is not null;
  return jsonb_build_object('outcome', case when changed > 0 then 'recorded' else 'older' end, 'before', before, 'kind', first.kind, 'channel', first.channel);
end
$$;
alter function core.record_provider_event owner to watchbill_platform;
revoke all on function core.record_provider_event from public;
grant execute on function core.record_provider_event to watchbill_app, watchbill_worker;
