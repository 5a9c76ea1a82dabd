-- The email of an account that runs the platform or has run it, for the lines of what it did at a site; else null.
-- Belongs to no site.
create or replace function core.operator_name(wanted bigint) returns text
language sql stable security definer set search_path = platform, identity, pg_temp as $$
  select a.email from accounts a where a.id = wanted
    and (exists (select from operators o where o.account_id = a.id) or exists (select from operator_acts t where t.account_id = a.id))
$$;
alter function core.operator_name owner to watchbill_platform;
revoke all on function core.operator_name from public;
grant execute on function core.operator_name to watchbill_app;
