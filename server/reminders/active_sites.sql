-- Lists all active sites with their settings. Crosses sites.
create or replace function core.active_sites() returns jsonb
language sql stable security definer set search_path = core, pg_temp as $$
  select coalesce(jsonb_agg(to_jsonb(s) - 'created_at' - 'deleted_at' order by s.id), '[]') from core.sites s where s.status = 'active'
$$;
alter function core.active_sites owner to watchbill_platform;
revoke all on function core.active_sites from public;
grant execute on function core.active_sites to watchbill_worker;
