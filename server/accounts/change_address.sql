-- Changes the address of a confirmed account; its owner has just confirmed the new one. The account's people follow at
-- every site. Returns false when the address is taken. Crosses sites.
create or replace function identity.change_address(account bigint, wanted text, at_site bigint, at timestamptz) returns boolean
language plpgsql security definer set search_path = core, identity, pg_temp as $$
declare address text := lower(wanted); former text; other bigint; moved record;
begin
  select a.email into former from accounts a where a.id = account;
  perform lock_addresses(array[address, former]);
  if exists (select from accounts a where a.email = address and a.proved_at is not null) then return false; end if;
  update accounts set email = address, proved_at = at where id = account and proved_at is not null;
  if not found then return false; end if;
  for moved in update people p set email = address where p.account_id = account returning p.site_id, p.id loop
    perform core.send_still_due(moved.site_id, moved.id, 'email', at);
  end loop;
  -- Includes deleted people that an undo may restore.
  update trash t set "row" = jsonb_set(t."row", '{email}', to_jsonb(address))
    where t.table_name = 'people' and t.kept = 'removed' and t.cleared is null and t."row" ->> 'account_id' = account::text;
  for other in select a.id from accounts a where a.email = address and a.id <> account order by a.id loop
    perform retire_account(other, account, at);
  end loop;
  insert into address_proofs (account_id, email, way, site_id, proved_at) values (account, address, 'link', at_site, at);
  return true;
exception when unique_violation then
  return false;
end
$$;
alter function identity.change_address owner to watchbill_platform;
revoke all on function identity.change_address from public;
grant execute on function identity.change_address to watchbill_app;
