import { type Db, run } from './site-table.ts'

/**
 * Times agreed with the person on a shift, where they differ from the shift's, and those that somebody asks for with a request.
 * A shift that is withdrawn leaves the agreed times, which are those of the entry in the person's calendar.
 */
export async function up(db: Db) {
  await run(
    db,
    `alter table core.shifts add column modified_start timestamptz, add column modified_end timestamptz,
      add constraint shifts_modified_order check (coalesce(modified_end, "end") > coalesce(modified_start, start)),
      add constraint shifts_modified_person check (person is not null or (modified_start is null and modified_end is null));
    create index shifts_running on core.shifts (site_id, start) where actual_start is not null and actual_end is null;
    alter table core.requests add column modified_start timestamptz, add column modified_end timestamptz,
      add constraint requests_modified_order check (modified_end > modified_start);
    create or replace function core.remember_withdrawn_shift() returns trigger language plpgsql set search_path to 'core' as $$
    begin
      -- What crosses sites (erasure, removal of a site, restore) leaves no traces of people.
      if current_user = 'watchbill_platform' then return null; end if;
      insert into withdrawn_shifts (site_id, shift, event, person, event_name, start, "end", sequence)
      select old.site_id, old.id, old.event, old.person,
        coalesce((select e.name from events e where e.site_id = old.site_id and e.id = old.event),
          (select w.name from withdrawn_events w where w.site_id = old.site_id and w.event = old.event), ''),
        coalesce(old.modified_start, old.start), coalesce(old.modified_end, old."end"), old.sequence + 1
      where exists (select from people p where p.site_id = old.site_id and p.id = old.person)
      on conflict (site_id, person, shift) do update set event = excluded.event,
        event_name = coalesce(nullif(excluded.event_name, ''), withdrawn_shifts.event_name),
        start = excluded.start, "end" = excluded."end", sequence = greatest(excluded.sequence, withdrawn_shifts.sequence + 2), withdrawn_at = now();
      return null;
    end $$;
    -- A shift that loses its person, also by the removal of that person, loses what was agreed with them.
    create function core.forget_agreed_times() returns trigger language plpgsql set search_path to 'core' as $$
    begin
      new.modified_start := null; new.modified_end := null;
      return new;
    end $$;
    create trigger shifts_forget_agreed before update of person on core.shifts for each row
      when (new.person is null and old.person is not null) execute function core.forget_agreed_times();`,
  )
}
