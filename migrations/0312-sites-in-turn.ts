import { type Db, run } from './site-table.ts'

/**
 * What spans sites can be asked about some of them, so that a row over which it fails stops only its own site, and gives each site its turn:
 * as many items of one as there may be come after the first of each other.
 */
export async function up(db: Db) {
  await run(
    db,
    `create function core.site_ids() returns jsonb
       language sql stable security definer set search_path = core, pg_temp as $$
       select coalesce(jsonb_agg(id order by id), '[]') from sites $$;
     alter function core.site_ids() owner to watchbill_platform;
     revoke all on function core.site_ids() from public;
     grant execute on function core.site_ids() to watchbill_worker;`,
  )
  for (const finder of FINDERS) await run(db, finderSql(finder))
  await run(db, DOUBTFUL)
  await run(db, NUDGES)
  await run(db, DUE)
  await run(db, PLAN)
}

type Finder = {
  name: string
  /** The name of the first parameter. */
  at?: string
  /** Selects `site_id` and what the item and the order name. */
  due: string
  item: string
  order: string
}

const finderSql = ({ name, at = 'at', due, item, order }: Finder) => `
  drop function core.${name}(timestamptz, integer);
  create function core.${name}(${at} timestamptz, most integer, among bigint[] default null) returns jsonb
    language sql stable security definer set search_path = core, pg_temp as $$
    select coalesce(jsonb_agg(jsonb_build_object('site', site_id${item})), '[]') from (
      select * from (select due.*, row_number() over (partition by site_id order by ${order}) as turn from (
        ${due}) due) turns
      order by turn, ${order}, site_id limit most) q $$;
  alter function core.${name}(timestamptz, integer, bigint[]) owner to watchbill_platform;
  revoke all on function core.${name}(timestamptz, integer, bigint[]) from public;
  grant execute on function core.${name}(timestamptz, integer, bigint[]) to watchbill_worker;`

const isLookedAt = (column: string) => `(among is null or ${column} = any (among))`

