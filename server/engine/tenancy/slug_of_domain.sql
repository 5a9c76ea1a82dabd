-- The slug of the site that a proved own domain leads to; null for every other name. Crosses sites.
create or replace function core.slug_of_domain(wanted text) returns text
language sql stable security definer set search_path = core, pg_temp as $$
  select s.slug from platform.domains d join core.sites s on s.id = d.site where d.name = wanted and d.proved_at is not null
$$;
alter function core.slug_of_domain owner to watchbill_platform;
revoke all on function core.slug_of_domain from public;
grant execute on function core.slug_of_domain to watchbill_app, watchbill_worker, watchbill_auth;
