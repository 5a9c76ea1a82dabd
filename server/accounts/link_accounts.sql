-- Returns an account of the current site for each address, for people whom an admin adds; creates missing ones. Does
-- not reuse an account left by a registration: someone else chose its password.
create or replace function identity.link_accounts(wanted text[]) returns table (email text, account_id bigint)
language plpgsql security definer set search_path = core, identity, pg_temp as $$
declare here bigint := current_setting('app.site_id')::bigint;
begin
  perform lock_addresses(wanted);
  delete from accounts a where a.home_site = here and a.proved_at is null and a.email = any (select lower(e) from unnest(wanted) e)
    and not exists (select from people p where p.account_id = a.id);
  insert into accounts (email, home_site) select distinct lower(e), here from unnest(wanted) e
    where not exists (select from accounts a where a.email = lower(e) and (a.proved_at is not null or a.home_site = here));
  return query select distinct on (a.email) a.email, a.id from accounts a
    where a.email = any (select lower(e) from unnest(wanted) e) and (a.proved_at is not null or a.home_site = here)
    order by a.email, a.proved_at is not null desc;
end
$$;
alter function identity.link_accounts owner to watchbill_platform;
revoke all on function identity.link_accounts from public;
grant execute on function identity.link_accounts to watchbill_app;
