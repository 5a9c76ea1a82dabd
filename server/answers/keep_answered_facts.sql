-- Stores the shift as it is now with an answer or question, unless the writer states it (an undo, a restore).
create or replace function core.keep_answered_facts() returns trigger
language plpgsql set search_path = core as $$
begin
  if new.start is null then
    select s.start, s."end", coalesce(s.location, e.location), s.assignment, s.role
      into new.start, new."end", new.location, new.assignment, new.role
      from shifts s join events e on e.site_id = s.site_id and e.id = s.event where s.site_id = new.site_id and s.id = new.shift;
  end if;
  return new;
end
$$;

create or replace trigger answers_keep_facts before insert on core.answers for each row execute function core.keep_answered_facts();
create or replace trigger questions_keep_facts before insert on core.questions for each row execute function core.keep_answered_facts();
