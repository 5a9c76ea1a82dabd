-- One tick of the planner: queues due reminders of at most `most` shifts, and records those that came too late. Returns
-- counts, and `done` when nothing is left. A reminder is due until it is no longer useful, or until its person has been
-- told of the shift since. Without an earlier tick, or after the clock went back, it looks at all coming shifts.
-- Crosses sites.
create or replace function core.plan_reminders(at timestamptz, most integer default 2000, among bigint[] default null) returns jsonb
language plpgsql security definer set search_path = core, pg_temp as $$
declare
  last timestamptz;
  seen integer;
  counts record;
begin
  select (value #>> '{}')::timestamptz into last from platform.settings where name = 'reminders_planned';
  if last is null or last > at + interval '5 minutes' then
    insert into platform.settings (name, value, changed_at) values ('reminders_begun', to_jsonb(at), clock_timestamp())
      on conflict (name) do update set value = excluded.value, changed_at = excluded.changed_at;
    insert into dues (site_id, id) select site_id, id from shifts where draft is not null and person is not null and start > at
      on conflict (site_id, id) do update set look_at = '-infinity', ask_at = '-infinity';
  end if;
  -- Excludes shifts whose person has an unsettled change of them.
  with looked as materialized (
    select d.site_id, d.id, d.look_at from dues d join sites t on t.id = d.site_id and t.status = 'active'
    where d.look_at <= at and (among is null or d.site_id = any (among))
      and not exists (select from marks m join shifts h on h.site_id = m.site_id and h.id = m.shift
        where m.site_id = d.site_id and m.shift = d.id and m.person = h.person)
    order by d.look_at, d.site_id, d.id limit most for update of d skip locked),
  reminders as materialized (
    select l.look_at, s.site_id, s.id as shift, s.event, s.person, s.start, greatest(s.draft, s.assigned_at, s.start_changed_at) as known_at, r.*
      from looked l join shifts s on s.site_id = l.site_id and s.id = l.id
    cross join lateral reminders_of(s) r),
  -- A reminder waits for a queued notice of the same shift, unless a restore holds that: the next tick looks again.
  waiting as materialized (
    select r.*, exists (select from deliveries q where q.site_id = r.site_id and q.shift = r.shift and q.person = r.person and q.channel = r.channel
      and q.state = 'queued' and q.lane <> 'held' and q.kind in ('shift.assigned', 'shift.changed')) as waits
    from reminders r where r.due_at <= at and coalesce(last_told(r.site_id, r.shift, r.person, r.channel) < r.due_at, true)),
  fresh as (
    insert into deliveries as d (site_id, shift, event, person, kind, channel, start_local_date, due_at, useful_until, state, reason)
    select r.site_id, r.shift, r.event, r.person, r.kind, r.channel, r.start_local_date, r.due_at, r.useful_until,
      case when at < r.useful_until then 'queued' when r.final then 'missed' else 'skipped' end,
      case when at < r.useful_until then null else 'late' end
    from waiting r
    -- Records a late reminder, unless the shift became theirs too late for it.
    where not (r.waits and at < r.useful_until) and (at < r.useful_until
      or r.known_at <= r.due_at and r.start > coalesce(last, at) and (r.final or r.look_at > '-infinity'))
    on conflict (site_id, shift, person, kind, channel, start_local_date, cause) where shift is not null do update
      set state = 'queued', reason = null, lane = excluded.lane, due_at = excluded.due_at, useful_until = excluded.useful_until, retry_at = null, updated_at = clock_timestamp()
      where excluded.state = 'queued' and (d.state = 'cancelled'
        or d.state = 'skipped' and d.reason in ('opted_out', 'no_address', 'no_phone', 'unverified', 'sms_off'))
    returning d.state),
  next as (
    select l.site_id, l.id, min(r.due_at) as look_at from looked l
    left join (select site_id, shift, due_at from reminders where due_at > at
      union all select site_id, shift, due_at from waiting where waits and at < useful_until) r
      on r.site_id = l.site_id and r.shift = l.id group by l.site_id, l.id),
  kept as (update dues d set look_at = coalesce(n.look_at, 'infinity') from next n where d.site_id = n.site_id and d.id = n.id
    and (n.look_at is not null or d.ask_at < 'infinity'
      and exists (select from shifts s where s.site_id = d.site_id and s.id = d.id and s.person is not null))),
  gone as (delete from dues d using next n
    where d.site_id = n.site_id
      and d.id = n.id and n.look_at is null and (d.ask_at = 'infinity' or not exists (select from shifts s where s.site_id = d.site_id and s.id = d.id and s.person is not null)))
  select (select count(*) from looked) as looked, count(*) filter (where state = 'queued') as queued, count(*) filter (where state = 'missed') as missed,
    count(*) filter (where state = 'skipped') as skipped into counts from fresh;
  -- Its later portions also record what was missed since the previous tick.
  if counts.looked < most or last is null or last > at + interval '5 minutes' then
    insert into platform.settings (name, value, changed_at) values ('reminders_planned', to_jsonb(at), clock_timestamp())
      on conflict (name) do update set value = excluded.value, changed_at = excluded.changed_at;
  end if;
  return jsonb_build_object('queued', counts.queued, 'missed', counts.missed, 'skipped', counts.skipped, 'done', counts.looked < most);
end
$$;
alter function core.plan_reminders owner to watchbill_platform;
revoke all on function core.plan_reminders from public;
grant execute on function core.plan_reminders to watchbill_worker;
