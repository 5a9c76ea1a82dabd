import { createSiteTable, type Db, run } from './site-table.ts'

/**
 * A calendar file of an event can be fetched again after the event was deleted, and has to say then that it is off: the
 * event leaves a line here, and the line of a withdrawn shift tells whose event it was. What comes back by an undo goes on
 * above the SEQUENCE with which it was called off.
 */
export async function up(db: Db) {
  await createSiteTable(
    db,
    'withdrawn_events',
    `event bigint not null,
     name text not null default '',
     location text not null default '',
     start timestamptz not null,
     "end" timestamptz not null,
     sequence integer not null,
     withdrawn_at timestamptz not null default now(),
     constraint withdrawn_events_key unique (site_id, event)`,
  )
  await run(
    db,
    `alter table core.withdrawn_shifts add column event bigint;

     create function core.remember_withdrawn_event() returns trigger language plpgsql set search_path = core as $$
     begin
       if current_user = 'watchbill_platform' then return old; end if;
       insert into withdrawn_events (site_id, event, name, location, start, "end", sequence)
       values (old.site_id, old.id, old.name,
         coalesce((select concat_ws(', ', l.name, nullif(l.address, '')) from locations l where l.site_id = old.site_id and l.id = old.location), ''),
         old.start, old."end", old.sequence + 1)
       on conflict (site_id, event) do update set name = excluded.name, location = excluded.location, start = excluded.start,
         "end" = excluded."end", sequence = greatest(excluded.sequence, withdrawn_events.sequence + 2), withdrawn_at = now();
       return old;
     end $$;

     create trigger events_withdrawn before delete on core.events for each row
       execute function core.remember_withdrawn_event();

     create or replace function core.remember_withdrawn_shift() returns trigger language plpgsql set search_path = core as $$
     begin
       -- What crosses sites (erasure, removal of a site, restore) leaves no traces of people.
       if current_user = 'watchbill_platform' then return null; end if;
       insert into withdrawn_shifts (site_id, shift, event, person, event_name, start, "end", sequence)
       select old.site_id, old.id, old.event, old.person,
         coalesce((select e.name from events e where e.site_id = old.site_id and e.id = old.event),
           (select w.name from withdrawn_events w where w.site_id = old.site_id and w.event = old.event), ''), old.start, old."end", old.sequence + 1
       where exists (select from people p where p.site_id = old.site_id and p.id = old.person)
       on conflict (site_id, person, shift) do update set event = excluded.event,
         event_name = coalesce(nullif(excluded.event_name, ''), withdrawn_shifts.event_name),
         start = excluded.start, "end" = excluded."end", sequence = greatest(excluded.sequence, withdrawn_shifts.sequence + 2), withdrawn_at = now();
       return null;
     end $$;

     create or replace function core.raise_event_sequence() returns trigger language plpgsql set search_path = core as $$
     begin
       new.sequence := greatest(old.sequence + 1,
         (select w.sequence + 2 from withdrawn_events w where w.site_id = new.site_id and w.event = new.id));
       perform from shifts s where s.site_id = new.site_id and s.event = new.id and s.person is not null order by s.id for no key update;
       update shifts s set sequence = s.sequence + 1 where s.site_id = new.site_id and s.event = new.id and s.person is not null;
       return new;
     end $$;`,
  )
}