const FINDERS: Finder[] = [
  {
    name: 'covers_to_move',
    item: `, 'cover', id`,
    order: 'next_rung_at nulls first, id',
    due: `
      select c.site_id, c.id, c.next_rung_at from covers c
      join sites t on t.id = c.site_id and t.status = 'active'
      join shifts s on s.site_id = c.site_id and s.id = c.shift
      join events e on e.site_id = s.site_id and e.id = s.event
      where ${isLookedAt('c.site_id')} and c.state in ('searching', 'paused', 'exhausted') and (
        c.state = 'searching' and c.next_rung_at <= at or s.start <= at or s.actual_start is not null or s.draft is null or e.archived or e.decision = 'off'
        or s.person is not null and (s.person is distinct from c.person or s.answer_state is distinct from 'seeking_cover')
        or core.has_moved(c.sought_start, c.sought_location, s.start, coalesce(s.location, e.location), t.timezone))
      union all
      select c.site_id, c.id, c.next_rung_at from covers c
      join sites t on t.id = c.site_id and t.status = 'active'
      join shifts s on s.site_id = c.site_id and s.id = c.shift
      join events e on e.site_id = s.site_id and e.id = s.event
      where ${isLookedAt('c.site_id')} and c.ended = 'cancelled' and s.draft is not null and s.actual_start is null and s.start > at
        and not e.archived and e.decision is distinct from 'off'
        and s.person is not distinct from c.person and (s.person is null or s.answer_state = 'seeking_cover')
        and not exists (select from covers d where d.site_id = c.site_id and d.shift = c.shift and d.id > c.id)`,
  },
  {
    name: 'decisions_due',
    item: `, 'event', id`,
    order: 'decide_at, id',
    due: `
      select e.site_id, e.id, e.decide_at from events e join sites s on s.id = e.site_id and s.status = 'active'
      where ${isLookedAt('e.site_id')} and e.decide_at is not null and e.decision is null
        and (e.decision_asked_at is null or e.decision_asked_at < e.decide_at)
        and e.decide_at <= at and e.start > at and not e.archived
        and core.people_needed(e, false) > 0`,
  },
  {
    name: 'publications_due',
    item: `, 'publication', id`,
    order: 'due_at, id',
    due: `
      select p.site_id, p.id, p.due_at from publications p join sites s on s.id = p.site_id and s.status = 'active'
      where ${isLookedAt('p.site_id')} and p.state = 'planned' and p.due_at <= at`,
  },
  {
    name: 'messages_to_advance',
    item: `, 'message', id`,
    order: 'scheduled_for nulls last, id',
    due: `
      select m.site_id, m.id, m.scheduled_for from messages m join sites s on s.id = m.site_id and s.status = 'active'
      where ${isLookedAt('m.site_id')} and (
        m.status = 'scheduled' and m.scheduled_for <= at and (m.retry_at is null or m.retry_at <= at)
        or m.status = 'sending' and m.undo_until <= at and not exists (
          select from deliveries d where d.site_id = m.site_id and d.kind = 'bulk:' || m.id and d.kind like 'bulk:%' and d.shift is null
            and d.state in ('queued', 'sending', 'unknown')))`,
  },
  {
    name: 'waiting_lists_due',
    item: `, 'event', event, 'assignment', assignment`,
    order: 'looked_at, event, assignment',
    due: `
      select w.site_id, w.event, w.assignment, min(w.looked_at) as looked_at from waiting w
      join sites t on t.id = w.site_id and t.status = 'active'
      join events e on e.site_id = w.site_id and e.id = w.event
      where ${isLookedAt('w.site_id')} and (
        waiting_list_ended(w.site_id, w.event, w.assignment, at) or has_left(w.site_id, w.person)
        or exists (select from waitingoffers o join shifts s on s.site_id = o.site_id and s.id = o.shift
          where o.site_id = w.site_id and o.waiting = w.id and o.ended is null
          and (o.hold_until <= at or s.person is not null or s.draft is null or s.event <> w.event or s.assignment is distinct from w.assignment))
        or e.decision is distinct from 'off' and (
          t.self_assign and exists (select from shifts s where s.site_id = w.site_id and s.event = w.event and s.assignment = w.assignment
            and s.person is null and s.draft is not null and s.start > at
            and not exists (select from waitingoffers o where o.site_id = s.site_id and o.shift = s.id and (o.waiting = w.id or o.ended is null and o.exclusive)))
          or exists (select from shifts s where s.site_id = w.site_id and s.person = w.person and s.updated_at > w.looked_at)
            and exists (select from shifts s where s.site_id = w.site_id and s.event = w.event and s.assignment = w.assignment
              and s.draft is not null and s.start > at)))
      group by w.site_id, w.event, w.assignment`,
  },
  {
    name: 'sites_with_swaps_to_end',
    item: '',
    order: 'site_id',
    due: `
      select w.site_id from swaps w join sites t on t.id = w.site_id and t.status = 'active'
      where ${isLookedAt('w.site_id')} and w.state in ('proposed', 'offered') and not stays_in_swap(w.site_id, w.shift, w.person, at)
      union select c.site_id from swap_circles c join sites t on t.id = c.site_id and t.status = 'active'
      where ${isLookedAt('c.site_id')} and c.state = 'proposed' and (c.ends_at <= at or c.size > (select count(*) from swap_parts p
        where p.site_id = c.site_id and p.circle = c.id and (p.gives is null or stays_in_swap(p.site_id, p.gives, p.person, at)
          and is_as_asked(p.site_id, p.gives, p.given_start, p.given_location, p.given_assignment))))`,
  },
  {
    name: 'sites_with_swaps_to_search',
    at: 'since',
    item: '',
    order: 'first',
    due: `
      select w.site_id, min(w.searched_at) as first from swaps w join sites t on t.id = w.site_id and t.status = 'active'
      where ${isLookedAt('w.site_id')} and w.state = 'offered' and w.searched_at <= since
        and exists (select from swaps o where o.site_id = w.site_id and o.state = 'offered' and o.person <> w.person)
      group by w.site_id`,
  },
]

