-- Raises the SEQUENCE of the calendar entries of an event and its shifts when visible facts change: calendars ignore
-- other changes (RFC 5545 §3.8.7.4). Locks shifts in the order of their ids, like every other locker. A restored event
-- continues above the SEQUENCE of its withdrawal.
create or replace function core.raise_event_sequence() returns trigger
language plpgsql set search_path = core as $$
begin
  new.sequence := greatest(old.sequence + 1,
    (select w.sequence + 2 from withdrawn_events w where w.site_id = new.site_id and w.event = new.id));
  perform from shifts s where s.site_id = new.site_id and s.event = new.id and s.person is not null order by s.id for no key update;
  update shifts s set sequence = s.sequence + 1 where s.site_id = new.site_id and s.event = new.id and s.person is not null;
  return new;
end
$$;

create or replace trigger events_sequence before update
  on core.events for each row
  when ((old.name, old.start, old."end", old.location, old.contact) is distinct from
    (new.name, new.start, new."end", new.location, new.contact))
  execute function core.raise_event_sequence();
