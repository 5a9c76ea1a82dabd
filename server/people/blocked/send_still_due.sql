-- Queues blocked deliveries again that are still useful. Returns how many. Of one shift's notices it sends the newest,
-- or the one that announces the shift if its person never got it; none if the shift is no longer theirs.
create or replace function core.send_still_due(at_site bigint, to_person bigint, via text, at timestamptz) returns integer
language plpgsql set search_path = core, pg_temp as $$
declare
  queued integer;
begin
  with held as (
    select d.id, d.shift, d.kind from deliveries d
    where d.site_id = at_site and d.person = to_person and d.channel = via and d.useful_until > at
      and (d.kind like 'reminder.%' or d.kind like 'shift.%' or d.kind like 'request.%')
      and (d.state = 'skipped' and d.reason in ('bounced', 'complained', 'stopped') or d.state = 'bounced')
    for update),
  ranked as (
    select h.id, h.kind,
      row_number() over (partition by h.shift order by h.kind = 'shift.assigned' desc, h.id desc) as turn,
      bool_or(h.kind = 'shift.assigned') over (partition by h.shift) as is_unheard,
      first_value(h.kind) over (partition by h.shift order by h.id desc) as latest
    from held h where h.kind like 'shift.%')
  update deliveries d set state = 'queued', reason = null, due_at = at, error = null, attempt_id = null, attempt_ids = '{}', attempts = 0,
    doubts = 0, resent = false, claimed_at = null, called_at = null, lease_until = null, retry_at = null, provider_id = null, sent_at = null,
    event_at = null, grouped_with = null, updated_at = clock_timestamp()
  from held h left join ranked r on r.id = h.id
  where d.site_id = at_site and d.id = h.id
    and (r.id is null or r.turn = 1 and not (r.is_unheard and r.latest = 'shift.cancelled'));
  get diagnostics queued = row_count;
  return queued;
end
$$;
revoke all on function core.send_still_due from public;
grant execute on function core.send_still_due to watchbill_app, watchbill_worker, watchbill_platform;
