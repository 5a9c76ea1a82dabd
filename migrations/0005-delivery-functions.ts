import { type Db, run } from './site-table.ts'

/** Hands a function to the role that may cross sites, and lets only the product's roles call it. */
const crossing = (signature: string, roles: string) =>
  `alter function core.${signature} owner to watchbill_platform;
   revoke all on function core.${signature} from public;
   grant execute on function core.${signature} to ${roles};`

/**
 * When reminders are due. A local time that a clock change skips moves forward, one that happens twice is read as the
 * later: what PostgreSQL does, mirrored by server/reminders/due.ts.
 */
const DUE = `
create function core.reminder_due(start timestamptz, zone text, days integer) returns timestamptz
  language sql stable parallel safe as $$
  select ((start at time zone zone) - make_interval(days => days)) at time zone zone $$;

create function core.before_quiet(due timestamptz, zone text, quiet_start text, quiet_end text) returns timestamptz
  language sql stable parallel safe as $$
  select case
    when quiet_start < quiet_end and to_char(due at time zone zone, 'HH24:MI') >= quiet_start and to_char(due at time zone zone, 'HH24:MI') < quiet_end
      or quiet_start > quiet_end and to_char(due at time zone zone, 'HH24:MI') >= quiet_start
      then ((due at time zone zone)::date + quiet_start::time - interval '30 minutes') at time zone zone
    when quiet_start > quiet_end and to_char(due at time zone zone, 'HH24:MI') < quiet_end
      then ((due at time zone zone)::date - 1 + quiet_start::time - interval '30 minutes') at time zone zone
    else due end $$;

create function core.message_due(start timestamptz, zone text, days integer, channel text, quiet_start text, quiet_end text) returns timestamptz
  language sql stable parallel safe as $$
  select case when channel = 'sms' then core.before_quiet(core.reminder_due(start, zone, days), zone, quiet_start, quiet_end)
    else core.reminder_due(start, zone, days) end $$;

/* Reminders that fall due after "since" and not after "at". The bounds on start are the index range: clock changes move a
   due time by less than 3 hours, quiet hours pull an SMS by less than 25 more. "offset 0" keeps the range first, whatever
   the statistics say of sites and people, and works each due time out once. */
create function core.due_reminders(since timestamptz, at timestamptz)
  returns table (site_id bigint, shift bigint, event bigint, person bigint, kind text, channel text, start timestamptz,
    start_local_date date, due_at timestamptz, useful_until timestamptz, final boolean)
  language sql stable as $$
  select n.site_id, n.id, n.event, n.person, n.kind, n.channel, n.start, (n.start at time zone t.timezone)::date, d.due_at, u.useful_until,
    n.kind = 'reminder.day' or not 'P1D' = any (t.reminder_offsets)
  from (select k.kind, k.days, k.span, k.channel, s.* from (values ('reminder.week', 7, 'P7D', 'email', interval '3 hours'), ('reminder.day', 1, 'P1D', 'email', interval '3 hours'),
    ('reminder.week', 7, 'P7D', 'sms', interval '28 hours'), ('reminder.day', 1, 'P1D', 'sms', interval '28 hours')) k (kind, days, span, channel, reach)
  cross join lateral (
    select s.site_id, s.id, s.event, s.person, s.start, greatest(s.draft, s.assigned_at, s.start_changed_at) as known_at from core.shifts s
    where s.draft is not null and s.person is not null and s.actual_start is null
      and s.start > since + make_interval(hours => 24 * k.days - 3) and s.start <= at + make_interval(hours => 24 * k.days) + k.reach offset 0) s offset 0) n
  join core.sites t on t.id = n.site_id and t.status = 'active' and n.span = any (t.reminder_offsets) and (n.channel = 'email' or t.sms_enabled)
  cross join lateral (select core.message_due(n.start, t.timezone, n.days, n.channel, t.quiet_start, t.quiet_end) as due_at offset 0) d
  join core.people p on p.site_id = n.site_id and p.id = n.person and p.is_active and p.erased_at is null
    and case n.channel when 'email' then p.email <> '' else p.phone is not null and p.sms_verified and p.sms_notifications end
  cross join lateral (select case when n.kind = 'reminder.week' and 'P1D' = any (t.reminder_offsets)
    then core.message_due(n.start, t.timezone, 1, n.channel, t.quiet_start, t.quiet_end) else n.start end as useful_until offset 0) u
  where d.due_at > since and d.due_at <= at and n.known_at <= d.due_at $$;
grant execute on function core.due_reminders(timestamptz, timestamptz) to watchbill_platform;`

