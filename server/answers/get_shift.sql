-- When a published shift gets a person: confirms it if they requested it, and shows it in their calendar again.

-- When the person asked for the shift, if it is the first they get of an event they signed up to and matches the
-- request. Else null.
create or replace function core.signed_up_for(shift core.shifts) returns timestamptz
language sql stable set search_path = core as $$
  select r.created_at from requests r
  join events e on e.site_id = r.site_id and e.id = r.event
  join sites t on t.id = r.site_id
  where r.site_id = shift.site_id and r.event = shift.event and r.person = shift.person and r.own and r.declined_at is null
    and (r.assignment is null or r.assignment is not distinct from shift.assignment)
    and (r.role is null or r.role is not distinct from shift.role)
    and shift.start < e."end" and shift."end" > e.start
    and (r.modified_start is null or coalesce(shift.modified_start, shift.start) >= r.modified_start)
    and (r.modified_end is null or coalesce(shift.modified_end, shift."end") <= r.modified_end)
    and e.location is not distinct from r.asked_location
    and abs(extract(epoch from e.start - r.asked_start)) <= 1800
    and (e.start at time zone t.timezone)::date = (r.asked_start at time zone t.timezone)::date
    and not exists (select from shifts s where s.site_id = r.site_id and s.event = r.event and s.person = r.person
      and s.draft is not null and s.id <> shift.id)
    and not exists (select from answers a where a.site_id = r.site_id and a.shift = shift.id and a.person = r.person)
    and not exists (select from withdrawn_shifts w where w.site_id = r.site_id and w.person = r.person and w.event = r.event)
$$;

create or replace function core.get_shift() returns trigger
language plpgsql set search_path = core as $$
declare
  signed_up timestamptz;
  shown integer;
begin
  -- Functions that cross sites restore rows as they were.
  if current_user = 'watchbill_platform' then return null; end if;
  -- An undo restores the answers after the shift.
  signed_up := case when current_setting('app.restores', true) is distinct from 'on' then signed_up_for(new) end;
  if signed_up is not null then
    insert into answers (site_id, shift, person, answer, given_by, via, at)
      values (new.site_id, new.id, new.person, 'confirmed', new.person, 'request', signed_up);
  end if;
  -- Calendars compare with the withdrawn entry.
  delete from withdrawn_shifts w where w.site_id = new.site_id and w.person = new.person and w.shift = new.id returning w.sequence into shown;
  if shown is not null then update shifts s set sequence = greatest(s.sequence, shown + 1) where s.site_id = new.site_id and s.id = new.id; end if;
  return null;
end
$$;

create or replace trigger shifts_get after update of person, draft
  on core.shifts for each row
  when (new.person is not null and new.draft is not null and (old.person is distinct from new.person or old.draft is null))
  execute function core.get_shift();
create or replace trigger shifts_get_inserted after insert
  on core.shifts for each row
  when (new.person is not null and new.draft is not null)
  execute function core.get_shift();
