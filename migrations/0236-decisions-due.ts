import { type Db, run } from './site-table.ts'

/** Coordinators are asked once for each time to decide: a later one that replaces it is another question. */
export async function up(db: Db) {
  await run(
    db,
    `drop index core.events_decision_due;
     create index events_decision_due on core.events (decide_at)
       where decide_at is not null and decision is null and (decision_asked_at is null or decision_asked_at < decide_at);

     create function core.decisions_due(at timestamptz, most integer) returns jsonb
       language sql stable security definer set search_path = core, pg_temp as $$
       select coalesce(jsonb_agg(jsonb_build_object('site', site_id, 'event', id)), '[]') from (
         select e.site_id, e.id from events e join sites s on s.id = e.site_id and s.status = 'active'
         where e.decide_at is not null and e.decision is null and (e.decision_asked_at is null or e.decision_asked_at < e.decide_at)
           and e.decide_at <= at and e.start > at and not e.archived
           and (select count(h.person) from shifts h where h.site_id = e.site_id and h.event = e.id) < e.minimum
         order by e.decide_at, e.site_id, e.id limit most) q $$;
     alter function core.decisions_due(timestamptz, integer) owner to watchbill_platform;
     revoke all on function core.decisions_due(timestamptz, integer) from public;
     grant execute on function core.decisions_due(timestamptz, integer) to watchbill_worker;`,
  )
}
