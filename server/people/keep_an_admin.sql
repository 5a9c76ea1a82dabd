-- Keeps the last admin of a site, whoever writes. server/people/last-admin.ts takes the same lock, in a separate
-- statement, so that the count sees what was committed meanwhile. Exempts deleted sites, and a restore that repeats
-- erasures since its backup (`app.last_admin_may_go`).
create or replace function core.keep_an_admin() returns trigger
language plpgsql set search_path = core as $$
begin
  if current_setting('app.last_admin_may_go', true) = 'yes' then return null; end if;
  perform pg_advisory_xact_lock(hashtext('people.admins'), (old.site_id % 2147483647)::integer);
  if exists (select from people where site_id = old.site_id and role = 'admin' and is_active) then return null; end if;
  if not exists (select from sites where id = old.site_id and status <> 'deleted') then return null; end if;
  raise exception 'the last admin of a site' using errcode = '23514', constraint = 'people_last_admin', table = 'people', schema = 'core';
end
$$;

create or replace trigger people_last_admin_changed after update of role, is_active
  on core.people for each row
  when (old.role = 'admin' and old.is_active and not (new.role = 'admin' and new.is_active))
  execute function core.keep_an_admin();
create or replace trigger people_last_admin_removed after delete
  on core.people for each row
  when (old.role = 'admin' and old.is_active)
  execute function core.keep_an_admin();
