-- Lists the ids of all sites, for sweeps that visit one after the other. Crosses sites.
create or replace function core.site_ids() returns jsonb
language sql stable security definer set search_path = core, pg_temp as $$
  select coalesce(jsonb_agg(id order by id), '[]') from sites
$$;
alter function core.site_ids owner to watchbill_platform;
revoke all on function core.site_ids from public;
grant execute on function core.site_ids to watchbill_worker;
