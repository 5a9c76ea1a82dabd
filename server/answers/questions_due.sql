-- Lists the sites with shifts that may need asking about: `[{ site }]`. Crosses sites.
create or replace function core.questions_due(at timestamptz, most integer, among bigint[] default null) returns jsonb
language sql stable security definer set search_path = core, pg_temp as $$
  select coalesce(jsonb_agg(distinct jsonb_build_object('site', site_id)), '[]') from (
    select d.site_id from dues d join sites t on t.id = d.site_id and t.status = 'active'
    where d.ask_at <= at and (among is null or d.site_id = any (among)) order by d.ask_at, d.site_id, d.id limit most) q
$$;
alter function core.questions_due owner to watchbill_platform;
revoke all on function core.questions_due from public;
grant execute on function core.questions_due to watchbill_worker;
