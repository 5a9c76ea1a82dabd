-- The origin where a club is now that has moved to another deployment; null for every other name. Crosses sites.
create or replace function core.moved_to(wanted text) returns text
language sql stable security definer set search_path = core, pg_temp as $$
  select s.moved_to from core.sites s where s.slug = wanted and s.status = 'moved'
$$;
alter function core.moved_to owner to watchbill_platform;
revoke all on function core.moved_to from public;
grant execute on function core.moved_to to watchbill_app, watchbill_worker, watchbill_auth;
