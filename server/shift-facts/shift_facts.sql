-- Shifts with their people's answers and questions, which keep the shift as it was then and count while it is still as
-- stated.

-- Whether a shift is on another day, begins more than 30 minutes earlier or later, or is at another location. Null
-- `from_start`: no.
create or replace function core.has_moved(
  from_start timestamptz, from_place bigint, to_start timestamptz, to_place bigint, zone text
) returns boolean
language sql immutable as $$
  select from_start is not null and (from_place is distinct from to_place or abs(extract(epoch from to_start - from_start)) > 1800
    or (to_start at time zone zone)::date <> (from_start at time zone zone)::date)
$$;

-- Whether a shift, or a row of shift_facts, is still as stated: the same day, a start within 30 minutes, an end at most
-- 30 minutes later, the same location, assignment and role; none of its own instead of a deleted one. PL/pgSQL keeps its
-- plans; SQL would plan each call.
create or replace function core.is_as_stated(
  site bigint, of_start timestamptz, of_end timestamptz, of_location bigint, of_assignment bigint, of_role bigint, held anyelement, place bigint
) returns boolean
language plpgsql stable as $$
begin
  if of_start is null or held."end" > coalesce(of_end, held."end") + interval '30 minutes' then return false; end if;
  if held.start <> of_start and core.has_moved(of_start, place, held.start, place, (select t.timezone from core.sites t where t.id = site)) then
    return false;
  end if;
  if place is distinct from of_location
    and (of_location is null or held.location is not null or exists (select from core.locations l where l.site_id = site and l.id = of_location)) then return false; end if;
  if held.assignment is distinct from of_assignment
    and (of_assignment is null or held.assignment is not null or exists (select from core.assignments a where a.site_id = site and a.id = of_assignment)) then return false; end if;
  return held.role is not distinct from of_role
    or of_role is not null and held.role is null and not exists (select from core.roles r where r.site_id = site and r.id = of_role);
end
$$;

-- The location of a shift or a row of shift_facts: its own, else the event's.
create or replace function core.place_of(held anyelement) returns bigint
language plpgsql stable as $$
begin
  return coalesce(held.location, (select e.location from core.events e where e.site_id = held.site_id and e.id = held.event));
end
$$;

create or replace view core.standing_questions with (security_invoker = true) as
  select q.site_id, q.id, q.shift, q.person, q.again, q.at, q.start, q."end", q.location, q.assignment, q.role
  from core.questions q
  join core.shifts s on s.site_id = q.site_id and s.id = q.shift and s.person = q.person and s.draft is not null
  where q.start is not null
    and (
      (q.start, q."end") = (s.start, s."end")
        and q.location is not distinct from coalesce(s.location, (select e.location from core.events e where e.site_id = s.site_id and e.id = s.event))
        and q.assignment is not distinct from s.assignment and q.role is not distinct from s.role
      or core.is_as_stated(q.site_id, q.start, q."end", q.location, q.assignment, q.role, s,
        coalesce(s.location, (select e.location from core.events e where e.site_id = s.site_id and e.id = s.event))))
    and not exists (
      select from core.told t left join core.deliveries d on d.site_id = t.site_id and d.id = t.delivery
      where t.site_id = q.site_id and t.shift = q.shift and t.person = q.person and t.state = 'not_theirs' and t.at >= q.at
        and (d.id is null or d.state in ('sending', 'sent', 'delivered', 'unknown')));
comment on view core.standing_questions is 'Questions put to the person who has the shift, about the shift as it is.';
grant select on core.standing_questions to watchbill_app, watchbill_worker, watchbill_platform;

