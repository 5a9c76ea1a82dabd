-- Whether the owner of an account has confirmed its address. Reads identity, which the web may not.
create or replace function identity.is_proved(account bigint) returns boolean
language sql stable security definer set search_path = identity, pg_temp as $$
  select coalesce((select a.proved_at is not null from accounts a where a.id = account), false)
$$;
alter function identity.is_proved owner to watchbill_platform;
revoke all on function identity.is_proved from public;
grant execute on function identity.is_proved to watchbill_app;
