import { createSiteTable, type Db, reference, run } from './site-table.ts'

/**
 * Members wait for a shift of an assignment at an event where all are taken. What is offered to them is a row of its own: a place on the list is
 * offered a shift once, so that a worker that repeats its work finds the row that is there. An exclusive offer holds the shift for one person.
 */
export async function up(db: Db) {
  await createSiteTable(
    db,
    'waiting',
    `event bigint not null,
     assignment bigint not null,
     person bigint not null,
     -- When a worker last looked at it.
     looked_at timestamptz not null,
     created_at timestamptz not null,
     constraint waiting_once unique (site_id, event, assignment, person),
     ${reference('waiting', 'event', 'events', 'cascade')},
     ${reference('waiting', 'assignment', 'assignments', 'cascade')},
     ${reference('waiting', 'person', 'people', 'cascade')}`,
  )
  await createSiteTable(
    db,
    'waitingoffers',
    `waiting bigint not null,
     shift bigint not null,
     exclusive boolean not null,
     hold_until timestamptz not null,
     offered_at timestamptz not null,
     ended text constraint waitingoffers_ended check (ended in ('no', 'expired', 'gone')),
     ended_at timestamptz,
     constraint waitingoffers_end check ((ended is null) = (ended_at is null)),
     constraint waitingoffers_once unique (site_id, waiting, shift),
     ${reference('waitingoffers', 'waiting', 'waiting', 'cascade')},
     ${reference('waitingoffers', 'shift', 'shifts', 'cascade')}`,
  )
  await run(
    db,
    `create index waiting_person on core.waiting (site_id, person);
     create index waiting_assignment on core.waiting (site_id, assignment);
     create index waitingoffers_shift on core.waitingoffers (site_id, shift);
     create unique index waitingoffers_open on core.waitingoffers (site_id, waiting) where ended is null;
     create unique index waitingoffers_held on core.waitingoffers (site_id, shift) where ended is null and exclusive;

     create function core.waiting_lists_due(at timestamptz, most integer) returns jsonb
       language sql stable security definer set search_path = core, pg_temp as $$
       select coalesce(jsonb_agg(jsonb_build_object('site', site_id, 'event', event, 'assignment', assignment)), '[]') from (
         select w.site_id, w.event, w.assignment from waiting w
         join sites t on t.id = w.site_id and t.status = 'active'
         join events e on e.site_id = w.site_id and e.id = w.event
         where e.archived or e.decision is not distinct from 'off'
           or not exists (select from shifts s where s.site_id = w.site_id and s.event = w.event and s.assignment = w.assignment
             and s.draft is not null and s.start > at)
           or exists (select from waitingoffers o join shifts s on s.site_id = o.site_id and s.id = o.shift
             where o.site_id = w.site_id and o.waiting = w.id and o.ended is null
             and (o.hold_until <= at or s.person is not null or s.draft is null))
           or t.self_assign and exists (select from shifts s where s.site_id = w.site_id and s.event = w.event and s.assignment = w.assignment
             and s.person is null and s.draft is not null and s.start > at
             and not exists (select from waitingoffers o where o.site_id = s.site_id and o.shift = s.id and (o.waiting = w.id or o.ended is null and o.exclusive)))
           or exists (select from shifts s where s.site_id = w.site_id and s.person = w.person and s.updated_at > w.looked_at)
         group by w.site_id, w.event, w.assignment order by min(w.looked_at), w.site_id, w.event, w.assignment limit most) q $$;
     alter function core.waiting_lists_due(timestamptz, integer) owner to watchbill_platform;
     revoke all on function core.waiting_lists_due(timestamptz, integer) from public;
     grant execute on function core.waiting_lists_due(timestamptz, integer) to watchbill_worker;`,
  )
}
