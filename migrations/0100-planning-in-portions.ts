import { type Db, run } from './site-table.ts'

/** Each kind of reminder by each channel, in the order of planning. A text may be pulled forward by a day, out of quiet hours. */
const PASSES = `
create function core.reminder_passes() returns table(pass integer, kind text, days integer, span text, channel text, reach interval)
  language sql immutable as $$
  values (1, 'reminder.day', 1, 'P1D', 'email', interval '3 hours'), (2, 'reminder.day', 1, 'P1D', 'sms', interval '28 hours'),
    (3, 'reminder.week', 7, 'P7D', 'email', interval '3 hours'), (4, 'reminder.week', 7, 'P7D', 'sms', interval '28 hours') $$;`

/** What falls due between two instants: of one pass or of all, and of the shifts after one of them up to another. */
const DUE = `
create function core.due_reminders_between(since timestamptz, at timestamptz, wanted integer, after_start timestamptz, after_site bigint, after_shift bigint,
    last_start timestamptz, last_site bigint, last_shift bigint)
  returns table(site_id bigint, shift bigint, event bigint, person bigint, kind text, channel text, start timestamptz, start_local_date date, due_at timestamptz, useful_until timestamptz, final boolean)
  language sql stable as $$
  select n.site_id, n.id, n.event, n.person, n.kind, n.channel, n.start, (n.start at time zone t.timezone)::date, d.due_at, u.useful_until,
    n.kind = 'reminder.day' or not 'P1D' = any (t.reminder_offsets)
  from (select k.kind, k.days, k.span, k.channel, s.* from core.reminder_passes() k
  cross join lateral (
    select s.site_id, s.id, s.event, s.person, s.start, greatest(s.draft, s.assigned_at, s.start_changed_at) as known_at from core.shifts s
    where s.draft is not null and s.person is not null and s.actual_start is null
      and s.start > since + make_interval(hours => 24 * k.days - 3) and s.start <= at + make_interval(hours => 24 * k.days) + k.reach
      and (s.start, s.site_id, s.id) > (after_start, after_site, after_shift) and (s.start, s.site_id, s.id) <= (last_start, last_site, last_shift) offset 0) s
    where wanted is null or k.pass = wanted offset 0) n
  join core.sites t on t.id = n.site_id and t.status = 'active' and n.span = any (t.reminder_offsets) and (n.channel = 'email' or t.sms_enabled)
  cross join lateral (select core.message_due(n.start, t.timezone, n.days, n.channel, t.quiet_start, t.quiet_end) as due_at offset 0) d
  join core.people p on p.site_id = n.site_id and p.id = n.person and p.is_active and p.erased_at is null
    and case n.channel when 'email' then p.email <> '' else p.phone is not null and p.sms_verified and p.sms_notifications end
  cross join lateral (select case when n.kind = 'reminder.week' and 'P1D' = any (t.reminder_offsets)
    then core.message_due(n.start, t.timezone, 1, n.channel, t.quiet_start, t.quiet_end) else n.start end as useful_until offset 0) u
  where d.due_at > since and d.due_at <= at and n.known_at <= d.due_at $$;
create or replace function core.due_reminders(since timestamptz, at timestamptz)
  returns table(site_id bigint, shift bigint, event bigint, person bigint, kind text, channel text, start timestamptz, start_local_date date, due_at timestamptz, useful_until timestamptz, final boolean)
  language sql stable as $$
  select * from core.due_reminders_between(since, at, null, '-infinity', 0, 0, 'infinity', 9223372036854775807, 9223372036854775807) $$;
grant execute on function core.reminder_passes(), core.due_reminders_between(timestamptz, timestamptz, integer, timestamptz, bigint, bigint, timestamptz, bigint, bigint)
  to watchbill_platform;`

/**
 * Plans from at most `most` shifts and notes how far it came. A round goes through all shifts that may have something due by
 * its own instant; one that was interrupted goes on where it stopped. It is done when a round has reached `at`.
 */
