import { type Db, run } from './site-table.ts'

/**
 * Keeps places on waiting lists while their event is called off or their shifts are unpublished or removed, and swaps until the undo window of
 * calling off is over, so that taking it back leaves all as it was.
 */
export async function up(db: Db) {
  await run(
    db,
    `create function core.waiting_list_ended(site bigint, of_event bigint, of_assignment bigint, at timestamptz) returns boolean
       language sql stable set search_path = core as $$
       select exists (select from events e where e.site_id = site and e.id = of_event and (e.archived
         or not exists (select from shifts s where s.site_id = site and s.event = of_event and s.assignment = of_assignment and s.start > at)
         and (e."end" <= at or exists (select from shifts s where s.site_id = site and s.event = of_event and s.assignment = of_assignment)))) $$;
     create or replace function core.waiting_lists_due(at timestamptz, most integer) returns jsonb
       language sql stable security definer set search_path = core, pg_temp as $$
       select coalesce(jsonb_agg(jsonb_build_object('site', site_id, 'event', event, 'assignment', assignment)), '[]') from (
         select w.site_id, w.event, w.assignment from waiting w
         join sites t on t.id = w.site_id and t.status = 'active'
         join events e on e.site_id = w.site_id and e.id = w.event
         where waiting_list_ended(w.site_id, w.event, w.assignment, at)
           or exists (select from waitingoffers o join shifts s on s.site_id = o.site_id and s.id = o.shift
             where o.site_id = w.site_id and o.waiting = w.id and o.ended is null
             and (o.hold_until <= at or s.person is not null or s.draft is null))
           or e.decision is distinct from 'off' and (
             t.self_assign and exists (select from shifts s where s.site_id = w.site_id and s.event = w.event and s.assignment = w.assignment
               and s.person is null and s.draft is not null and s.start > at
               and not exists (select from waitingoffers o where o.site_id = s.site_id and o.shift = s.id and (o.waiting = w.id or o.ended is null and o.exclusive)))
             or exists (select from shifts s where s.site_id = w.site_id and s.person = w.person and s.updated_at > w.looked_at)
               and exists (select from shifts s where s.site_id = w.site_id and s.event = w.event and s.assignment = w.assignment
                 and s.draft is not null and s.start > at))
         group by w.site_id, w.event, w.assignment order by min(w.looked_at), w.site_id, w.event, w.assignment limit most) q $$;
     create function core.stays_in_swap(site bigint, of_shift bigint, of_person bigint, at timestamptz) returns boolean
       language sql stable set search_path = core as $$
       select may_be_swapped(site, of_shift, of_person, at)
         or exists (select from shifts s join events e on e.site_id = s.site_id and e.id = s.event
           where s.site_id = site and s.id = of_shift and s.person = of_person and s.draft is not null and not e.archived
             and e.decision = 'off' and e.decided_at > at - interval '25 seconds'
             and s.start > at and s.actual_start is null) $$;
     create or replace function core.sites_with_swaps_to_end(at timestamptz, most integer) returns jsonb
       language sql stable security definer set search_path = core, pg_temp as $$
       select coalesce(jsonb_agg(site_id), '[]') from (
         select w.site_id from swaps w join sites t on t.id = w.site_id and t.status = 'active'
         where w.state in ('proposed', 'offered') and not stays_in_swap(w.site_id, w.shift, w.person, at)
         union select c.site_id from swap_circles c join sites t on t.id = c.site_id and t.status = 'active'
         where c.state = 'proposed' and (c.ends_at <= at or c.size > (select count(*) from swap_parts p
           where p.site_id = c.site_id and p.circle = c.id and (p.gives is null or stays_in_swap(p.site_id, p.gives, p.person, at))))
         limit most) q $$;`,
  )
}
