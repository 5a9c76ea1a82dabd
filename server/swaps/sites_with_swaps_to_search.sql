-- Lists sites with offers of at least two people and no search for circles since then, longest ago first: `[{ site }]`.
-- Crosses sites.
create or replace function core.sites_with_swaps_to_search(since timestamptz, most integer, among bigint[] default null) returns jsonb
language sql stable security definer set search_path = core, pg_temp as $$
  select coalesce(jsonb_agg(jsonb_build_object('site', site_id)), '[]') from (
    select * from (select due.*, row_number() over (partition by site_id order by first) as turn from (
    select w.site_id, min(w.searched_at) as first from swaps w join sites t on t.id = w.site_id and t.status = 'active'
    where (among is null or w.site_id = any (among)) and w.state = 'offered' and w.searched_at <= since
      and exists (select from swaps o where o.site_id = w.site_id and o.state = 'offered' and o.person <> w.person)
    group by w.site_id) due) turns
    order by turn, first, site_id limit most) q
$$;
alter function core.sites_with_swaps_to_search owner to watchbill_platform;
revoke all on function core.sites_with_swaps_to_search from public;
grant execute on function core.sites_with_swaps_to_search to watchbill_worker;
