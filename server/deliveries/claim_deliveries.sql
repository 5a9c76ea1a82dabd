-- Claims messages of one channel for sending. Crosses sites.

-- Notices that one site may send in an hour.
create or replace function core.notices_an_hour(via text) returns integer
language sql immutable as $$
  select case via when 'email' then 2000 else 500 end
$$;

-- The next sites with queued messages, with one index lookup each.
create or replace function core.waiting_sites(via text, queue text, after bigint, upto bigint, most integer) returns bigint[]
language sql stable as $$
  with recursive heads (site_id, n) as (
    (select d.site_id, 1 from core.deliveries d where d.state = 'queued' and d.channel = via and d.lane = queue
      and d.site_id > after and d.site_id <= upto order by d.site_id limit 1)
    union all
    select (select d.site_id from core.deliveries d where d.state = 'queued' and d.channel = via and d.lane = queue
      and d.site_id > h.site_id and d.site_id <= upto order by d.site_id limit 1), h.n + 1
    from heads h where h.site_id is not null and h.n < most)
  select coalesce(array_agg(h.site_id order by h.site_id), '{}') from heads h where h.site_id is not null
$$;
grant execute on function core.waiting_sites to watchbill_platform;

-- Claims at most `wanted`, within the provider's tokens. The lock on the budget's row serialises a channel's claims, so
-- that parts of one message are claimed together. Sites alternate within a lane; the next claim continues after the
-- last one. One claim in ten serves notices before reminders. Skips rows that another transaction is changing. Until a
-- restore is finished it claims only the lane `security`, of all sites or of the one that is restored.
create or replace function core.claim_deliveries(
  wanted integer, at timestamptz, via text, lanes text[], rate double precision, burst double precision, lease interval
) returns jsonb
language plpgsql security definer set search_path = core, pg_temp as $$
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
  restored bigint[] := array(select substr(s.name, 10)::bigint from platform.settings s
    where starts_with(s.name, 'restored:') and not (s.value ->> 'finished')::boolean);
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
        and not exists (select from platform.unclaimable u where u.site_id = n.site_id and u.delivery = n.id and u.until > at)
      order by n.useful_until limit 1000 for update skip locked) n where d.site_id = n.site_id and d.id = n.id;
  end if;
  if exists (select from platform.settings s where s.name = 'restored' and not (s.value ->> 'finished')::boolean) then
    lanes := array(select unnest(lanes) intersect select 'security');
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
            and (d.retry_at is null or d.retry_at <= real) and (queue = 'security' or d.site_id <> all (restored))
            and not exists (select from platform.unclaimable u where u.site_id = d.site_id and u.delivery = d.id and u.until > at)
          order by d.due_at, d.id limit least(share, w.allowed)) q
        order by q.turn, w.place limit granted),
      first as (
        select d.site_id, d.id, d.person, d.kind, coalesce(d.together, d.start_local_date::text) as bundle
          from core.deliveries d join picked p on p.site_id = d.site_id and p.id = d.id
        where d.state = 'queued' for update of d skip locked),
      alike as (
        select d.site_id, d.id, d.person, d.kind, coalesce(d.together, d.start_local_date::text) as bundle from core.deliveries d
        join (select distinct f.site_id, f.person, f.kind, f.bundle from first f) f
          on f.site_id = d.site_id and f.person = d.person and f.kind = d.kind and f.bundle = coalesce(d.together, d.start_local_date::text)
        where d.state = 'queued' and d.channel = via and d.lane = queue and d.due_at <= at and (d.retry_at is null or d.retry_at <= real)
          and not exists (select from platform.unclaimable u where u.site_id = d.site_id and u.delivery = d.id and u.until > at)
        for update of d skip locked),
      rows as (select * from first union select * from alike),
      messages as materialized (
        select r.site_id, min(r.id) as leader, array_agg(r.id) as ids, gen_random_uuid() as attempt
        from rows r group by r.site_id, r.person, r.kind, r.bundle, case when r.bundle is null then r.id end),
      taken as (
        update core.deliveries d set state = 'sending', attempt_id = m.attempt, attempt_ids = d.attempt_ids || m.attempt, attempts = d.attempts + 1,
          claimed_at = real, called_at = null, lease_until = real + lease, retry_at = null, grouped_with = nullif(m.leader, d.id), updated_at = real
        from messages m where d.site_id = m.site_id and d.id = any (m.ids)
        returning d.site_id, d.id, m.leader, d.attempt_id, d.shift, d.person, d.kind, d.channel, d.start_local_date, d.due_at, d.attempts, d.facts, d.request_id),
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
end
$$;
alter function core.claim_deliveries owner to watchbill_platform;
revoke all on function core.claim_deliveries from public;
grant execute on function core.claim_deliveries to watchbill_worker;

-- Lowers a channel's tokens when its provider refuses more.
create or replace function core.slow_down(via text, tokens_left double precision) returns void
language sql security definer set search_path = core, pg_temp as $$
  update platform.provider_budget set tokens = least(tokens, tokens_left) where channel = via
$$;
alter function core.slow_down owner to watchbill_platform;
revoke all on function core.slow_down from public;
grant execute on function core.slow_down to watchbill_worker;
