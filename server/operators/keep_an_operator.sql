-- Keeps the last operator, whoever writes. The lock is a separate statement, so that the count sees what was committed
-- meanwhile.
create or replace function platform.keep_an_operator() returns trigger
language plpgsql set search_path = platform as $$
begin
  perform pg_advisory_xact_lock(hashtext('platform.operators'));
  if exists (select from operators) then return null; end if;
  raise exception 'the last operator' using errcode = '23514', constraint = 'operators_last', table = 'operators', schema = 'platform';
end
$$;

create or replace trigger operators_last after delete on platform.operators for each row execute function platform.keep_an_operator();
