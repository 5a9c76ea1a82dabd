-- Lists planned publications that are due: `[{ site, publication }]`. Crosses sites.
create or replace function core.publications_due(at timestamptz, most integer, among bigint[] default null) returns jsonb
language sql stable security definer set search_path = core, pg_temp as $$
  select coalesce(jsonb_agg(jsonb_build_object('site', site_id, 'publication', id)), '[]') from (
    select * from (select due.*, row_number() over (partition by site_id order by due_at, id) as turn from (
    select p.site_id, p.id, p.due_at from publications p join sites s on s.id = p.site_id and s.status = 'active'
    where (among is null or p.site_id = any (among)) and p.state = 'planned' and p.due_at <= at) due) turns
    order by turn, due_at, id, site_id limit most) q
$$;
alter function core.publications_due owner to watchbill_platform;
revoke all on function core.publications_due from public;
grant execute on function core.publications_due to watchbill_worker;