const DOUBTFUL = `
  create or replace function core.doubtful_deliveries(most integer) returns jsonb
    language sql stable security definer set search_path = core, pg_temp as $$
    select coalesce(jsonb_agg(to_jsonb(q) - 'turn' - 'first_lease'), '[]') from (
      select d.site_id, d.attempt_id as attempt, min(d.id) as leader, jsonb_agg(d.id) as ids, d.channel, d.kind, d.state, min(d.facts ->> 'address') as address, min(d.facts ->> 'text') as text,
        min(d.claimed_at) as claimed_at, bool_or(d.called_at is not null) as called, max(d.doubts) as doubts, bool_or(d.resent) as resent,
        extract(epoch from clock_timestamp() - max(d.lease_until)) * 1000 as overdue_ms,
        coalesce(bool_or(h.heard_claim > '-infinity'), false) as ever_heard,
        coalesce(bool_and(h.heard_claim >= d.claimed_at), false) as heard_later,
        extract(epoch from clock_timestamp() - max(h.unheard_since)) * 1000 as silent_ms,
        min(d.lease_until) as first_lease, row_number() over (partition by d.site_id order by min(d.lease_until)) as turn
      from core.deliveries d left join platform.provider_health h on h.channel = d.channel
      where d.state in ('sending', 'unknown') and d.lease_until < clock_timestamp()
      group by d.site_id, d.attempt_id, d.channel, d.kind, d.state order by turn, first_lease limit most) q $$;`

const NUDGES = `
  drop function core.plan_nudges(timestamptz, integer);
  create function core.plan_nudges(at timestamptz, most integer, among bigint[] default null) returns integer
    language plpgsql security definer set search_path = core, pg_temp as $$
  declare
    marked integer;
  begin
    with due as (
      select s.site_id, s.id, s.event, s.person, s.start, s.answer_version, (s.start at time zone t.timezone)::date as local_date, t.sms_enabled
      from shifts s join sites t on t.id = s.site_id
      join events e on e.site_id = s.site_id and e.id = s.event and e.decision is distinct from 'off' and not e.archived
      where ${isLookedAt('s.site_id')} and s.answer_state = 'asked' and not s.nudged and s.draft is not null and s.actual_start is null
        and s.start > at + interval '1 day'
        and s.start <= at + make_interval(days => (select max(w.answer_by_days) + 1 from sites w where ${isLookedAt('w.id')}))
        and t.status = 'active' and t.ask_answers
        and core.reminder_due(s.start, t.timezone, t.answer_by_days) <= at
        and greatest(s.draft, s.assigned_at, s.start_changed_at) <= at - interval '1 day'
        and not exists (select from deliveries d where d.site_id = s.site_id and d.shift = s.id and d.person = s.person and d.kind like 'shift.%'
          and d.state <> 'cancelled' and coalesce(d.sent_at, d.due_at) > at - interval '1 day')
        and not exists (select from answers w where w.site_id = s.site_id and w.shift = s.id and w.answer = 'asked' and w.at > plan_nudges.at - interval '1 day')
      order by s.start, s.site_id, s.id limit most for update of s skip locked),
    asked as (
      update shifts s set nudged = true from due d where s.site_id = d.site_id and s.id = d.id returning s.id),
    queued as (
      insert into deliveries (site_id, shift, event, person, kind, channel, cause, start_local_date, due_at, useful_until, facts)
      select d.site_id, d.id, d.event, d.person, 'answer.nudge', c.channel, 'v' || d.answer_version, d.local_date, at, d.start,
        jsonb_build_object('version', d.answer_version)
      from due d join people p on p.site_id = d.site_id and p.id = d.person and p.is_active and p.erased_at is null
      cross join (values ('email'), ('sms')) c (channel)
      where case c.channel when 'email' then p.email <> ''
        else d.sms_enabled and p.phone is not null and p.sms_verified and p.sms_notifications end
      on conflict (site_id, shift, person, kind, channel, start_local_date, cause) where shift is not null do nothing)
    select count(*) into marked from asked;
    return marked;
  end $$;
  alter function core.plan_nudges(timestamptz, integer, bigint[]) owner to watchbill_platform;
  revoke all on function core.plan_nudges(timestamptz, integer, bigint[]) from public;
  grant execute on function core.plan_nudges(timestamptz, integer, bigint[]) to watchbill_worker;`

