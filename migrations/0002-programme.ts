import { createSiteTable, type Db, reference, run } from './site-table.ts'

const ordered = (table: string) =>
  `name text not null constraint ${table}_name_length check (length(name) between 1 and 200),
   "order" integer not null default 0,
   details text not null default '' constraint ${table}_details_length check (length(details) <= 20000),
   archived boolean not null default false,
   created_at timestamptz not null default now(),
   updated_at timestamptz not null default now()`

export async function up(db: Db) {
  await createSiteTable(db, 'roles', `${ordered('roles')}, required_competencies bigint[] not null default '{}'`)
  await createSiteTable(db, 'assignments', ordered('assignments'))
  await createSiteTable(
    db,
    'locations',
    `${ordered('locations')}, address text not null default '' constraint locations_address_length check (length(address) <= 2000)`,
  )
  await createSiteTable(
    db,
    'eventtypes',
    `name text not null constraint eventtypes_name_length check (length(name) between 1 and 200),
     color text constraint eventtypes_color_form check (color ~ '^#[0-9a-fA-F]{6}$'),
     "order" integer not null default 0,
     default_duration integer constraint eventtypes_default_duration check (default_duration between 1 and 20160),
     archived boolean not null default false,
     created_at timestamptz not null default now(),
     updated_at timestamptz not null default now()`,
  )
  await createSiteTable(
    db,
    'series',
    `name text not null default '' constraint series_name_length check (length(name) <= 200),
     details text not null default '' constraint series_details_length check (length(details) <= 20000),
     consecutive boolean not null default false,
     archived boolean not null default false,
     created_at timestamptz not null default now(),
     updated_at timestamptz not null default now()`,
  )
  await createSiteTable(
    db,
    'events',
    `name text not null default '' constraint events_name_length check (length(name) <= 200),
     series bigint,
     eventtype bigint,
     location bigint,
     start timestamptz not null,
     "end" timestamptz not null,
     color text constraint events_color_form check (color ~ '^#[0-9a-fA-F]{6}$'),
     event_url text constraint events_event_url_length check (length(event_url) <= 2000),
     details text not null default '' constraint events_details_length check (length(details) <= 20000),
     contact text not null default '' constraint events_contact_length check (length(contact) <= 500),
     archived boolean not null default false,
     created_at timestamptz not null default now(),
     updated_at timestamptz not null default now(),
     constraint events_end_after_start check ("end" >= start),
     ${reference('events', 'series', 'series', 'clear')},
     ${reference('events', 'eventtype', 'eventtypes', 'clear')},
     ${reference('events', 'location', 'locations', 'clear')}`,
  )
  await createSiteTable(
    db,
    'shifts',
    `event bigint not null,
     person bigint,
     role bigint,
     assignment bigint,
     location bigint,
     start timestamptz not null,
     "end" timestamptz not null,
     actual_start timestamptz,
     actual_end timestamptz,
     hours double precision generated always as (round((extract(epoch from (actual_end - actual_start)) / 3600)::numeric, 2)::float8) stored,
     draft timestamptz,
     published_by bigint,
     notes text not null default '' constraint shifts_notes_length check (length(notes) <= 5000),
     assigned_at timestamptz,
     start_changed_at timestamptz,
     sequence integer not null default 0,
     created_at timestamptz not null default now(),
     updated_at timestamptz not null default now(),
     constraint shifts_end_after_start check ("end" > start),
     constraint shifts_actual_order check (actual_end is null or (actual_start is not null and actual_end >= actual_start)),
     ${reference('shifts', 'event', 'events', 'cascade')},
     ${reference('shifts', 'person', 'people', 'clear')},
     ${reference('shifts', 'published_by', 'people', 'clear')},
     ${reference('shifts', 'role', 'roles', 'clear')},
     ${reference('shifts', 'assignment', 'assignments', 'clear')},
     ${reference('shifts', 'location', 'locations', 'clear')}`,
  )
  await createSiteTable(
    db,
    'requests',
    `event bigint not null,
     person bigint not null,
     comments text not null default '' constraint requests_comments_length check (length(comments) <= 2000),
     assignment bigint,
     role bigint,
     location bigint,
     series bigint,
     "new" boolean not null default true,
     declined_at timestamptz,
     declined_by bigint,
     created_at timestamptz not null default now(),
     updated_at timestamptz not null default now(),
     constraint requests_person_event_key unique (site_id, event, person),
     ${reference('requests', 'event', 'events', 'cascade')},
     ${reference('requests', 'person', 'people', 'cascade')},
     ${reference('requests', 'declined_by', 'people', 'clear')},
     ${reference('requests', 'assignment', 'assignments', 'clear')},
     ${reference('requests', 'role', 'roles', 'clear')},
     ${reference('requests', 'location', 'locations', 'clear')},
     ${reference('requests', 'series', 'series', 'clear')}`,
  )
  await run(
    db,
    `create index events_start on core.events (site_id, start, id);
     create index events_end on core.events (site_id, "end");
     create index events_series on core.events (site_id, series, start);
     create index shifts_start on core.shifts (site_id, start, id);
     create index shifts_event on core.shifts (site_id, event, start);
     create index shifts_person on core.shifts (site_id, person, start);
     create index shifts_unpublished on core.shifts (site_id, event) where draft is null;
     create index shifts_due on core.shifts (start) where draft is not null and person is not null and actual_start is null;
     create index shifts_role on core.shifts (site_id, role);
     create index shifts_assignment on core.shifts (site_id, assignment);
     create index shifts_location on core.shifts (site_id, location);
     create index events_location on core.events (site_id, location);
     create index events_eventtype on core.events (site_id, eventtype);
     create index requests_person on core.requests (site_id, person);`,
  )
}