/**
 * One tick of the planner. It looks from ten minutes before the last tick, which covers transactions that were still open
 * then, so that a tick costs what fell due and a long silence is caught up. Without an earlier tick, or when the clock
 * went back, it looks over the whole reach of the reminders; shifts that began before anybody looked are not "missed".
 * Ticks of several workers come one after the other.
 */
const PLAN = `
create function core.plan_reminders(at timestamptz) returns jsonb
  language plpgsql volatile security definer set search_path = core as $$
declare
  last timestamptz;
  since timestamptz;
  alive timestamptz;
  outcome jsonb;
begin
  perform pg_advisory_xact_lock(hashtext('watchbill.reminders.plan'));
  select (value #>> '{}')::timestamptz into last from platform.settings where name = 'reminders_planned';
  if last is null or last > at + interval '5 minutes' then
    since := at - interval '8 days';
    alive := at;
  else
    alive := least(last, at);
    since := alive - interval '10 minutes';
  end if;
  with fresh as (
    insert into core.deliveries (site_id, shift, event, person, kind, channel, start_local_date, due_at, useful_until, state, reason)
    select r.site_id, r.shift, r.event, r.person, r.kind, r.channel, r.start_local_date, r.due_at, r.useful_until,
      case when at < r.useful_until then 'queued' when r.final then 'missed' else 'skipped' end,
      case when at < r.useful_until then null else 'late' end
    from core.due_reminders(since, at) r
    where r.start > alive
    on conflict (site_id, shift, person, kind, channel, start_local_date, cause) where shift is not null do nothing
    returning state)
  select jsonb_build_object('queued', count(*) filter (where state = 'queued'), 'missed', count(*) filter (where state = 'missed'),
    'skipped', count(*) filter (where state = 'skipped')) into outcome from fresh;
  insert into platform.settings (name, value, changed_at) values ('reminders_planned', to_jsonb(at), clock_timestamp())
    on conflict (name) do update set value = excluded.value, changed_at = excluded.changed_at;
  return outcome;
end $$;
${crossing('plan_reminders(timestamptz)', 'watchbill_worker')}`

/**
 * Claims messages of one channel for sending: at most "wanted" of them and no more than the provider's tokens allow. The
 * budget's row lock serialises claims of a channel, so that what belongs into one message is claimed together. Each site
 * with due rows gets its turn; rows that somebody is just changing are left for the next claim.
 */
const CLAIM = `
create function core.claim_deliveries(wanted integer, at timestamptz, via text, lanes text[], rate double precision, burst double precision, lease interval)
  returns jsonb language plpgsql volatile security definer set search_path = core as $$
declare
  real timestamptz;
  budget platform.provider_budget%rowtype;
  granted integer;
  groups integer;
  queue text;
  sites bigint[];
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
    with recursive heads (site_id) as (
      (select d.site_id from core.deliveries d where d.state = 'queued' and d.channel = via and d.lane = queue order by d.site_id limit 1)
      union all
      select (select d.site_id from core.deliveries d where d.state = 'queued' and d.channel = via and d.lane = queue and d.site_id > h.site_id order by d.site_id limit 1)
      from heads h where h.site_id is not null)
    select array_agg(h.site_id) into sites from heads h where h.site_id is not null;
    continue when sites is null;
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
  end loop;
  update platform.provider_budget b set tokens = budget.tokens, refilled_at = real where b.channel = via;
  return jsonb_build_object('rows', claimed, 'wait_ms', case when budget.tokens < 1 then ceil(1000 * (1 - budget.tokens) / rate) else 0 end);
end $$;
${crossing('claim_deliveries(integer, timestamptz, text, text[], double precision, double precision, interval)', 'watchbill_worker')}

create function core.slow_down(via text, tokens_left double precision) returns void
  language sql volatile security definer set search_path = core as $$
  update platform.provider_budget set tokens = least(tokens, tokens_left) where channel = via $$;
${crossing('slow_down(text, double precision)', 'watchbill_worker')}`

