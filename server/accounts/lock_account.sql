-- Locks an account against the end of its sessions until the transaction ends. Callers that change an address lock the
-- address first (lock_addresses.sql).
create or replace function identity.lock_account(account bigint) returns table (auth_epoch integer, proved boolean)
language sql security definer set search_path = identity, pg_temp as $$
  select a.auth_epoch, a.proved_at is not null from accounts a where a.id = account for no key update
$$;
alter function identity.lock_account owner to watchbill_platform;
revoke all on function identity.lock_account from public;
grant execute on function identity.lock_account to watchbill_app, watchbill_auth;
