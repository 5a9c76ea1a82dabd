import { type Db, run } from './site-table.ts'

/**
 * A calendar programme believes a changed entry only when its SEQUENCE has risen (RFC 5545 §3.8.7.4), whoever changed the
 * event and by which way. Entries of shifts show the event's name and place, so theirs rises with it, in the order of ids as
 * all who lock shifts do. The shifts' own version stays: nothing that an editor shows of them changed.
 */
export async function up(db: Db) {
  await run(
    db,
    `alter table core.events add column sequence integer not null default 0;

     create function core.raise_event_sequence() returns trigger language plpgsql set search_path = core as $$
     begin
       new.sequence := old.sequence + 1;
       perform from shifts s where s.site_id = new.site_id and s.event = new.id and s.person is not null order by s.id for no key update;
       update shifts s set sequence = s.sequence + 1 where s.site_id = new.site_id and s.event = new.id and s.person is not null;
       return new;
     end $$;

     create trigger events_sequence before update on core.events for each row
       when ((old.name, old.start, old."end", old.location, old.contact) is distinct from (new.name, new.start, new."end", new.location, new.contact))
       execute function core.raise_event_sequence();`,
  )
}
