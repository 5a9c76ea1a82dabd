-- The operator of a session at the console, while it is open and they have the right; else null. Belongs to no site.
create or replace function core.acting_operator(wanted bigint) returns jsonb
language sql stable security definer set search_path = platform, identity, pg_temp as $$
  select jsonb_build_object('account', a.id, 'name', a.email) from operator_sessions s
  join operators o on o.account_id = s.account_id join accounts a on a.id = s.account_id
  where s.id = wanted and s.revoked_at is null and s.auth_epoch = a.auth_epoch
$$;
alter function core.acting_operator owner to watchbill_platform;
revoke all on function core.acting_operator from public;
grant execute on function core.acting_operator to watchbill_app;
