-- Keeps worked time with the person who worked it (docs/decisions/033). Triggers move it, since references cleared or
-- deleted by the database also change a shift's person. Erasure, removal of a site and restore work on whole tables:
-- nothing happens then.

-- Ends and keeps the time of a shift's person, if it runs. A forgotten sign-out ends as planned.
create or replace function core.keep_worked(held core.shifts) returns void
language plpgsql set search_path = core as $$
declare
  planned_end timestamptz := coalesce(held.modified_end, held."end");
  is_running boolean := held.actual_start is not null and held.actual_end is null;
  at timestamptz := core.current_instant();
begin
  insert into worked (site_id, shift, event, person, event_name, assignment, role, start, "end", modified_start, modified_end, actual_start,
    actual_end, kept_hours, draft, was_running, created_at, updated_at)
  select held.site_id, held.id, held.event, held.person,
    coalesce((select e.name from events e where e.site_id = held.site_id and e.id = held.event), ''),
    (select a.name from assignments a where a.site_id = held.site_id and a.id = held.assignment),
    (select r.name from roles r where r.site_id = held.site_id and r.id = held.role),
    held.start, held."end", held.modified_start, held.modified_end, held.actual_start,
    case when is_running then greatest(held.actual_start, case when at > planned_end + interval '1 hour' then planned_end else at end)
      else held.actual_end end,
    held.kept_hours, held.draft, is_running, at, at;
end
$$;

create or replace function core.event_goes() returns trigger
language plpgsql set search_path = core as $$
begin
  if current_user <> 'watchbill_platform' then
    perform core.keep_worked(s) from shifts s where s.site_id = old.site_id and s.event = old.id
      and s.person is not null and (s.actual_start is not null or s.actual_end is not null);
  end if;
  return old;
end
$$;

create or replace trigger events_go before delete on core.events for each row execute function core.event_goes();

create or replace function core.shift_changes_person() returns trigger
language plpgsql set search_path = core as $$
declare
  latest worked;
begin
  if current_user = 'watchbill_platform' then return new; end if;
  if old.person is not null and (old.actual_start is not null or old.actual_end is not null) then
    perform core.keep_worked(old);
    if new.actual_start is not distinct from old.actual_start and new.actual_end is not distinct from old.actual_end then
      new.actual_start := null; new.actual_end := null;
    end if;
    new.kept_hours := null;
  end if;
  -- Someone who gets the shift back continues their time, unless another person has worked on it since.
  if new.person is not null then
    select w.* into latest from worked w where w.site_id = new.site_id and w.shift = new.id order by w.id desc limit 1;
    -- A start given with the person begins another stretch if it comes after this one.
    if latest.person = new.person and (new.actual_start is null and new.actual_end is null or latest.actual_end is null
      or new.actual_start = latest.actual_start or new.actual_start < latest.actual_end) then
      delete from worked w where w.site_id = latest.site_id and w.id = latest.id;
      if new.actual_start is null then
        new.actual_start := latest.actual_start;
        new.actual_end := case when latest.was_running then null else latest.actual_end end;
        new.kept_hours := latest.kept_hours;
      end if;
    end if;
  end if;
  return new;
end
$$;

create or replace trigger shifts_change_person before update of person
  on core.shifts for each row
  when (new.person is distinct from old.person)
  execute function core.shift_changes_person();

create or replace function core.shift_goes() returns trigger
language plpgsql set search_path = core as $$
begin
  -- event_goes has already kept the time of a deleted event, whose name is gone here.
  if current_user <> 'watchbill_platform'
    and exists (select from events e where e.site_id = old.site_id and e.id = old.event) then perform core.keep_worked(old); end if;
  return old;
end
$$;

create or replace trigger shifts_go before delete
  on core.shifts for each row
  when (old.person is not null and (old.actual_start is not null or old.actual_end is not null))
  execute function core.shift_goes();

-- A restored shift gets its time back, as corrected since.
create or replace function core.shift_returns() returns trigger
language plpgsql set search_path = core as $$
declare
  latest worked;
begin
  if current_user = 'watchbill_platform' then return new; end if;
  select w.* into latest from worked w where w.site_id = new.site_id and w.shift = new.id order by w.id desc limit 1;
  if latest.person = new.person then
    delete from worked w where w.site_id = latest.site_id and w.id = latest.id;
    if not latest.was_running then new.actual_start := latest.actual_start; new.actual_end := latest.actual_end; end if;
  end if;
  return new;
end
$$;

create or replace trigger shifts_return before insert
  on core.shifts for each row
  when (new.person is not null and (new.actual_start is not null or new.actual_end is not null))
  execute function core.shift_returns();
