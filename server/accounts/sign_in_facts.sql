-- Returns an account's epoch and second factors, for signing in. Reads identity, which the web may not.
create or replace function identity.sign_in_facts(account bigint) returns jsonb
language sql stable security definer set search_path = identity, pg_temp as $$
  select jsonb_build_object('epoch', a.auth_epoch, 'factors', to_jsonb(array_remove(array[
    case when exists (select from identity.totp t where t.account_id = a.id and t.confirmed_at is not null) then 'totp' end,
    case when exists (select from identity.passkeys p where p.account_id = a.id) then 'passkey' end], null)))
  from identity.accounts a where a.id = account
$$;
alter function identity.sign_in_facts owner to watchbill_auth;
revoke all on function identity.sign_in_facts from public;
grant execute on function identity.sign_in_facts to watchbill_app;
