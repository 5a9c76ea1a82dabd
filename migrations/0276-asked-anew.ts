import { type Db, run } from './site-table.ts'

/**
 * A shift whose person has not answered yet is asked about anew when its day, place or start changes, so that they are asked a second time
 * about what it is now. The second question leaves a day to whatever was asked or taken back before, and so it cannot be due on the
 * last day. An answer that is taken back raises the sequence of the calendar entry.
 */
export async function up(db: Db) {
  await run(
    db,
    `alter table core.sites no force row level security;
     update core.sites set answer_by_days = 2 where answer_by_days < 2;
     alter table core.sites force row level security;
     alter table core.sites drop constraint sites_answer_by_days,
       add constraint sites_answer_by_days check (answer_by_days between 2 and 60);
     alter table core.shifts no force row level security;
     alter table core.events no force row level security;
     update core.shifts s set asked_start = s.start, asked_end = s."end", asked_location = coalesce(s.location, e.location)
       from core.events e where e.site_id = s.site_id and e.id = s.event and s.answer_state = 'asked' and s.draft is not null;
     alter table core.shifts force row level security;
     alter table core.events force row level security;

     create or replace function core.keep_answer() returns trigger language plpgsql set search_path = core as $$
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
         -- An answer that is taken back changes the entry in calendars as one that is given.
         if new.answer_state is distinct from old.answer_state then new.sequence := greatest(new.sequence, old.sequence + 1, above); end if;
         moved := place is distinct from new.asked_location;
         if not moved and new.start is distinct from new.asked_start then
           moved := abs(extract(epoch from new.start - new.asked_start)) > 1800 or exists (
             select from sites t where t.id = new.site_id and (new.start at time zone t.timezone)::date <> (new.asked_start at time zone t.timezone)::date);
         end if;
         if moved then
           if new.answer_state <> 'asked' then
             new.answer_before := jsonb_build_object('start', new.asked_start, 'end', new.asked_end, 'location', new.asked_location);
             new.answer_state := 'asked'; new.answered_at := null; new.answered_by := null; new.answer_reason := '';
             new.sequence := greatest(new.sequence, old.sequence + 1, above);
           end if;
           -- Who has not answered is asked anew, too: a second question about another day is not the one they have had.
           new.answer_version := new.answer_version + 1; new.nudged := false;
           new.asked_start := new.start; new.asked_end := new."end"; new.asked_location := place;
         end if;
         return new;
       end $$;

     create or replace function core.ask_about_new_place() returns trigger language plpgsql set search_path = core as $$
       begin
         update shifts s set location = s.location
           where s.site_id = new.site_id and s.event = new.id and s.location is null and s.answer_state is not null;
         return null;
       end $$;

     create or replace function core.plan_nudges(at timestamp with time zone, most integer)
      returns integer
      language plpgsql
      security definer
      set search_path to 'core', 'pg_temp'
     as $$
     declare
       marked integer;
     begin
       with due as (
         select s.site_id, s.id, s.event, s.person, s.start, s.answer_version, (s.start at time zone t.timezone)::date as local_date, t.sms_enabled
         from shifts s join sites t on t.id = s.site_id
         join events e on e.site_id = s.site_id and e.id = s.event and e.decision is distinct from 'off'
         where s.answer_state = 'asked' and not s.nudged and s.draft is not null and s.actual_start is null
           and s.start > at + interval '1 day' and s.start <= at + make_interval(days => (select max(answer_by_days) + 1 from sites))
           and t.status = 'active' and t.ask_answers
           and core.reminder_due(s.start, t.timezone, t.answer_by_days) <= at
           and greatest(s.draft, s.assigned_at, s.start_changed_at) <= at - interval '1 day'
           and not exists (select from deliveries d where d.site_id = s.site_id and d.shift = s.id and d.person = s.person and d.kind like 'shift.%'
             and d.state <> 'cancelled' and coalesce(d.sent_at, d.due_at) > at - interval '1 day')
           and not exists (select from answers w where w.site_id = s.site_id and w.shift = s.id and w.answer = 'asked' and w.at > plan_nudges.at - interval '1 day')
         order by s.start, s.site_id, s.id limit most for update of s skip locked),
       asked as (
         update shifts s set nudged = true from due d where s.site_id = d.site_id and s.id = d.id returning s.id),
       queued as (
         insert into deliveries (site_id, shift, event, person, kind, channel, cause, start_local_date, due_at, useful_until, facts)
         select d.site_id, d.id, d.event, d.person, 'answer.nudge', c.channel, 'v' || d.answer_version, d.local_date, at, d.start,
           jsonb_build_object('version', d.answer_version)
         from due d join people p on p.site_id = d.site_id and p.id = d.person and p.is_active and p.erased_at is null
         cross join (values ('email'), ('sms')) c (channel)
         where case c.channel when 'email' then p.email <> ''
           else d.sms_enabled and p.phone is not null and p.sms_verified and p.sms_notifications end
         on conflict (site_id, shift, person, kind, channel, start_local_date, cause) where shift is not null do nothing)
       select count(*) into marked from asked;
       return marked;
     end $$;`,
  )
}
