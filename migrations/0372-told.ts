import { createSiteTable, type Db, reference, run } from './site-table.ts'

const READ = ['told', 'shifts', 'events', 'roles', 'assignments', 'locations', 'deliveries']

/** Adds a memory of what each person knows of shifts, by a message or an act of their own; see server/deliveries/told.ts. */
export async function up(db: Db) {
  await createSiteTable(
    db,
    'told',
    `person bigint not null,
     shift bigint not null,
     state text not null,
     facts jsonb not null,
     at timestamptz not null,
     by text not null,
     delivery bigint,
     ${reference('told', 'person', 'people', 'cascade')},
     constraint told_state check (state in ('theirs', 'not_theirs')),
     constraint told_by check (by in ('message', 'act', 'hand'))`,
  )
  const forceRowSecurity = (force: 'force' | 'no force') =>
    run(db, READ.map((table) => `alter table core.${table} ${force} row level security;`).join('\n'))
  await forceRowSecurity('no force')
  await run(
    db,
    `create index told_shift on core.told (site_id, shift, person);
     create index told_event on core.told (site_id, ((facts ->> 'event')::bigint));
     create index told_person on core.told (site_id, person);
     create unique index told_delivery on core.told (site_id, delivery) where delivery is not null;

     -- People know of their published shifts ahead, but for those whose first message has not left. Where the message of a change has not left,
     -- they know what was before it.
     insert into core.told (site_id, person, shift, state, facts, at, by)
     select s.site_id, s.person, s.id, 'theirs',
       coalesce((select d.facts -> 'before' from core.deliveries d where d.site_id = s.site_id and d.shift = s.id and d.person = s.person
         and d.kind = 'shift.changed' and d.state = 'queued' order by d.id limit 1), jsonb_build_object('id', s.id, 'event', s.event, 'person', s.person,
         'start', to_char(coalesce(s.modified_start, s.start) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
         'end', to_char(coalesce(s.modified_end, s."end") at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
         'due_start', to_char(s.start at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
         'sequence', s.sequence, 'event_name', e.name, 'role', r.name, 'assignment', a.name, 'location', coalesce(l.name, el.name),
         'address', nullif(case when l.id is null then el.address else l.address end, ''), 'contact', e.contact, 'notes', s.notes)),
       now(), 'message'
     from core.shifts s join core.events e on e.site_id = s.site_id and e.id = s.event
     left join core.roles r on r.site_id = s.site_id and r.id = s.role
     left join core.assignments a on a.site_id = s.site_id and a.id = s.assignment
     left join core.locations l on l.site_id = s.site_id and l.id = s.location
     left join core.locations el on el.site_id = s.site_id and el.id = e.location
     where s.draft is not null and s.person is not null and s.start > now()
       and not exists (select from core.deliveries d where d.site_id = s.site_id and d.shift = s.id and d.person = s.person
         and d.kind = 'shift.assigned' and d.state = 'queued' and not exists (select from core.deliveries l where l.site_id = d.site_id
           and l.shift = d.shift and l.person = d.person and l.state in ('sending', 'sent', 'delivered', 'unknown')));`,
  )
  await forceRowSecurity('force')
}