-- A new column of shifts goes to the end: `create or replace view` only appends.
create or replace view core.shift_facts with (security_invoker = true) as
  select s.site_id, s.id, s.event, s.person, s.role, s.assignment, s.location, s.start, s."end", s.actual_start, s.actual_end, s.hours, s.draft,
    s.published_by, s.notes, s.assigned_at, s.start_changed_at, s.sequence, s.created_at, s.updated_at, s.modified_start, s.modified_end,
    s.kept_hours,
    case when s.person is not null and s.draft is not null then coalesce(given.answer, 'asked') end as answer,
    case when given.answer <> 'asked' then given.at end as answered_at,
    case when given.answer <> 'asked' then given.given_by end as answered_by,
    case when given.answer <> 'asked' then given.reason else '' end as answer_reason,
    exists (
      select from core.questions q
      where q.site_id = s.site_id and q.shift = s.id and q.person = s.person and s.draft is not null and not q.again and q.start is not null
        and (
          (q.start, q."end") = (s.start, s."end")
            and q.location is not distinct from coalesce(s.location, (select e.location from core.events e where e.site_id = s.site_id and e.id = s.event))
            and q.assignment is not distinct from s.assignment and q.role is not distinct from s.role
          or core.is_as_stated(q.site_id, q.start, q."end", q.location, q.assignment, q.role, s,
            coalesce(s.location, (select e.location from core.events e where e.site_id = s.site_id and e.id = s.event))))
        and not exists (
          select from core.told t left join core.deliveries d on d.site_id = t.site_id and d.id = t.delivery
          where t.site_id = q.site_id and t.shift = q.shift and t.person = q.person and t.state = 'not_theirs' and t.at >= q.at
            and (d.id is null or d.state in ('sending', 'sent', 'delivered', 'unknown')))) as asked,
    exists (
      select from core.questions q
      where q.site_id = s.site_id and q.shift = s.id and q.person = s.person and s.draft is not null and q.again and q.start is not null
        and (
          (q.start, q."end") = (s.start, s."end")
            and q.location is not distinct from coalesce(s.location, (select e.location from core.events e where e.site_id = s.site_id and e.id = s.event))
            and q.assignment is not distinct from s.assignment and q.role is not distinct from s.role
          or core.is_as_stated(q.site_id, q.start, q."end", q.location, q.assignment, q.role, s,
            coalesce(s.location, (select e.location from core.events e where e.site_id = s.site_id and e.id = s.event))))
        and not exists (
          select from core.told t left join core.deliveries d on d.site_id = t.site_id and d.id = t.delivery
          where t.site_id = q.site_id and t.shift = q.shift and t.person = q.person and t.state = 'not_theirs' and t.at >= q.at
            and (d.id is null or d.state in ('sending', 'sent', 'delivered', 'unknown')))) as nudged,
    case when given.answer is null then (
      select jsonb_build_object('start', a.start, 'end', a."end", 'location', a.location) from core.answers a
      where a.site_id = s.site_id and a.shift = s.id and a.person = s.person and s.draft is not null and a.start is not null
        and a.answer in ('confirmed', 'seeking_cover') and not exists (
          select from core.told t left join core.deliveries d on d.site_id = t.site_id and d.id = t.delivery
          where t.site_id = a.site_id and t.shift = a.shift and t.person = a.person and t.state = 'not_theirs' and t.at >= a.at
            and (d.id is null or d.state in ('sending', 'sent', 'delivered', 'unknown')))
        and not exists (
          select from core.answers b where b.site_id = a.site_id and b.shift = a.shift and b.person = a.person and b.id > a.id)) end as answered_before,
    coalesce(nullif(e.name, ''), 'Untitled Event') as event_label,
    (select r.name from core.roles r where r.site_id = s.site_id and r.id = s.role) as role_name,
    (select n.name from core.assignments n where n.site_id = s.site_id and n.id = s.assignment) as assignment_name,
    (select l.name from core.locations l where l.site_id = s.site_id and l.id = coalesce(s.location, e.location)) as location_name,
    coalesce(s.modified_start, s.start) as person_start, coalesce(s.modified_end, s."end") as person_end,
    s.draft is not null as is_published, s.actual_start is not null as has_begun,
    e.decision is not distinct from 'off' as is_off,
    not e.archived and e.decision is distinct from 'off' as is_live
  from core.shifts s left join core.events e on e.site_id = s.site_id and e.id = s.event left join lateral (
    select a.* from core.answers a
    where a.site_id = s.site_id and a.shift = s.id and a.person = s.person and s.draft is not null
      and (a.answer = 'released' or a.start is not null and (
          (a.start, a."end") = (s.start, s."end")
            and a.location is not distinct from coalesce(s.location, (select e.location from core.events e where e.site_id = s.site_id and e.id = s.event))
            and a.assignment is not distinct from s.assignment and a.role is not distinct from s.role
          or core.is_as_stated(a.site_id, a.start, a."end", a.location, a.assignment, a.role, s,
            coalesce(s.location, (select e.location from core.events e where e.site_id = s.site_id and e.id = s.event)))))
    order by a.id desc limit 1) given on given.answer <> 'released' and not exists (
      select from core.told t left join core.deliveries d on d.site_id = t.site_id and d.id = t.delivery
      where t.site_id = given.site_id and t.shift = given.shift and t.person = given.person and t.state = 'not_theirs' and t.at >= given.at
        and (d.id is null or d.state in ('sending', 'sent', 'delivered', 'unknown')));
comment on view core.shift_facts is
  'Shifts with what their people have answered, what they were asked, what an answer was about that no longer counts (answered_before), the names people read, and the state of their events.';
grant select on core.shift_facts to watchbill_app, watchbill_worker, watchbill_platform;
