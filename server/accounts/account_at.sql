-- Returns the account of an address at a site: its person's, else the confirmed one. Crosses sites.
create or replace function identity.account_at(
  site bigint, address text
) returns table (id bigint, email text, password_hash text, auth_epoch integer, proved boolean)
language sql stable security definer set search_path = core, identity, pg_temp as $$
  select a.id, a.email, a.password_hash, a.auth_epoch, a.proved_at is not null
  from accounts a where a.email = lower(address) and (a.proved_at is not null or a.home_site = site)
  order by exists (select from people p where p.site_id = site and p.account_id = a.id) desc, a.proved_at is not null desc
  limit 1
$$;
alter function identity.account_at owner to watchbill_platform;
revoke all on function identity.account_at from public;
grant execute on function identity.account_at to watchbill_auth;
