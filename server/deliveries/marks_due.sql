-- Lists people whose changes have settled: `[{ site, person }]`. Crosses sites.
create or replace function core.marks_due(at timestamptz, most integer, among bigint[] default null) returns jsonb
language sql stable security definer set search_path = core, pg_temp as $$
  select coalesce(jsonb_agg(jsonb_build_object('site', site_id, 'person', person)), '[]') from (
    select * from (select due.*, row_number() over (partition by site_id order by first, person) as turn from (
      select m.site_id, m.person, min(m.id) as first from marks m
      join sites t on t.id = m.site_id and t.status = 'active'
      where (among is null or m.site_id = any (among)) and m.settle_at <= at and not exists (select from marks l where l.site_id = m.site_id
        and l.shift = m.shift and l.person is not distinct from m.person and l.settle_at > at)
      group by m.site_id, m.person) due) turns
    order by turn, first, site_id limit most) q
$$;
alter function core.marks_due owner to watchbill_platform;
revoke all on function core.marks_due from public;
grant execute on function core.marks_due to watchbill_worker;
