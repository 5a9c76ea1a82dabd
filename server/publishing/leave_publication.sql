-- Removes a shift from its planned publication when it is unpublished, whichever way.
create or replace function core.leave_publication() returns trigger
language plpgsql set search_path = core as $$
begin
  update publications p set
      shifts = case when p.shifts = array[new.id] then p.shifts else array_remove(p.shifts, new.id) end,
      state = case when p.shifts = array[new.id] then 'cancelled' else p.state end,
      ended_at = case when p.shifts = array[new.id] then clock_timestamp() end
    where p.site_id = new.site_id and p.state = 'planned' and p.shifts @> array[new.id];
  return null;
end
$$;

create or replace trigger shifts_leave_publication after update of draft
  on core.shifts for each row
  when (old.draft is not null and new.draft is null)
  execute function core.leave_publication();
