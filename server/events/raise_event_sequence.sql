-- Raises the SEQUENCE of an event's calendar entry, and of its shifts' entries, when what they show changes: calendars believe no other change
-- (RFC 5545 §3.8.7.4). Locks shifts in the order of their ids, as everyone who locks shifts does. An event that an undo brings back continues
-- above the SEQUENCE with which it was withdrawn.
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
