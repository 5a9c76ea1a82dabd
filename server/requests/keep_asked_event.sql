-- Stores with a request the time and the location of its event, so that no one is held to an event that has moved since.
create or replace function core.keep_asked_event() returns trigger
language plpgsql set search_path = core as $$
begin
  if new.asked_start is null then
    select e.start, e.location into new.asked_start, new.asked_location
      from events e where e.site_id = new.site_id and e.id = new.event;
  end if;
  return new;
end
$$;

create or replace trigger requests_keep_asked_event before insert on core.requests for each row execute function core.keep_asked_event();