/**
 * Writes what became of attempts. "Sent" is taken from whichever attempt reports it, since it is a fact; every other
 * outcome only while the row is still in the state and attempt that the reporter saw.
 */
const MARK = `
create function core.mark_deliveries(marks jsonb, at timestamptz) returns integer
  language plpgsql volatile security definer set search_path = core as $$
declare
  real timestamptz := clock_timestamp();
  matched integer;
begin
  with m as (
    select * from jsonb_to_recordset(marks) as m (site_id bigint, id bigint, attempt uuid, expect text, state text, reason text, provider_id text,
      error text, retry_ms double precision, doubt boolean, uncalled boolean, resent boolean)),
  done as (
    update core.deliveries d set
      state = case when m.state = 'sent' and d.state in ('delivered', 'bounced', 'complained') then d.state else m.state end,
      reason = m.reason,
      provider_id = coalesce(m.provider_id, d.provider_id),
      error = m.error,
      attempt_id = case when m.state = 'queued' then null else d.attempt_id end,
      lease_until = case m.state when 'unknown' then real else null end,
      retry_at = case when m.retry_ms is not null then real + make_interval(secs => m.retry_ms / 1000) end,
      doubts = d.doubts + coalesce(m.doubt, false)::integer,
      resent = d.resent or coalesce(m.resent, false),
      sent_at = case when m.state = 'sent' then coalesce(d.sent_at, at) else d.sent_at end,
      updated_at = real
    from m where d.site_id = m.site_id and d.id = m.id and (
      m.state = 'sent' and m.attempt = any (d.attempt_ids)
      or m.state <> 'sent' and d.attempt_id = m.attempt and d.state = coalesce(m.expect, 'sending')
        and (d.called_at is null or not coalesce(m.uncalled, false)))
    returning d.channel, d.claimed_at, m.state = 'sent' and m.expect is null as accepted),
  health as (
    insert into platform.provider_health as h (channel, accepted_claim, unheard_since)
    select channel, max(claimed_at), real from done where accepted and claimed_at is not null group by channel
    on conflict (channel) do update set accepted_claim = greatest(h.accepted_claim, excluded.accepted_claim),
      unheard_since = case when h.heard_claim < excluded.accepted_claim then coalesce(h.unheard_since, real) else h.unheard_since end
    where h.accepted_claim < excluded.accepted_claim)
  select count(*) into matched from done;
  return matched;
end $$;
${crossing('mark_deliveries(jsonb, timestamptz)', 'watchbill_worker')}

/* Attempts whose lease ran out, and messages that are held because their fate is unknown; one row an attempt. */
create function core.doubtful_deliveries(most integer) returns jsonb
  language sql stable security definer set search_path = core as $$
  select coalesce(jsonb_agg(to_jsonb(q)), '[]') from (
    select d.site_id, d.attempt_id as attempt, min(d.id) as leader, jsonb_agg(d.id) as ids, d.channel, d.kind, d.state, min(d.facts ->> 'address') as address, min(d.facts ->> 'text') as text,
      min(d.claimed_at) as claimed_at, bool_or(d.called_at is not null) as called, max(d.doubts) as doubts, bool_or(d.resent) as resent,
      extract(epoch from clock_timestamp() - max(d.lease_until)) * 1000 as overdue_ms,
      coalesce(bool_or(h.heard_claim > '-infinity'), false) as ever_heard,
      coalesce(bool_and(h.heard_claim >= d.claimed_at), false) as heard_later,
      extract(epoch from clock_timestamp() - max(h.unheard_since)) * 1000 as silent_ms
    from core.deliveries d left join platform.provider_health h on h.channel = d.channel
    where d.state in ('sending', 'unknown') and d.lease_until < clock_timestamp()
    group by d.site_id, d.attempt_id, d.channel, d.kind, d.state order by min(d.lease_until) limit most) q $$;
${crossing('doubtful_deliveries(integer)', 'watchbill_worker')}

create function core.oldest_due(at timestamptz) returns double precision
  language sql stable security definer set search_path = core as $$
  select coalesce(extract(epoch from at - min(due_at)), 0) from core.deliveries where state = 'queued' and due_at <= at $$;
${crossing('oldest_due(timestamptz)', 'watchbill_worker')}`

