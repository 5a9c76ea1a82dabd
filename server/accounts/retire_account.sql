-- Gives an unconfirmed account's people to the owner of its address, and removes it. A step of change_address and
-- prove_address: no role may call it. Crosses sites.
create or replace function identity.retire_account(account bigint, owner bigint, at timestamptz) returns void
language plpgsql security definer set search_path = core, identity, pg_temp as $$
begin
  perform wipe_account(account, true, 0, 0, at);
  insert into audit (site_id, at, actor, action, subject, subject_id)
    select p.site_id, at, 'system', 'people.proved', 'people', p.id from people p where p.account_id = account;
  update people p set account_id = owner where p.account_id = account
    and not exists (select from people q where q.site_id = p.site_id and q.account_id = owner);
  update people p set account_id = null where p.account_id = account;
  update trash t set "row" = jsonb_set(t."row", '{account_id}', to_jsonb(owner))
    where t.table_name = 'people' and t."row" ->> 'account_id' = account::text;
  delete from accounts where id = account;
end
$$;
alter function identity.retire_account owner to watchbill_platform;
revoke all on function identity.retire_account from public;
