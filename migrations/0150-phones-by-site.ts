import { type Db, run } from './site-table.ts'

/**
 * Phone numbers are looked for within a site. An answer of a phone (STOP, START) reaches the person at each site that holds the number,
 * one probe of the index a site.
 */
export async function up(db: Db) {
  await run(
    db,
    `drop index core.people_phone;
     create index people_phone on core.people (site_id, phone) where phone is not null;
     create or replace function core.record_sms_choice(event_id text, number text, blocked boolean) returns integer
       language plpgsql security definer set search_path = core, pg_temp as $$
     declare
       changed integer;
     begin
       insert into platform.provider_events (provider_event_id) values (event_id) on conflict do nothing;
       if not found then return 0; end if;
       update core.people p set sms_blocked = blocked
         from core.sites s cross join lateral (select h.id from core.people h where h.site_id = s.id and h.phone = number offset 0) found
         where p.site_id = s.id and p.id = found.id and p.sms_blocked <> blocked;
       get diagnostics changed = row_count;
       return changed;
     end $$;`,
  )
}
