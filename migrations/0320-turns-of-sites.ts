import { type Db, run } from './site-table.ts'

/**
 * A notice of a shift that is far away waits in a lane of its own, behind reminders and urgent notices. What is of no use after 48 hours, or
 * stands in for the week's reminder, is urgent. A week of the calendar may have an hour more.
 */
const LANES = `
alter table core.deliveries drop constraint deliveries_lane,
  add constraint deliveries_lane check (lane in ('security', 'duty', 'urgent', 'notice', 'bulk', 'held'));
create index deliveries_near on core.deliveries (useful_until) where state = 'queued' and lane = 'notice';
create function core.choose_lane_of_notice() returns trigger language plpgsql set search_path = core as $$
begin
  new.lane := case when new.useful_until > new.due_at + interval '7 days 1 hour' then 'notice' else 'urgent' end;
  return new;
end $$;
create trigger deliveries_lane_of_notice before insert or update of state, due_at, useful_until on core.deliveries for each row
  when (new.state = 'queued' and new.lane in ('duty', 'urgent', 'notice') and new.kind !~ '^(reminder|account|bulk)[.:]')
  execute function core.choose_lane_of_notice();
alter table core.deliveries no force row level security;
update core.deliveries set state = state where state = 'queued' and lane = 'duty';
alter table core.deliveries force row level security;`

/** Who had the last turn of each lane, and how many messages of the lane 'notice' a site has sent in an hour. */
const TURNS = `
alter table platform.provider_budget drop column after_site, add column turns jsonb not null default '{}', add column claims integer not null default 0;
create table platform.notice_counts (
  site_id bigint not null references core.sites (id) on delete cascade,
  channel text not null,
  hour timestamptz not null,
  sent integer not null,
  primary key (site_id, channel)
);
grant select, insert, update, delete on platform.notice_counts to watchbill_platform;

create function core.notices_an_hour(via text) returns integer language sql immutable as $$
  select case via when 'email' then 2000 else 500 end $$;`

/**
 * The sites have one turn after the other within a lane, and the next claim goes on behind the last of them. One claim in ten serves notices
 * before reminders, so that the reminders of a large club do not hold up what other clubs have to say.
 */
