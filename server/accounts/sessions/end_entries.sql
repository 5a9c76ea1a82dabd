-- Ends the open sessions in which operators act as admins: those of one session at the console, of one site, or both.
-- Writes the end into the site's audit log and the operators' log. Returns how many ended. Crosses sites.
create or replace function core.end_entries(console_session bigint, site bigint, at timestamptz) returns integer
language plpgsql security definer set search_path = core, platform, pg_temp as $$
declare n integer;
begin
  if console_session is null and site is null then return 0; end if;
  with ended as (
    update core.sessions s set revoked_at = at, entry_hash = null, entry_until = null
    where s.operator_session is not null and (console_session is null or s.operator_session = console_session)
      and (site is null or s.site_id = site) and s.revoked_at is null and s.absolute_expires_at > at
    returning s.site_id, s.person, (select o.account_id from operator_sessions o where o.id = s.operator_session) as account),
  told as (
    insert into core.audit (site_id, at, actor, person, action, subject, subject_id)
    select e.site_id, at, coalesce('operator:' || e.account, 'operator'), e.person, 'impersonation.end', 'people', e.person from ended e),
  logged as (
    insert into operator_acts (at, account_id, action, site) select at, e.account, 'site.leave', e.site_id from ended e)
  select count(*) into n from ended;
  return n;
end
$$;
alter function core.end_entries owner to watchbill_platform;
revoke all on function core.end_entries from public;
grant execute on function core.end_entries to watchbill_app, watchbill_auth;
