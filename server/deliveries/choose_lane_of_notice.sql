-- Puts a long-lived notice into a separate lane, behind reminders and urgent notices. A calendar week may have an extra
-- hour.
create or replace function core.choose_lane_of_notice() returns trigger
language plpgsql set search_path = core as $$
begin
  new.lane := case when new.useful_until > new.due_at + interval '7 days 1 hour' then 'notice' else 'urgent' end;
  return new;
end
$$;

create or replace trigger deliveries_lane_of_notice before insert or update of state, due_at, useful_until
  on core.deliveries for each row
  when (new.state = 'queued' and (new.lane = ANY (ARRAY['duty', 'urgent', 'notice'])) and (new.kind !~ '^(reminder|account|bulk)[.:]'))
  execute function core.choose_lane_of_notice();
