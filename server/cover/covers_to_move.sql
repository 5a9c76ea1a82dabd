-- Lists searches for cover to advance: `[{ site, cover }]`. Includes a cancelled one whose shift is as before again.
-- Crosses sites.

-- Whether a shift, or a row of shift_facts, is still what people were asked to cover. Unknown facts count as unchanged.
create or replace function core.is_as_sought(c core.covers, held anyelement, place bigint) returns boolean
language sql stable set search_path = core as $$
  select c.sought_start is null
    or is_as_stated(c.site_id, c.sought_start, c.sought_end, c.sought_location, c.sought_assignment, c.sought_role, held, place)
$$;

create or replace function core.covers_to_move(at timestamptz, most integer, among bigint[] default null) returns jsonb
language sql stable security definer set search_path = core, pg_temp as $$
  select coalesce(jsonb_agg(jsonb_build_object('site', site_id, 'cover', id)), '[]') from (
    select * from (select due.*, row_number() over (partition by site_id order by next_rung_at nulls first, id) as turn from (
    select c.site_id, c.id, c.next_rung_at from covers c
    join sites t on t.id = c.site_id and t.status = 'active'
    join shifts s on s.site_id = c.site_id and s.id = c.shift
    join events e on e.site_id = s.site_id and e.id = s.event
    where (among is null or c.site_id = any (among))
      and not is_unsettled(c.site_id, c.shift, at) and c.state in ('searching', 'paused', 'exhausted') and (
      c.state = 'searching'
        and c.next_rung_at <= at or s.start <= at or s.actual_start is not null or s.draft is null or e.archived or e.decision = 'off'
      or s.person is not null
        and (s.person is distinct from c.person or (select f.answer from shift_facts f where f.site_id = s.site_id
          and f.id = s.id) is distinct from 'seeking_cover')
      or not is_as_sought(c, s, coalesce(s.location, e.location))
      or exists (select from coverasks a where a.site_id = c.site_id and a.cover = c.id and a.answer = 'yes'))
    union all
    select c.site_id, c.id, c.next_rung_at from covers c
    join sites t on t.id = c.site_id and t.status = 'active'
    join shifts s on s.site_id = c.site_id and s.id = c.shift
    join events e on e.site_id = s.site_id and e.id = s.event
    where (among is null or c.site_id = any (among))
      and not is_unsettled(c.site_id, c.shift, at) and c.ended = 'cancelled' and s.draft is not null and s.actual_start is null and s.start > at
      and not e.archived and e.decision is distinct from 'off'
      and s.person is not distinct from c.person
        and (s.person is null or (select f.answer from shift_facts f where f.site_id = s.site_id and f.id = s.id) = 'seeking_cover')
      and not exists (select from covers d where d.site_id = c.site_id and d.shift = c.shift and d.id > c.id)) due) turns
    order by turn, next_rung_at nulls first, id, site_id limit most) q
$$;
alter function core.covers_to_move owner to watchbill_platform;
revoke all on function core.covers_to_move from public;
grant execute on function core.covers_to_move to watchbill_worker;
