-- Records that an address's owner responded to a message. Merges all accounts of the address and returns the remaining
-- one; null when the account is gone. Ends what was set up before the first confirmation, except one session.
-- Confirming by a link also requires the password; by any other `way` the account may be a stranger's. Crosses sites.
create or replace function identity.prove_address(account bigint, way text, keep_site bigint, keep bigint, at timestamptz) returns bigint
language plpgsql security definer set search_path = core, identity, pg_temp as $$
declare address text; here bigint; owner bigint; other bigint;
begin
  select a.email into address from accounts a where a.id = account;
  if address is null then return null; end if;
  perform lock_address(address);
  select a.home_site into here from accounts a where a.id = account and a.email = address for update;
  if not found then return null; end if;
  select a.id into owner from accounts a where a.email = address and a.proved_at is not null for no key update;
  if owner is null then
    perform wipe_account(account, way <> 'link', keep_site, keep, at);
    update accounts set proved_at = at, home_site = null where id = account;
    owner := account;
  end if;
  for other in select a.id from accounts a where a.email = address and a.id <> owner order by a.id loop
    perform retire_account(other, owner, at);
  end loop;
  insert into address_proofs (account_id, email, way, site_id, proved_at) values (owner, address, way, here, at);
  return owner;
end
$$;
alter function identity.prove_address owner to watchbill_platform;
revoke all on function identity.prove_address from public;
grant execute on function identity.prove_address to watchbill_app, watchbill_auth;