const PLAN = `
drop function core.plan_reminders(timestamptz);
create function core.plan_reminders(at timestamptz, most integer default 2000) returns jsonb
  language plpgsql volatile security definer set search_path = core, pg_temp as $$
declare
  last timestamptz;
  round record;
  stop record;
  budget integer := most;
  counts record;
  queued integer := 0;
  missed integer := 0;
  skipped integer := 0;
begin
  perform pg_advisory_xact_lock(hashtext('watchbill.reminders.plan'));
  select r.* into round from platform.settings s,
    jsonb_to_record(s.value) as r (until timestamptz, since timestamptz, alive timestamptz, pass integer, start timestamptz, site bigint, shift bigint)
    where s.name = 'reminders_planning';
  if round.until is null or round.until > at + interval '5 minutes' then
    select (value #>> '{}')::timestamptz into last from platform.settings where name = 'reminders_planned';
    if last is null or last > at + interval '5 minutes' then
      select at as until, at - interval '8 days' as since, at as alive, 1 as pass, timestamptz '-infinity' as start, 0::bigint as site, 0::bigint as shift into round;
      insert into platform.settings (name, value, changed_at) values ('reminders_begun', to_jsonb(at), clock_timestamp())
        on conflict (name) do update set value = excluded.value, changed_at = excluded.changed_at;
    else
      select at as until, least(last, at) - interval '10 minutes' as since, least(last, at) as alive, 1 as pass, timestamptz '-infinity' as start,
        0::bigint as site, 0::bigint as shift into round;
    end if;
  end if;
  while budget > 0 and round.pass <= 4 loop
    select c.* into stop from (
      select s.start, s.site_id, s.id, row_number() over (order by s.start, s.site_id, s.id) as n
      from core.reminder_passes() k, core.shifts s
      where k.pass = round.pass and s.draft is not null and s.person is not null and s.actual_start is null
        and s.start > round.since + make_interval(hours => 24 * k.days - 3) and s.start <= round.until + make_interval(hours => 24 * k.days) + k.reach
        and (s.start, s.site_id, s.id) > (round.start, round.site, round.shift)
      order by s.start, s.site_id, s.id limit budget) c order by c.n desc limit 1;
    if stop.n is not null then
      with fresh as (
        insert into core.deliveries (site_id, shift, event, person, kind, channel, start_local_date, due_at, useful_until, state, reason)
        select r.site_id, r.shift, r.event, r.person, r.kind, r.channel, r.start_local_date, r.due_at, r.useful_until,
          case when at < r.useful_until then 'queued' when r.final then 'missed' else 'skipped' end,
          case when at < r.useful_until then null else 'late' end
        from core.due_reminders_between(round.since, round.until, round.pass, round.start, round.site, round.shift, stop.start, stop.site_id, stop.id) r
        where r.start > round.alive
        on conflict (site_id, shift, person, kind, channel, start_local_date, cause) where shift is not null do nothing
        returning state)
      select count(*) filter (where state = 'queued') as queued, count(*) filter (where state = 'missed') as missed,
        count(*) filter (where state = 'skipped') as skipped into counts from fresh;
      queued := queued + counts.queued;
      missed := missed + counts.missed;
      skipped := skipped + counts.skipped;
    end if;
    if coalesce(stop.n, 0) < budget then
      select round.until, round.since, round.alive, round.pass + 1 as pass, timestamptz '-infinity' as start, 0::bigint as site, 0::bigint as shift into round;
    else
      select round.until, round.since, round.alive, round.pass, stop.start, stop.site_id as site, stop.id as shift into round;
    end if;
    budget := budget - coalesce(stop.n, 0);
  end loop;
  insert into platform.settings (name, value, changed_at)
    values (case when round.pass > 4 then 'reminders_planned' else 'reminders_planning' end,
      case when round.pass > 4 then to_jsonb(round.until) else to_jsonb(round) end, clock_timestamp())
    on conflict (name) do update set value = excluded.value, changed_at = excluded.changed_at;
  if round.pass > 4 then delete from platform.settings where name = 'reminders_planning'; end if;
  return jsonb_build_object('queued', queued, 'missed', missed, 'skipped', skipped, 'done', round.pass > 4 and round.until >= at);
end $$;
alter function core.plan_reminders(timestamptz, integer) owner to watchbill_platform;
revoke execute on function core.plan_reminders(timestamptz, integer) from public;
grant execute on function core.plan_reminders(timestamptz, integer) to watchbill_worker;`

/** The next sites with something queued: one look into the index for each. */
const WAITING = `
create function core.waiting_sites(via text, queue text, after bigint, upto bigint, most integer) returns bigint[]
  language sql stable as $$
  with recursive heads (site_id, n) as (
    (select d.site_id, 1 from core.deliveries d where d.state = 'queued' and d.channel = via and d.lane = queue
      and d.site_id > after and d.site_id <= upto order by d.site_id limit 1)
    union all
    select (select d.site_id from core.deliveries d where d.state = 'queued' and d.channel = via and d.lane = queue
      and d.site_id > h.site_id and d.site_id <= upto order by d.site_id limit 1), h.n + 1
    from heads h where h.site_id is not null and h.n < most)
  select coalesce(array_agg(h.site_id order by h.site_id), '{}') from heads h where h.site_id is not null $$;
grant execute on function core.waiting_sites(text, text, bigint, bigint, integer) to watchbill_platform;
alter table platform.provider_budget add column after_site bigint not null default 0;`

