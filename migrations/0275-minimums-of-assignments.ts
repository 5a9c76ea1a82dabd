import { type Db, run } from './site-table.ts'

/**
 * An event may say how many people it needs to run of each assignment. They are part of the event, so that they are saved, compared and taken
 * back with it; what they say of an assignment that is gone counts for nothing.
 */
export async function up(db: Db) {
  await run(
    db,
    `alter table core.events add column minimums jsonb not null default '[]'
       constraint events_minimums check (jsonb_typeof(minimums) = 'array');

     create function core.people_needed(needed_by core.events, only_published boolean) returns integer
       language sql stable set search_path = core as $$
       select greatest(0, coalesce(needed_by.minimum, 0) - count(s.person), (
         select sum(greatest(0, k.minimum - (select count(o.person) from shifts o where o.site_id = needed_by.site_id and o.event = needed_by.id
           and o.assignment = k.assignment and (o.draft is not null or not only_published))))
         from jsonb_to_recordset(needed_by.minimums) as k (assignment bigint, minimum integer)
         join assignments a on a.site_id = needed_by.site_id and a.id = k.assignment))::integer
       from shifts s where s.site_id = needed_by.site_id and s.event = needed_by.id and (s.draft is not null or not only_published) $$;
     revoke all on function core.people_needed(core.events, boolean) from public;
     grant execute on function core.people_needed(core.events, boolean) to watchbill_app, watchbill_worker, watchbill_platform;

     create or replace function core.decisions_due(at timestamptz, most integer) returns jsonb
       language sql stable security definer set search_path = core, pg_temp as $$
       select coalesce(jsonb_agg(jsonb_build_object('site', site_id, 'event', id)), '[]') from (
         select e.site_id, e.id from events e join sites s on s.id = e.site_id and s.status = 'active'
         where e.decide_at is not null and e.decision is null and (e.decision_asked_at is null or e.decision_asked_at < e.decide_at)
           and e.decide_at <= at and e.start > at and not e.archived
           and core.people_needed(e, false) > 0
         order by e.decide_at, e.site_id, e.id limit most) q $$;`,
  )
}
