import { type Db, run } from './site-table.ts'

/**
 * Stores with each answer the shift as it was then. The answer counts while the shift stays so, until its person reads that the shift is not
 * theirs. After an undo the answer is the same as before.
 */
export async function up(db: Db) {
  await run(
    db,
    `alter table core.answers add column start timestamptz, add column "end" timestamptz, add column location bigint,
       add column assignment bigint, add column role bigint;
     ${['answers', 'shifts', 'events'].map((table) => `alter table core.${table} no force row level security;`).join('\n')}
     -- Fills this in for the answers that count now. It is not known for earlier ones.
     update core.answers a set start = s.asked_start, "end" = s.asked_end, location = s.asked_location, assignment = s.assignment, role = s.role
       from core.shifts s where s.site_id = a.site_id and s.id = a.shift and s.person = a.person and s.asked_start is not null
       and s.answer_state in ('confirmed', 'seeking_cover') and a.answer = s.answer_state
       and a.id = (select max(b.id) from core.answers b where b.site_id = a.site_id and b.shift = a.shift);
     ${['answers', 'shifts', 'events'].map((table) => `alter table core.${table} force row level security;`).join('\n')}

     create function core.keep_answered_facts() returns trigger language plpgsql set search_path = core as $$
       begin
         if new.start is null then
           select s.start, s."end", coalesce(s.location, e.location), s.assignment, s.role
             into new.start, new."end", new.location, new.assignment, new.role
             from shifts s join events e on e.site_id = s.site_id and e.id = s.event where s.site_id = new.site_id and s.id = new.shift;
         end if;
         return new;
       end $$;
     create trigger answers_keep_facts before insert on core.answers for each row execute function core.keep_answered_facts();

     -- Whether a shift is still what an answer was given about: the same day, a start within half an hour, an end no more than that later, the
     -- same place, assignment and role. A deleted place, assignment or role makes no difference.
     create function core.still_holds(given core.answers, held core.shifts, place bigint) returns boolean
       language sql stable set search_path = core as $$
       select given.start is not null
         and not has_moved(given.start, place, held.start, place, (select t.timezone from sites t where t.id = held.site_id))
         and held."end" <= given."end" + interval '30 minutes'
         and (place is not distinct from given.location
           or given.location is not null and not exists (select from locations l where l.site_id = given.site_id and l.id = given.location))
         and (held.assignment is not distinct from given.assignment
           or given.assignment is not null and not exists (select from assignments x where x.site_id = given.site_id and x.id = given.assignment))
         and (held.role is not distinct from given.role
           or given.role is not null and not exists (select from roles r where r.site_id = given.site_id and r.id = given.role)) $$;

     -- The newest answer of a shift's person that counts; none has no id.
     create function core.standing_answer(held core.shifts, place bigint) returns core.answers
       language sql stable set search_path = core as $$
       select a from answers a where a.site_id = held.site_id and a.shift = held.id and a.person = held.person and a.answer <> 'released'
         and still_holds(a, held, place)
         and not exists (select from answers r where r.site_id = a.site_id and r.shift = a.shift and r.person = a.person and r.answer = 'released' and r.id > a.id)
         and not exists (select from told t left join deliveries d on d.site_id = t.site_id and d.id = t.delivery
           where t.site_id = a.site_id and t.shift = a.shift and t.person = a.person and t.state = 'not_theirs' and t.at >= a.at
             and (d.id is null or d.state in ('sending', 'sent', 'delivered', 'unknown')))
       order by a.id desc limit 1 $$;

     create or replace function core.keep_answer() returns trigger language plpgsql set search_path = core as $$
       declare
         place bigint;
         asked_place bigint;
         standing answers;
         has_answered boolean;
         was_answered boolean;
         holds boolean;
         counts boolean;
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
         has_answered := exists (select from answers a where a.site_id = new.site_id and a.shift = new.id and a.person = new.person);
         if has_answered then standing := core.standing_answer(new, place); end if;
         if tg_op = 'INSERT' or new.person is distinct from old.person or old.answer_state is null then
           if not answering then
             new.answer_state := 'asked'; new.answered_at := null; new.answered_by := null; new.answer_reason := '';
             signed_up := core.signed_up_for(new);
             if standing.id is not null then
               new.answer_state := standing.answer; new.answer_reason := standing.reason;
               if standing.answer <> 'asked' then new.answered_at := standing.at; new.answered_by := standing.given_by; end if;
             elsif signed_up is not null then
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
         if new.answer_state is distinct from old.answer_state then new.sequence := greatest(new.sequence, old.sequence + 1, above); return new; end if;
         -- A yes by a request, and one from before answers said what they are about, count by what was asked about.
         was_answered := has_answered and exists (select from answers a where a.site_id = new.site_id and a.shift = new.id and a.person = new.person and a.start is not null
           and a.answer = old.answer_state);
         asked_place := new.asked_location;
         if asked_place is not null and asked_place is distinct from place
           and not exists (select from locations l where l.site_id = new.site_id and l.id = asked_place) then asked_place := place; end if;
         holds := case when was_answered then standing.id is not null and standing.answer = old.answer_state
           when asked_place is not distinct from place and new.asked_start is not distinct from new.start then true
           else not has_moved(new.asked_start, asked_place, new.start, place, (select t.timezone from sites t where t.id = new.site_id)) end;
         counts := standing.id is not null and standing.answer <> 'asked';
         if holds and not (counts and old.answer_state = 'asked') then return new; end if;
         if counts then
           new.answer_state := standing.answer; new.answered_at := standing.at; new.answered_by := standing.given_by; new.answer_reason := standing.reason;
           new.answer_before := null;
         elsif new.answer_state <> 'asked' then
           new.answer_before := jsonb_build_object('start', new.asked_start, 'end', new.asked_end, 'location', new.asked_location);
           new.answer_state := 'asked'; new.answered_at := null; new.answered_by := null; new.answer_reason := '';
         end if;
         if new.answer_state <> old.answer_state then new.sequence := greatest(new.sequence, old.sequence + 1, above); end if;
         -- Who has not answered is asked anew, too: a second question about another day is not the one they have had.
         new.answer_version := new.answer_version + 1; new.nudged := false;
         new.asked_start := new.start; new.asked_end := new."end"; new.asked_location := place;
         return new;
       end $$;
     drop trigger shifts_keep_answer on core.shifts;
     create trigger shifts_keep_answer before insert or update of person, draft, start, "end", location, assignment, role, event, answered_at
       on core.shifts for each row execute function core.keep_answer();`,
  )
}
