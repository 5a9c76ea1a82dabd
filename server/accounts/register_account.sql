-- Creates an account of the current site for a registration. Returns null when a person there has the address.
create or replace function identity.register_account(address text, hash text) returns bigint
language plpgsql security definer set search_path = core, identity, pg_temp as $$
declare here bigint := current_setting('app.site_id')::bigint; made bigint;
begin
  perform lock_address(address);
  if exists (select from people p where p.site_id = here and p.email = lower(address)) then return null; end if;
  delete from accounts a where a.home_site = here and a.proved_at is null and a.email = lower(address)
    and not exists (select from people p where p.account_id = a.id);
  insert into accounts (email, password_hash, home_site) values (lower(address), hash, here) returning id into made;
  return made;
end
$$;
alter function identity.register_account owner to watchbill_platform;
revoke all on function identity.register_account from public;
grant execute on function identity.register_account to watchbill_app;
