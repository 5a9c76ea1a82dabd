-- Finds the active site of a subdomain, before a site is set. Crosses sites.
create or replace function core.site_by_slug(wanted text) returns jsonb
language sql stable security definer set search_path = core, pg_temp as $$
  select to_jsonb(s) - 'created_at' - 'deleted_at' from core.sites s where s.slug = wanted and s.status = 'active'
$$;
alter function core.site_by_slug owner to watchbill_platform;
revoke all on function core.site_by_slug from public;
grant execute on function core.site_by_slug to watchbill_app, watchbill_worker, watchbill_auth;