const CLAIM = `
create or replace function core.claim_deliveries(wanted integer, at timestamptz, via text, lanes text[], rate double precision, burst double precision, lease interval)
  returns jsonb language plpgsql security definer set search_path = core, pg_temp as $$
declare
  real timestamptz;
  budget platform.provider_budget%rowtype;
  granted integer;
  groups integer;
  queue text;
  queues text[] := '{}';
  sites bigint[];
  start bigint;
  position bigint;
  wrapped boolean;
  portion integer;
  share integer;
  last bigint;
  chosen jsonb;
  claimed jsonb := '[]';
begin
  insert into platform.provider_budget (channel, tokens, refilled_at) values (via, burst, clock_timestamp()) on conflict do nothing;
  select * into budget from platform.provider_budget where channel = via for update;
  real := clock_timestamp();
  budget.tokens := least(burst, budget.tokens + rate * greatest(0, extract(epoch from real - budget.refilled_at)));
  granted := least(wanted, floor(budget.tokens)::integer);
  if granted > 0 then
    budget.claims := (budget.claims + 1) % 10;
    update core.deliveries d set lane = 'urgent' from (
      select n.site_id, n.id from core.deliveries n where n.state = 'queued' and n.lane = 'notice' and n.useful_until <= at + interval '48 hours'
      order by n.useful_until limit 1000 for update skip locked) n where d.site_id = n.site_id and d.id = n.id;
  end if;
  foreach queue in array lanes loop
    queues := queues || case when queue <> 'duty' then array[queue] when budget.claims = 0 then array['urgent', 'notice', 'duty']
      else array['duty', 'urgent', 'notice'] end;
  end loop;
  foreach queue in array queues loop
    exit when granted < 1;
    start := coalesce((budget.turns ->> queue)::bigint, 0);
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
      with waiting as (
        select s.site_id, s.place, case when queue = 'notice' then greatest(0, core.notices_an_hour(via) - coalesce(n.sent, 0)) end as allowed
        from unnest(sites) with ordinality s (site_id, place)
        left join platform.notice_counts n on n.site_id = s.site_id and n.channel = via and n.hour = date_trunc('hour', at)),
      picked as (
        select q.site_id, q.id, q.turn, w.place from waiting w cross join lateral (
          select d.site_id, d.id, row_number() over (order by d.due_at, d.id) as turn from core.deliveries d
          where d.state = 'queued' and d.channel = via and d.lane = queue and d.site_id = w.site_id and d.due_at <= at
            and (d.retry_at is null or d.retry_at <= real)
          order by d.due_at, d.id limit least(share, w.allowed)) q
        order by q.turn, w.place limit granted),
      first as (
        select d.site_id, d.id, d.person, d.kind, coalesce(d.together, d.start_local_date::text) as bundle from core.deliveries d join picked p on p.site_id = d.site_id and p.id = d.id
        where d.state = 'queued' for update of d skip locked),
      alike as (
        select d.site_id, d.id, d.person, d.kind, coalesce(d.together, d.start_local_date::text) as bundle from core.deliveries d
        join (select distinct f.site_id, f.person, f.kind, f.bundle from first f) f
          on f.site_id = d.site_id and f.person = d.person and f.kind = d.kind and f.bundle = coalesce(d.together, d.start_local_date::text)
        where d.state = 'queued' and d.channel = via and d.lane = queue and d.due_at <= at and (d.retry_at is null or d.retry_at <= real)
        for update of d skip locked),
      rows as (select * from first union select * from alike),
      messages as materialized (
        select r.site_id, min(r.id) as leader, array_agg(r.id) as ids, gen_random_uuid() as attempt
        from rows r group by r.site_id, r.person, r.kind, r.bundle, case when r.bundle is null then r.id end),
      taken as (
        update core.deliveries d set state = 'sending', attempt_id = m.attempt, attempt_ids = d.attempt_ids || m.attempt, attempts = d.attempts + 1,
          claimed_at = real, called_at = null, lease_until = real + lease, retry_at = null, grouped_with = nullif(m.leader, d.id), updated_at = real
        from messages m where d.site_id = m.site_id and d.id = any (m.ids)
        returning d.site_id, d.id, m.leader, d.attempt_id, d.shift, d.person, d.kind, d.channel, d.start_local_date, d.due_at, d.attempts, d.facts),
      counted as (
        insert into platform.notice_counts as n (site_id, channel, hour, sent)
        select m.site_id, via, date_trunc('hour', at), count(*) from messages m where queue = 'notice' group by m.site_id
        on conflict (site_id, channel) do update set hour = excluded.hour,
          sent = excluded.sent + case when n.hour = excluded.hour then n.sent else 0 end)
      select coalesce(jsonb_agg(to_jsonb(taken)), '[]'), count(distinct attempt_id), (select p.site_id from picked p order by p.turn desc, p.place desc limit 1)
        into chosen, groups, last from taken;
      claimed := claimed || chosen;
      granted := granted - groups;
      budget.tokens := budget.tokens - groups;
      if last is not null then budget.turns := budget.turns || jsonb_build_object(queue, last); end if;
      exit when cardinality(sites) < portion or granted < 1;
      position := sites[cardinality(sites)];
    end loop;
  end loop;
  update platform.provider_budget b set tokens = budget.tokens, refilled_at = real, turns = budget.turns, claims = budget.claims where b.channel = via;
  return jsonb_build_object('rows', claimed, 'wait_ms', case when budget.tokens < 1 then ceil(1000 * (1 - budget.tokens) / rate) else 0 end);
end $$;`

/** Notices may wait for the next hour by design: they are late where none of their site leaves. */
const OLDEST = `
create or replace function core.oldest_due(at timestamptz) returns double precision
  language sql stable security definer set search_path = core, pg_temp as $$
  select coalesce(
    (select extract(epoch from at - greatest(min(d.due_at), (
       select (s.value #>> '{}')::timestamptz from platform.settings s where s.name = 'reminders_begun')))
     from deliveries d left join platform.notice_counts n on d.lane = 'notice' and n.site_id = d.site_id and n.channel = d.channel
       and n.hour >= date_trunc('hour', at) - interval '1 hour'
     where d.state = 'queued' and d.lane <> 'held' and d.due_at <= at and n.site_id is null having count(*) > 0),
    0) $$;`

/** Sites take turns at the provider, and one that sends very many notices waits with them. */
export async function up(db: Db) {
  for (const part of [LANES, TURNS, CLAIM, OLDEST]) await run(db, part)
}
