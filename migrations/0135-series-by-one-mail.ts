import { type Db, run } from './site-table.ts'

/** Messages of one kind to one person are sent as one: those of one day, and those that share `together`. */
const CLAIM = `
CREATE OR REPLACE FUNCTION core.claim_deliveries(wanted integer, at timestamp with time zone, via text, lanes text[], rate double precision, burst double precision, lease interval)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'core', 'pg_temp'
AS $function$
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
end $function$;`

/** One email announces the shifts of a series that a person is given at once; `together` names them. */
export async function up(db: Db) {
  await run(db, 'alter table core.deliveries add column together text')
  await run(db, CLAIM)
}
