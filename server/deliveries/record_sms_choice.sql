-- Stores a phone's STOP or START for its person at every site, in the name of that site, so that START marks what they
-- missed. Reports a person who cannot be changed, and continues with the others. Crosses sites.
create or replace function core.record_sms_choice(event_id text, number text, blocked boolean, at timestamptz) returns jsonb
language plpgsql security definer set search_path = core, pg_temp as $$
declare
  holder record;
  changed integer := 0;
  failed jsonb := '[]';
begin
  insert into platform.provider_events (provider_event_id) values (event_id) on conflict do nothing;
  if not found then return jsonb_build_object('changed', 0, 'failed', failed); end if;
  for holder in
    select p.site_id, p.id from core.sites s cross join lateral (
      select h.site_id, h.id, h.sms_blocked from core.people h where h.site_id = s.id and h.phone = number offset 0) p
    where p.sms_blocked <> blocked order by p.site_id, p.id loop
    begin
      perform set_config('app.site_id', holder.site_id::text, true);
      update core.people p set sms_blocked = blocked where p.site_id = holder.site_id and p.id = holder.id;
      if not blocked then perform core.send_still_due(holder.site_id, holder.id, 'sms', at); end if;
      changed := changed + 1;
    exception when others then
      -- The provider reports transient failures again.
      if left(sqlstate, 2) in ('40', '53', '55', '57', '58') then raise; end if;
      failed := failed || jsonb_build_object('site', holder.site_id, 'error', sqlerrm);
    end;
  end loop;
  perform set_config('app.site_id', '', true);
  return jsonb_build_object('changed', changed, 'failed', failed);
end
$$;
alter function core.record_sms_choice owner to watchbill_platform;
revoke all on function core.record_sms_choice from public;
grant execute on function core.record_sms_choice to watchbill_app, watchbill_worker;
