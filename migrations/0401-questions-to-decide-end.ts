import { type Db, run } from './site-table.ts'

/** The people who were asked to decide about an event hear when that is no longer needed: events whose question has ended are found, too. */
export async function up(db: Db) {
  await run(
    db,
    `create index events_asked on core.events (site_id, id) where decision_asked_at is not null;
     create or replace function core.decisions_due(at timestamptz, most integer, among bigint[] default null) returns jsonb
       language sql stable security definer set search_path = core, pg_temp as $$
       select coalesce(jsonb_agg(jsonb_build_object('site', site_id, 'event', id)), '[]') from (
         select * from (select due.*, row_number() over (partition by site_id order by decide_at, id) as turn from (
           select e.site_id, e.id, e.decide_at from events e join sites s on s.id = e.site_id and s.status = 'active'
           where (among is null or e.site_id = any (among)) and e.decide_at is not null and e.decision is null
             and (e.decision_asked_at is null or e.decision_asked_at < e.decide_at)
             and e.decide_at <= at and e.start > at and not e.archived
             and core.people_needed(e, false) > 0
           union all
           select e.site_id, e.id, e.decide_at from events e join sites s on s.id = e.site_id and s.status = 'active'
           where (among is null or e.site_id = any (among)) and e.decision_asked_at is not null and e.start > at
             and (e.decide_at is null or e.decision is not null or e.archived or core.people_needed(e, false) = 0)
             and e.updated_at <= at - interval '25 s'
             and not exists (select from marks m join shifts x on x.site_id = m.site_id and x.id = m.shift
               where m.site_id = e.site_id and x.event = e.id)) due) turns
         order by turn, decide_at, id, site_id limit most) q $$;`,
  )
}
