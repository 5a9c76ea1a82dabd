import { type Db, run } from './site-table.ts'

/**
 * Makes a waiting list due when a shift that is offered from it has moved to another event or assignment, and when somebody on it is made
 * inactive and the undo window of that is over.
 */
export async function up(db: Db) {
  await run(
    db,
    `create function core.has_left(site bigint, of_person bigint) returns boolean
       language sql stable set search_path = core as $$
       select exists (select from people p where p.site_id = site and p.id = of_person and (not p.is_active or p.erased_at is not null)
         and p.updated_at < clock_timestamp() - interval '25 seconds') $$;
     create or replace function core.waiting_lists_due(at timestamptz, most integer) returns jsonb
       language sql stable security definer set search_path = core, pg_temp as $$
       select coalesce(jsonb_agg(jsonb_build_object('site', site_id, 'event', event, 'assignment', assignment)), '[]') from (
         select w.site_id, w.event, w.assignment from waiting w
         join sites t on t.id = w.site_id and t.status = 'active'
         join events e on e.site_id = w.site_id and e.id = w.event
         where waiting_list_ended(w.site_id, w.event, w.assignment, at) or has_left(w.site_id, w.person)
           or exists (select from waitingoffers o join shifts s on s.site_id = o.site_id and s.id = o.shift
             where o.site_id = w.site_id and o.waiting = w.id and o.ended is null
             and (o.hold_until <= at or s.person is not null or s.draft is null or s.event <> w.event or s.assignment is distinct from w.assignment))
           or e.decision is distinct from 'off' and (
             t.self_assign and exists (select from shifts s where s.site_id = w.site_id and s.event = w.event and s.assignment = w.assignment
               and s.person is null and s.draft is not null and s.start > at
               and not exists (select from waitingoffers o where o.site_id = s.site_id and o.shift = s.id and (o.waiting = w.id or o.ended is null and o.exclusive)))
             or exists (select from shifts s where s.site_id = w.site_id and s.person = w.person and s.updated_at > w.looked_at)
               and exists (select from shifts s where s.site_id = w.site_id and s.event = w.event and s.assignment = w.assignment
                 and s.draft is not null and s.start > at))
         group by w.site_id, w.event, w.assignment order by min(w.looked_at), w.site_id, w.event, w.assignment limit most) q $$;`,
  )
}