/** As before, for some sites at a time: the next claim goes on with the sites after them. */
const CLAIM = `
create or replace function core.claim_deliveries(wanted integer, at timestamp with time zone, via text, lanes text[], rate double precision, burst double precision, lease interval)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'core', 'pg_temp'
AS $$
declare
  real timestamptz;
  budget platform.provider_budget%rowtype;
  granted integer;
  groups integer;
  queue text;
  sites bigint[];
  start bigint;
  position bigint;
  wrapped boolean;
  portion integer;
  share integer;
  chosen jsonb;
  claimed jsonb := '[]';
begin
  insert into platform.provider_budget (channel, tokens, refilled_at) values (via, burst, clock_timestamp()) on conflict do nothing;
  select * into budget from platform.provider_budget where channel = via for update;
  real := clock_timestamp();
  budget.tokens := least(burst, budget.tokens + rate * greatest(0, extract(epoch from real - budget.refilled_at)));
  granted := least(wanted, floor(budget.tokens)::integer);
  foreach queue in array lanes loop
    exit when granted < 1;
    start := budget.after_site;
    position := start;
    wrapped := false;
    loop
      portion := greatest(20, granted);
      sites := core.waiting_sites(via, queue, position, case when wrapped then start else 9223372036854775807 end, portion);
      if not wrapped and cardinality(sites) < portion then
        wrapped := true;
        sites := sites || core.waiting_sites(via, queue, 0, start, portion - cardinality(sites));
      end if;
      exit when cardinality(sites) = 0;
      share := greatest(1, ceil(2.0 * granted / cardinality(sites))::integer);
      with picked as (
        select q.site_id, q.id from unnest(sites) s (site_id) cross join lateral (
          select d.site_id, d.id, d.due_at, row_number() over (order by d.due_at, d.id) as turn from core.deliveries d
          where d.state = 'queued' and d.channel = via and d.lane = queue and d.site_id = s.site_id and d.due_at <= at
            and (d.retry_at is null or d.retry_at <= real)
          order by d.due_at, d.id limit share) q
        order by q.turn, q.due_at limit granted),
      first as (
        select d.site_id, d.id, d.person, d.kind, d.start_local_date from core.deliveries d join picked p on p.site_id = d.site_id and p.id = d.id
        where d.state = 'queued' for update of d skip locked),
      alike as (
        select d.site_id, d.id, d.person, d.kind, d.start_local_date from core.deliveries d
        join (select distinct f.site_id, f.person, f.kind, f.start_local_date from first f) f
          on f.site_id = d.site_id and f.person = d.person and f.kind = d.kind and f.start_local_date = d.start_local_date
        where d.state = 'queued' and d.channel = via and d.lane = queue and d.due_at <= at and (d.retry_at is null or d.retry_at <= real)
        for update of d skip locked),
      rows as (select * from first union select * from alike),
      messages as materialized (
        select r.site_id, min(r.id) as leader, array_agg(r.id) as ids, gen_random_uuid() as attempt
        from rows r group by r.site_id, r.person, r.kind, r.start_local_date, case when r.start_local_date is null then r.id end),
      taken as (
        update core.deliveries d set state = 'sending', attempt_id = m.attempt, attempt_ids = d.attempt_ids || m.attempt, attempts = d.attempts + 1,
          claimed_at = real, called_at = null, lease_until = real + lease, retry_at = null, grouped_with = nullif(m.leader, d.id), updated_at = real
        from messages m where d.site_id = m.site_id and d.id = any (m.ids)
        returning d.site_id, d.id, m.leader, d.attempt_id, d.shift, d.person, d.kind, d.channel, d.start_local_date, d.due_at, d.attempts, d.facts)
      select coalesce(jsonb_agg(to_jsonb(taken)), '[]'), count(distinct attempt_id) into chosen, groups from taken;
      claimed := claimed || chosen;
      granted := granted - groups;
      budget.tokens := budget.tokens - groups;
      exit when cardinality(sites) < portion;
      position := sites[cardinality(sites)];
      budget.after_site := position;
      exit when granted < 1;
    end loop;
  end loop;
  update platform.provider_budget b set tokens = budget.tokens, refilled_at = real, after_site = budget.after_site where b.channel = via;
  return jsonb_build_object('rows', claimed, 'wait_ms', case when budget.tokens < 1 then ceil(1000 * (1 - budget.tokens) / rate) else 0 end);
end $$;`

/**
 * Plans and claims in portions. Planning all that is due in one statement ended with its time-out once some hundred thousand
 * reminders were due, was rolled back, and had more to do each time; a claim looked at every site that waits.
 */
export async function up(db: Db) {
  await run(
    db,
    `drop index core.shifts_due;
     create index shifts_due on core.shifts (start, site_id, id) where draft is not null and person is not null and actual_start is null;`,
  )
  await run(db, `${PASSES}\n${DUE}\n${PLAN}`)
  await run(db, `${WAITING}\n${CLAIM}`)
}
