-- Decisions by coordinators whether an event takes place.

-- The people that an event lacks of its minimum and its assignments' minimums. Someone who cannot come counts as
-- missing.
create or replace function core.people_needed(needed_by core.events, only_published boolean) returns integer
language sql stable set search_path = core as $$
  select greatest(0, coalesce(needed_by.minimum, 0) - count(s.person), (
    select sum(greatest(0, k.minimum - (select count(o.person) from shift_facts o where o.site_id = needed_by.site_id and o.event = needed_by.id
      and o.assignment = k.assignment and o.answer is distinct from 'seeking_cover' and (o.draft is not null or not only_published))))
    from jsonb_to_recordset(needed_by.minimums) as k (assignment bigint, minimum integer)
    join assignments a on a.site_id = needed_by.site_id and a.id = k.assignment))::integer
  from shift_facts s where s.site_id = needed_by.site_id and s.event = needed_by.id and s.answer is distinct from 'seeking_cover'
    and (s.draft is not null or not only_published)
$$;
revoke all on function core.people_needed from public;
grant execute on function core.people_needed to watchbill_app, watchbill_worker, watchbill_platform;

-- Lists events to ask about, and those whose question has ended: `[{ site, event }]`. Leaves out those with changes or
-- answers that can still be undone. Crosses sites.
create or replace function core.decisions_due(at timestamptz, most integer, among bigint[] default null) returns jsonb
language sql stable security definer set search_path = core, pg_temp as $$
  select coalesce(jsonb_agg(jsonb_build_object('site', site_id, 'event', id)), '[]') from (
    select * from (select due.*, row_number() over (partition by site_id order by decide_at, id) as turn from (
      select e.site_id, e.id, e.decide_at, e.updated_at, false as ends from events e join sites s on s.id = e.site_id and s.status = 'active'
      where (among is null or e.site_id = any (among)) and e.decide_at is not null and e.decision is null
        and (e.decision_asked_at is null or e.decision_asked_at < e.decide_at)
        and e.decide_at <= at and e.start > at and not e.archived
        and core.people_needed(e, false) > 0
      union all
      select e.site_id, e.id, e.decide_at, e.updated_at, true from events e join sites s on s.id = e.site_id and s.status = 'active'
      where (among is null or e.site_id = any (among)) and e.decision_asked_at is not null and e.start > at
        and (e.decide_at is null or e.decision is not null or e.archived or core.people_needed(e, false) = 0)) due
      where due.updated_at <= at - interval '25 s'
        -- A shift that is deleted may be of any event.
        and not exists (select from marks m left join shifts x on x.site_id = m.site_id and x.id = m.shift
          where m.site_id = due.site_id and (m.settle_at > decisions_due.at and coalesce(x.event, due.id) = due.id or due.ends and x.event = due.id))
        -- An aggregate, which the planner cannot turn into a scan of all answers.
        and coalesce((select max(a.at) from shifts x join answers a on a.site_id = x.site_id and a.shift = x.id
          where x.site_id = due.site_id and x.event = due.id), '-infinity') <= decisions_due.at - interval '25 s') turns
    order by turn, decide_at, id, site_id limit most) q
$$;
alter function core.decisions_due owner to watchbill_platform;
revoke all on function core.decisions_due from public;
grant execute on function core.decisions_due to watchbill_worker;
