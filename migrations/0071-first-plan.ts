import { type Db, run } from './site-table.ts'

/** The planner's tick as before; without an earlier one it also notes its own instant, by the planner's clock. */
const PLAN = `
create or replace function core.plan_reminders(at timestamptz) returns jsonb
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
    insert into platform.settings (name, value, changed_at) values ('reminders_begun', to_jsonb(at), clock_timestamp())
      on conflict (name) do update set value = excluded.value, changed_at = excluded.changed_at;
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
end $$;`

/** How long the oldest due message waits, in seconds: since it was due, or since the first plan if it was due before. */
const OLDEST_DUE = `
create or replace function core.oldest_due(at timestamptz) returns double precision
  language sql stable security definer set search_path = core as $$
  select coalesce(
    (select extract(epoch from at - greatest(min(d.due_at), (
       select (s.value #>> '{}')::timestamptz from platform.settings s where s.name = 'reminders_begun')))
     from deliveries d where d.state = 'queued' and d.due_at <= at having count(*) > 0),
    0) $$;`

/**
 * What fell due before anybody planned for the first time has waited since that plan, and no longer: a product that was just
 * set up is late for nothing. Once there is a first plan, a silence of the planner counts as before.
 */
export async function up(db: Db) {
  await run(db, `${PLAN}\n${OLDEST_DUE}`)
}
