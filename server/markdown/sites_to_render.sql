-- Lists sites with texts rendered below this version, in random order. Crosses sites.
create or replace function core.sites_to_render(below smallint, most integer) returns bigint[]
language sql stable security definer set search_path = core, pg_temp as $$
  select coalesce(array_agg(site_id), '{}') from (
    select site_id from (
      select site_id from news where renderer < below and content <> ''
      union select site_id from series where renderer < below and details <> ''
      union select site_id from events where renderer < below and details <> ''
      union select site_id from messages where renderer < below and body <> '') q
    order by random() limit most) q
$$;
alter function core.sites_to_render owner to watchbill_platform;
revoke all on function core.sites_to_render from public;
grant execute on function core.sites_to_render to watchbill_worker;
