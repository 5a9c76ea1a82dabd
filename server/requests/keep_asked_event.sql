-- Stores the event's time and location with a request, so that it binds no one if the event moves.
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