/** What a provider says later about a message. Repeating an event changes nothing, and a state only moves forward. */
const EVENTS = `
create function core.delivery_rank(state text) returns integer language sql immutable parallel safe as $$
  select case state when 'sent' then 1 when 'delivered' then 2 when 'failed' then 3 when 'bounced' then 3 when 'complained' then 4 else 0 end $$;

create function core.record_provider_event(event_id text, told text, for_site bigint, for_delivery bigint, attempt uuid, provider_ref text, why text, happened timestamptz)
  returns jsonb language plpgsql volatile security definer set search_path = core as $$
declare
  first core.deliveries%rowtype;
  known uuid;
  before text;
  changed integer;
begin
  insert into platform.provider_events (provider_event_id) values (event_id) on conflict do nothing;
  if not found then return jsonb_build_object('outcome', 'repeated'); end if;
  select * into first from core.deliveries d where d.site_id = for_site and d.id = for_delivery for update;
  known := coalesce(attempt, first.attempt_id);
  if first.id is null or known is null or not known = any (first.attempt_ids) then return jsonb_build_object('outcome', 'unmatched'); end if;
  before := first.state;
  update core.deliveries d set
    state = told, reason = why, provider_id = coalesce(provider_ref, d.provider_id), lease_until = null, retry_at = null,
    sent_at = coalesce(d.sent_at, happened), event_at = clock_timestamp(), updated_at = clock_timestamp()
  where d.site_id = for_site and d.person = first.person and known = any (d.attempt_ids)
    and (core.delivery_rank(told) > core.delivery_rank(d.state) or d.state = 'failed' and d.provider_id is null);
  get diagnostics changed = row_count;
  if told in ('bounced', 'complained') then
    update core.people p set email_blocked = told where p.site_id = for_site and p.id = first.person
      and first.channel = 'email' and p.email = first.facts ->> 'address' and p.email_blocked is distinct from told;
  end if;
  insert into platform.provider_health as h (channel, heard_claim) values (first.channel, first.claimed_at)
    on conflict (channel) do update set heard_claim = greatest(h.heard_claim, excluded.heard_claim),
      unheard_since = case when excluded.heard_claim < h.accepted_claim then clock_timestamp() end
    where h.heard_claim < excluded.heard_claim or h.unheard_since is not null;
  return jsonb_build_object('outcome', case when changed > 0 then 'recorded' else 'older' end, 'before', before, 'kind', first.kind, 'channel', first.channel);
end $$;
${crossing('record_provider_event(text, text, bigint, bigint, uuid, text, text, timestamptz)', 'watchbill_worker, watchbill_app')}

create function core.record_sms_choice(event_id text, number text, blocked boolean) returns integer
  language plpgsql volatile security definer set search_path = core as $$
declare
  changed integer;
begin
  insert into platform.provider_events (provider_event_id) values (event_id) on conflict do nothing;
  if not found then return 0; end if;
  update core.people p set sms_blocked = blocked where p.phone = number and p.sms_blocked <> blocked;
  get diagnostics changed = row_count;
  return changed;
end $$;
create index people_phone on core.people (phone) where phone is not null;
${crossing('record_sms_choice(text, text, boolean)', 'watchbill_worker, watchbill_app')}

create function core.active_sites() returns jsonb language sql stable security definer set search_path = core as $$
  select coalesce(jsonb_agg(to_jsonb(s) - 'created_at' - 'deleted_at' order by s.id), '[]') from core.sites s where s.status = 'active' $$;
${crossing('active_sites()', 'watchbill_worker')}`

export async function up(db: Db) {
  for (const part of [DUE, PLAN, CLAIM, MARK, EVENTS]) await run(db, part)
}
