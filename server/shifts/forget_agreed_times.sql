-- Clears agreed times when a shift loses its person, including by removal of that person.
create or replace function core.forget_agreed_times() returns trigger
language plpgsql set search_path = core as $$
begin
  new.modified_start := null; new.modified_end := null;
  return new;
end
$$;

create or replace trigger shifts_forget_agreed before update of person
  on core.shifts for each row
  when (new.person is null and old.person is not null)
  execute function core.forget_agreed_times();
