-- The five roles of the product, made once per PostgreSQL server by its administrator, who needs CREATEROLE and, for the database, CREATEDB:
-- no superuser. None of the five can log in: the login role "watchbill" (or one login a process, see docs/operating.md) is a member of
-- them and takes one on each connection.
--   watchbill_migrator  owns the schema
--   watchbill_app       the web process: row security applies, no password hashes
--   watchbill_worker    the workers: like app
--   watchbill_auth      the only reader of identity.* (password hashes)
--   watchbill_platform  crosses sites, since no restrictive policy names it; used by server/platform and by the functions that it owns
do $$
begin
  if not exists (select from pg_roles where rolname = 'watchbill_migrator') then create role watchbill_migrator nologin; end if;
  if not exists (select from pg_roles where rolname = 'watchbill_app') then create role watchbill_app nologin; end if;
  if not exists (select from pg_roles where rolname = 'watchbill_worker') then create role watchbill_worker nologin; end if;
  if not exists (select from pg_roles where rolname = 'watchbill_auth') then create role watchbill_auth nologin; end if;
  if not exists (select from pg_roles where rolname = 'watchbill_platform') then create role watchbill_platform nologin; end if;
  if not exists (select from pg_roles where rolname = 'watchbill') then create role watchbill login; end if;
end $$;
-- Whoever creates the database for the migrator has to be a member of it.
grant watchbill_migrator to current_user;
-- The migrator hands the functions that must cross sites over to the role that may.
grant watchbill_platform, watchbill_auth to watchbill_migrator;
grant watchbill_migrator, watchbill_app, watchbill_worker, watchbill_auth, watchbill_platform to watchbill;
