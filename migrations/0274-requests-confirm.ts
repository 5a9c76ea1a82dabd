import { type Db, run } from './site-table.ts'

/**
 * A request that somebody made themselves confirms the first shift that they get at the event, as far as it is what they asked for.
 * A request keeps the time and the place of the event when it was made, so that nobody is held to an event that has moved since.
 */
export async function up(db: Db) {
  await run(
    db,
    `alter table core.requests
       -- Whether the person made it, not a coordinator for them.
       add column own boolean not null default false,
       add column asked_start timestamptz,
       add column asked_location bigint;

     create function core.keep_asked_event() returns trigger language plpgsql set search_path = core as $$
       begin
         if new.asked_start is null then
           select e.start, e.location into new.asked_start, new.asked_location
             from events e where e.site_id = new.site_id and e.id = new.event;
         end if;
         return new;
       end $$;
     create trigger requests_keep_asked_event before insert on core.requests for each row execute function core.keep_asked_event();

     create function core.signed_up_for(shift core.shifts) returns timestamptz language sql stable set search_path = core as $$
       select r.created_at from requests r
       join events e on e.site_id = r.site_id and e.id = r.event
       join sites t on t.id = r.site_id
       where r.site_id = shift.site_id and r.event = shift.event and r.person = shift.person and r.own and r.declined_at is null
         and (r.assignment is null or r.assignment is not distinct from shift.assignment)
         and (r.role is null or r.role is not distinct from shift.role)
         and shift.start < e."end" and shift."end" > e.start
         and (r.modified_start is null or coalesce(shift.modified_start, shift.start) >= r.modified_start)
         and (r.modified_end is null or coalesce(shift.modified_end, shift."end") <= r.modified_end)
         and e.location is not distinct from r.asked_location
         and abs(extract(epoch from e.start - r.asked_start)) <= 1800
         and (e.start at time zone t.timezone)::date = (r.asked_start at time zone t.timezone)::date
         and not exists (select from shifts s where s.site_id = r.site_id and s.event = r.event and s.person = r.person
           and s.draft is not null and s.id <> shift.id)
         and not exists (select from withdrawn_shifts w where w.site_id = r.site_id and w.person = r.person and w.event = r.event) $$;

     CREATE OR REPLACE FUNCTION core.keep_answer()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'core'
AS $$
       declare
         place bigint;
         moved boolean := false;
         -- A calendar that took the shift out compares with the sequence of that.
         above integer;
         answering boolean := tg_op = 'INSERT' and new.answered_at is not null;
         signed_up timestamptz;
       begin
         -- A row that is put back, by an undo or from a backup, comes back as it was.
         if (tg_op = 'INSERT' and new.answer_version > 0) or (tg_op = 'UPDATE' and new.answer_version <> old.answer_version) then return new; end if;
         if tg_op = 'UPDATE' then answering := new.answered_at is distinct from old.answered_at and new.answered_at is not null; end if;
         if new.person is null then
           new.answer_state := null; new.answered_at := null; new.answered_by := null; new.answer_reason := '';
           new.asked_start := null; new.asked_end := null; new.asked_location := null; new.answer_before := null; new.nudged := false;
           -- Links end with the person's part, and a row that is put back differs by its version.
           if tg_op = 'UPDATE' and old.person is not null then new.answer_version := old.answer_version + 1; end if;
           return new;
         end if;
         if new.draft is null then
           if tg_op = 'UPDATE' and new.person is distinct from old.person then
             new.answer_state := null; new.answered_at := null; new.answered_by := null; new.answer_reason := '';
             new.answer_before := null; new.nudged := false;
           end if;
           return new;
         end if;
         select coalesce(new.location, e.location) into place from events e where e.site_id = new.site_id and e.id = new.event;
         if tg_op = 'INSERT' or new.person is distinct from old.person or old.answer_state is null then
           if not answering then
             new.answer_state := 'asked'; new.answered_at := null; new.answered_by := null; new.answer_reason := '';
             signed_up := core.signed_up_for(new);
             if signed_up is not null then
               new.answer_state := 'confirmed'; new.answered_at := signed_up; new.answered_by := new.person;
             end if;
           end if;
           new.answer_version := new.answer_version + 1;
           new.answer_before := null; new.nudged := false;
           new.asked_start := new.start; new.asked_end := new."end"; new.asked_location := place;
           return new;
         end if;
         select w.sequence + 2 into above from withdrawn_shifts w where w.site_id = new.site_id and w.person = new.person and w.shift = new.id;
         if answering then
           new.asked_start := new.start; new.asked_end := new."end"; new.asked_location := place; new.answer_before := null;
           if new.answer_state is distinct from old.answer_state then new.sequence := greatest(new.sequence, old.sequence + 1, above); end if;
           return new;
         end if;
         if new.answer_state = 'asked' then
           return new;
         end if;
         moved := place is distinct from new.asked_location;
         if not moved and new.start is distinct from new.asked_start then
           moved := abs(extract(epoch from new.start - new.asked_start)) > 1800 or exists (
             select from sites t where t.id = new.site_id and (new.start at time zone t.timezone)::date <> (new.asked_start at time zone t.timezone)::date);
         end if;
         if moved then
           new.answer_before := jsonb_build_object('start', new.asked_start, 'end', new.asked_end, 'location', new.asked_location);
           new.answer_state := 'asked'; new.answered_at := null; new.answered_by := null; new.answer_reason := '';
           new.answer_version := new.answer_version + 1; new.nudged := false;
           new.asked_start := new.start; new.asked_end := new."end"; new.asked_location := place;
           new.sequence := greatest(new.sequence, old.sequence + 1, above);
         end if;
         return new;
       end $$;`,
  )
}
