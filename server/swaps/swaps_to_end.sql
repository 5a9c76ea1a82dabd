-- Validity of swaps, for one site and across sites.

-- Whether a part's shift is still as agreed. Unknown facts count as unchanged.
create or replace function core.is_as_given(p core.swap_parts) returns boolean
language sql stable set search_path = core as $$
  select p.given_start is null or exists (select from shifts s join events e on e.site_id = s.site_id and e.id = s.event
    where s.site_id = p.site_id and s.id = p.gives
      and is_as_stated(p.site_id, p.given_start, p.given_end, p.given_location, p.given_assignment, p.given_role, s, coalesce(s.location, e.location)))
$$;

-- Whether a person may still give a shift away: theirs, published, its event takes place, and not begun.
create or replace function core.may_be_swapped(site bigint, of_shift bigint, of_person bigint, at timestamptz) returns boolean
language sql stable set search_path = core as $$
  select exists (select from shifts s join events e on e.site_id = s.site_id and e.id = s.event
    where s.site_id = site and s.id = of_shift and s.person = of_person and s.draft is not null and not e.archived
      and e.decision is distinct from 'off'
      and s.start > at and s.actual_start is null)
$$;

-- Whether a swap of the shift stays open, including while a change of it can still be undone.
create or replace function core.stays_in_swap(site bigint, of_shift bigint, of_person bigint, at timestamptz) returns boolean
language sql stable set search_path = core as $$
  select may_be_swapped(site, of_shift, of_person, at) or is_unsettled(site, of_shift, at)
$$;

-- Lists the sites with swaps to end, or to complete since their last yes had to wait: `[{ site }]`. Crosses sites.
create or replace function core.sites_with_swaps_to_end(at timestamptz, most integer, among bigint[] default null) returns jsonb
language sql stable security definer set search_path = core, pg_temp as $$
  select coalesce(jsonb_agg(jsonb_build_object('site', site_id)), '[]') from (
    select * from (select due.*, row_number() over (partition by site_id order by site_id) as turn from (
    select w.site_id from swaps w join sites t on t.id = w.site_id and t.status = 'active'
    where (among is null or w.site_id = any (among)) and w.state in ('proposed', 'offered') and not stays_in_swap(w.site_id, w.shift, w.person, at)
    union select c.site_id from swap_circles c join sites t on t.id = c.site_id and t.status = 'active'
    where (among is null or c.site_id = any (among)) and c.state = 'proposed' and (c.ends_at <= at or c.size > (select count(*) from swap_parts p
      where p.site_id = c.site_id and p.circle = c.id and (p.gives is null or stays_in_swap(p.site_id, p.gives, p.person, at)
        and (is_unsettled(p.site_id, p.gives, at) or is_as_given(p))))
      or c.agreed_at is null and not exists (select from swap_parts p where p.site_id = c.site_id and p.circle = c.id
        and (p.accepted is not true or is_unsettled(p.site_id, p.gives, at))))) due) turns
    order by turn, site_id, site_id limit most) q
$$;
alter function core.sites_with_swaps_to_end owner to watchbill_platform;
revoke all on function core.sites_with_swaps_to_end from public;
grant execute on function core.sites_with_swaps_to_end to watchbill_worker;