const DUE = `
  drop function core.due_reminders(timestamptz, timestamptz);
  drop function core.due_reminders_between(timestamptz, timestamptz, integer, timestamptz, bigint, bigint, timestamptz, bigint, bigint);
  create function core.due_reminders_between(since timestamptz, at timestamptz, wanted integer, after_start timestamptz, after_site bigint, after_shift bigint,
    last_start timestamptz, last_site bigint, last_shift bigint, among bigint[] default null)
    returns table (site_id bigint, shift bigint, event bigint, person bigint, kind text, channel text, start timestamptz, start_local_date date,
      due_at timestamptz, useful_until timestamptz, final boolean)
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
  join core.sites t on t.id = n.site_id and t.status = 'active' and ${isLookedAt('t.id')} and n.span = any (t.reminder_offsets) and (n.channel = 'email' or t.sms_enabled)
  cross join lateral (select core.message_due(n.start, t.timezone, n.days, n.channel, t.quiet_start, t.quiet_end) as due_at offset 0) d
  join core.people p on p.site_id = n.site_id and p.id = n.person and p.is_active and p.erased_at is null
    and case n.channel when 'email' then p.email <> '' else p.phone is not null and p.sms_verified and p.sms_notifications end
  cross join lateral (select case when n.kind = 'reminder.week' and 'P1D' = any (t.reminder_offsets)
    then core.message_due(n.start, t.timezone, 1, n.channel, t.quiet_start, t.quiet_end) else n.start end as useful_until offset 0) u
  where d.due_at > since and d.due_at <= at and n.known_at <= d.due_at $$;
  create function core.due_reminders(since timestamptz, at timestamptz, among bigint[] default null)
    returns table (site_id bigint, shift bigint, event bigint, person bigint, kind text, channel text, start timestamptz, start_local_date date,
      due_at timestamptz, useful_until timestamptz, final boolean)
    language sql stable as $$
    select * from core.due_reminders_between(since, at, null, '-infinity', 0, 0, 'infinity', 9223372036854775807, 9223372036854775807, among) $$;
  grant execute on function core.due_reminders(timestamptz, timestamptz, bigint[]),
    core.due_reminders_between(timestamptz, timestamptz, integer, timestamptz, bigint, bigint, timestamptz, bigint, bigint, bigint[])
    to watchbill_platform;`

/** Goes on to the next portion for all sites, also for those that are left out. */
const PLAN = `
  drop function core.plan_reminders(timestamptz, integer);
  create function core.plan_reminders(at timestamptz, most integer default 2000, among bigint[] default null) returns jsonb
    language plpgsql security definer set search_path = core, pg_temp as $$
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
        from core.due_reminders_between(round.since, round.until, round.pass, round.start, round.site, round.shift, stop.start, stop.site_id, stop.id, among) r
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
  alter function core.plan_reminders(timestamptz, integer, bigint[]) owner to watchbill_platform;
  revoke all on function core.plan_reminders(timestamptz, integer, bigint[]) from public;
  grant execute on function core.plan_reminders(timestamptz, integer, bigint[]) to watchbill_worker;`
