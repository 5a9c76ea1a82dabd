-- Keeps a deleted event for calendars. Erasure, removal of a site and restore leave no traces.
create or replace function core.remember_withdrawn_event() returns trigger
language plpgsql set search_path = core as $$
begin
  if current_user = 'watchbill_platform' then return old; end if;
  insert into withdrawn_events (site_id, event, name, location, start, "end", sequence)
  values (old.site_id, old.id, old.name,
    coalesce((select concat_ws(', ', l.name, nullif(l.address, '')) from locations l where l.site_id = old.site_id and l.id = old.location), ''),
    old.start, old."end", old.sequence + 1)
  on conflict (site_id, event) do update set name = excluded.name, location = excluded.location, start = excluded.start,
    "end" = excluded."end", sequence = greatest(excluded.sequence, withdrawn_events.sequence + 2), withdrawn_at = now();
  return old;
end
$$;

create or replace trigger events_withdrawn before delete on core.events for each row execute function core.remember_withdrawn_event();
