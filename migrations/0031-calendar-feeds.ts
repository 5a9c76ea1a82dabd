import { createSiteTable, type Db, reference, run } from './site-table.ts'

/**
 * A calendar programme that follows a person's shifts has to learn that one of them is gone: a shift that merely vanishes
 * stays in many calendars. Whatever takes a published shift from its person leaves a line here.
 */
export async function up(db: Db) {
  await createSiteTable(
    db,
    'calendar_feeds',
    `person bigint not null,
     secret text not null constraint calendar_feeds_secret_form check (secret ~ '^[A-Za-z0-9_-]{43}$'),
     created_at timestamptz not null default now(),
     constraint calendar_feeds_person_key unique (site_id, person),
     constraint calendar_feeds_secret_key unique (site_id, secret),
     ${reference('calendar_feeds', 'person', 'people', 'cascade')}`,
  )
  await createSiteTable(
    db,
    'withdrawn_shifts',
    `shift bigint not null,
     person bigint not null,
     event_name text not null default '',
     start timestamptz not null,
     "end" timestamptz not null,
     sequence integer not null,
     withdrawn_at timestamptz not null default now(),
     constraint withdrawn_shifts_key unique (site_id, person, shift),
     ${reference('withdrawn_shifts', 'person', 'people', 'cascade')}`,
  )
  await run(
    db,
    `create index withdrawn_shifts_start on core.withdrawn_shifts (site_id, person, start);

     create function core.remember_withdrawn_shift() returns trigger language plpgsql set search_path = core as $$
     begin
       -- What crosses sites (erasure, removal of a site, restore) leaves no traces of people.
       if current_user = 'watchbill_platform' then return null; end if;
       insert into withdrawn_shifts (site_id, shift, person, event_name, start, "end", sequence)
       select old.site_id, old.id, old.person,
         coalesce((select e.name from events e where e.site_id = old.site_id and e.id = old.event), ''), old.start, old."end", old.sequence + 1
       where exists (select from people p where p.site_id = old.site_id and p.id = old.person)
       on conflict (site_id, person, shift) do update set event_name = coalesce(nullif(excluded.event_name, ''), withdrawn_shifts.event_name),
         start = excluded.start, "end" = excluded."end", sequence = greatest(excluded.sequence, withdrawn_shifts.sequence + 1), withdrawn_at = now();
       return null;
     end $$;

     create trigger shifts_withdrawn_by_change after update of person, draft on core.shifts for each row
       when (old.person is not null and old.draft is not null and (new.person is distinct from old.person or new.draft is null))
       execute function core.remember_withdrawn_shift();
     create trigger shifts_withdrawn_by_removal after delete on core.shifts for each row
       when (old.person is not null and old.draft is not null)
       execute function core.remember_withdrawn_shift();`,
  )
}
