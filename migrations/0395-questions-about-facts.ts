import { createSiteTable, type Db, reference, run } from './site-table.ts'

const READ = [
  'sites',
  'answers',
  'shifts',
  'events',
  'questions',
  'answer_links',
  'deliveries',
  'trash',
  'told',
  'locations',
  'assignments',
  'roles',
]

/**
 * Stores each question with the shift as it was then, and each confirmation by a request as an answer. What a shift remembered of both is read
 * from these rows: an undo finds them as they were.
 */
export async function up(db: Db) {
  await createSiteTable(
    db,
    'questions',
    `shift bigint not null, person bigint not null, again boolean not null, at timestamptz not null,
     start timestamptz, "end" timestamptz, location bigint, assignment bigint, role bigint,
     ${reference('questions', 'shift', 'shifts', 'cascade')},
     ${reference('questions', 'person', 'people', 'cascade')}`,
  )
  await run(
    db,
    `create index questions_shift on core.questions (site_id, shift, id);
     create index questions_person on core.questions (site_id, person);
     ${READ.map((table) => `alter table core.${table} no force row level security;`).join('\n')}
     drop trigger shifts_keep_answer on core.shifts;
     alter table core.shifts add column question_put boolean not null default false;
     alter table core.answers drop constraint answers_via,
       add constraint answers_via check (via in ('screen', 'link', 'rule', 'request'));

     create function core.place_of(held core.shifts) returns bigint language plpgsql stable as $$
       begin
         return coalesce(held.location, (select e.location from core.events e where e.site_id = held.site_id and e.id = held.event));
       end $$;

     -- Answers that counted by what the shift remembered.
     update core.answers a set start = (s.answer_before ->> 'start')::timestamptz, "end" = (s.answer_before ->> 'end')::timestamptz,
         location = (s.answer_before ->> 'location')::bigint, assignment = s.assignment, role = s.role
       from core.shifts s where s.site_id = a.site_id and s.id = a.shift and s.person = a.person and s.answer_before is not null and a.start is null
       and a.id = (select max(b.id) from core.answers b where b.site_id = a.site_id and b.shift = a.shift and b.person = a.person);
     insert into core.answers (site_id, shift, person, version, answer, reason, given_by, via, at, start, "end", location, assignment, role)
       select s.site_id, s.id, s.person, s.answer_version, s.answer_state, s.answer_reason, s.answered_by, 'request',
         coalesce(s.answered_at, stands.at, s.created_at), coalesce(s.asked_start, s.start), coalesce(s.asked_end, s."end"), s.asked_location, s.assignment, s.role
       from core.shifts s cross join lateral core.standing_answer(s, core.place_of(s)) stands
       where s.person is not null and s.answer_state is not null and coalesce(stands.answer, 'asked') <> s.answer_state;

     insert into core.questions (site_id, shift, person, again, at, start, "end", location, assignment, role)
       select s.site_id, s.id, s.person, k.again, coalesce(greatest(s.draft, s.assigned_at, s.start_changed_at), s.created_at),
         coalesce(s.asked_start, s.start), coalesce(s.asked_end, s."end"), s.asked_location, s.assignment, s.role
       from core.shifts s cross join (values (false), (true)) k (again)
       where s.person is not null and s.answer_state is not null and s.start > now() - interval '1 day'
         and case when k.again then s.nudged else s.question_version is not distinct from s.answer_version end;
     update core.shifts set question_put = true where question_version is not distinct from answer_version and person is not null and start > now() - interval '1 day';
     update core.deliveries d set facts = d.facts || jsonb_build_object('question_id', (select max(q.id) from core.questions q
         where q.site_id = d.site_id and q.shift = d.shift and q.person = d.person and q.again = (d.kind = 'answer.nudge')))
       from core.shifts s where d.state in ('queued', 'sending') and d.kind in ('answer.nudge', 'shift.asked')
         and s.site_id = d.site_id and s.id = d.shift and s.person = d.person and s.answer_version = (d.facts ->> 'version')::integer;
     -- Links keep their versions, which their signatures are over.
     update core.answer_links l set shifts = (
       select coalesce(jsonb_agg(x.item || coalesce((select jsonb_build_object('start', coalesce(s.asked_start, s.start), 'end', coalesce(s.asked_end, s."end"),
           'location', s.asked_location, 'assignment', s.assignment, 'role', s.role, 'at', l.created_at)
         from core.shifts s where s.site_id = l.site_id and s.id = (x.item ->> 'id')::bigint and s.person = l.person
           and s.answer_version = (x.item ->> 'version')::integer), '{}') order by x.place), '[]')
       from jsonb_array_elements(l.shifts) with ordinality x (item, place))
       where l.ends_at > now();
     update core.trash set "row" = "row" || '{"question_put": false}' where table_name = 'shifts' and cleared is null and kept = 'removed';
     ${READ.map((table) => `alter table core.${table} force row level security;`).join('\n')}

     drop index core.shifts_to_ask;
     drop index core.shifts_to_nudge;
     alter table core.shifts drop column answer_version, drop column question_version, drop column asked_start, drop column asked_end,
       drop column asked_location, drop column answer_before;
     alter table core.answers drop column version;
     create index shifts_to_ask on core.shifts (site_id, start)
       where answer_state = 'asked' and not question_put and draft is not null and actual_start is null;
     create index shifts_to_nudge on core.shifts (start, site_id, id)
       where answer_state = 'asked' and not nudged and draft is not null and actual_start is null;

     create trigger questions_keep_facts before insert on core.questions for each row execute function core.keep_answered_facts();

     drop function core.standing_answer(core.shifts, bigint);
     drop function core.still_holds(core.answers, core.shifts, bigint);
     -- Whether a shift is still what an answer, a question or an offer was about: the same day, a start within half an hour, an end no more than that later,
     -- the same place, assignment and role. A deleted place, assignment or role makes no difference. Plans of PL/pgSQL are kept, those of SQL are not.
     create or replace function core.is_as_stated(site bigint, of_start timestamptz, of_end timestamptz, of_location bigint, of_assignment bigint, of_role bigint,
         held core.shifts, place bigint) returns boolean language plpgsql stable as $$
       begin
         if of_start is null or held."end" > coalesce(of_end, held."end") + interval '30 minutes' then return false; end if;
         if held.start <> of_start and core.has_moved(of_start, place, held.start, place, (select t.timezone from core.sites t where t.id = site)) then
           return false;
         end if;
         if place is distinct from of_location
           and (of_location is null or exists (select from core.locations l where l.site_id = site and l.id = of_location)) then return false; end if;
         if held.assignment is distinct from of_assignment
           and (of_assignment is null or exists (select from core.assignments a where a.site_id = site and a.id = of_assignment)) then return false; end if;
         return held.role is not distinct from of_role
           or of_role is not null and not exists (select from core.roles r where r.site_id = site and r.id = of_role);
       end $$;

     -- Whether a person has read that a shift is not theirs.
     create function core.was_taken_off(site bigint, of_shift bigint, of_person bigint, since timestamptz) returns boolean language plpgsql stable as $$
       begin
         return exists (select from core.told t left join core.deliveries d on d.site_id = t.site_id and d.id = t.delivery
           where t.site_id = site and t.shift = of_shift and t.person = of_person and t.state = 'not_theirs' and t.at >= since
             and (d.id is null or d.state in ('sending', 'sent', 'delivered', 'unknown')));
       end $$;

     -- Whether a person has left a shift, or read that it is not theirs, since an answer.
     create function core.is_over(given core.answers) returns boolean language plpgsql stable as $$
       begin
         return exists (select from core.answers r where r.site_id = given.site_id and r.shift = given.shift and r.person = given.person
             and r.answer = 'released' and r.id > given.id)
           or core.was_taken_off(given.site_id, given.shift, given.person, given.at);
       end $$;

     -- The newest answer of a shift's person that counts; none has no id.
     create function core.standing_answer(held core.shifts, place bigint) returns core.answers language plpgsql stable as $$
       declare
         given core.answers;
       begin
         for given in select * from core.answers a where a.site_id = held.site_id and a.shift = held.id and a.person = held.person and a.answer <> 'released'
             order by a.id desc loop
           if core.is_as_stated(given.site_id, given.start, given."end", given.location, given.assignment, given.role, held, place) and not core.is_over(given) then
             return given;
           end if;
         end loop;
         return null;
       end $$;

     -- What the last answer to an unanswered shift was about, where the shift has changed since.
     create function core.answer_before(held core.shifts) returns jsonb language plpgsql stable as $$
       declare
         given core.answers;
       begin
         if held.answer is distinct from 'asked' then return null; end if;
         select * into given from core.answers a where a.site_id = held.site_id and a.shift = held.id and a.person = held.person order by a.id desc limit 1;
         if given.start is null or given.answer not in ('confirmed', 'seeking_cover')
           or core.is_as_stated(given.site_id, given.start, given."end", given.location, given.assignment, given.role, held, core.place_of(held))
           or core.is_over(given) then return null; end if;
         return jsonb_build_object('start', given.start, 'end', given."end", 'location', given.location);
       end $$;

     -- Whether the person of a shift was asked about it as it is, once or again.
     create function core.was_asked(held core.shifts, once_more boolean) returns boolean language plpgsql stable as $$
       begin
         return exists (select from core.questions q where q.site_id = held.site_id and q.shift = held.id and q.person = held.person and q.again = once_more
           and core.is_as_stated(q.site_id, q.start, q."end", q.location, q.assignment, q.role, held, core.place_of(held))
           and not core.was_taken_off(q.site_id, q.shift, q.person, q.at));
       end $$;

     -- Whether a question is about a shift as it is, and its person's.
     create function core.question_stands(site bigint, question bigint) returns boolean language plpgsql stable as $$
       begin
         return exists (select from core.questions q join core.shifts s on s.site_id = q.site_id and s.id = q.shift and s.person = q.person
           where q.site_id = site and q.id = question and core.is_as_stated(q.site_id, q.start, q."end", q.location, q.assignment, q.role, s, core.place_of(s))
             and not core.was_taken_off(q.site_id, q.shift, q.person, q.at));
       end $$;

     create or replace function core.keep_answer() returns trigger language plpgsql set search_path = core as $$
       declare
         standing answers;
         given text;
       begin
         -- What crosses sites puts rows back as they were.
         if tg_op = 'INSERT' and new.answer_state is not null and current_user = 'watchbill_platform' then return new; end if;
         if new.person is not null and new.draft is not null then
           standing := standing_answer(new, place_of(new));
           given := coalesce(standing.answer, 'asked');
         end if;
         -- An answer changes the entry in calendars, and so does one that counts no longer.
         if tg_op = 'UPDATE' and new.person = old.person and given <> old.answer_state then new.sequence := greatest(new.sequence, old.sequence + 1); end if;
         new.answer_state := given;
         new.answered_at := case when given <> 'asked' then standing.at end;
         new.answered_by := case when given <> 'asked' then standing.given_by end;
         new.answer_reason := case when given <> 'asked' then standing.reason else '' end;
         if new.answer_reason is null then new.answer_reason := ''; end if;
         return new;
       end $$;
     create trigger shifts_keep_answer before insert or update of person, draft, start, "end", location, assignment, role, event
       on core.shifts for each row execute function core.keep_answer();

     create function core.keep_given_answer() returns trigger language plpgsql set search_path = core as $$
       begin
         -- A deletion that crosses sites takes the shifts as well.
         if current_user = 'watchbill_platform' or tg_op = 'DELETE' and nullif(current_setting('app.site_id', true), '') is null then return null; end if;
         update shifts s set location = s.location where s.site_id = coalesce(new.site_id, old.site_id) and s.id = coalesce(new.shift, old.shift);
         return null;
       end $$;
     create trigger answers_keep after delete or update of reason on core.answers for each row execute function core.keep_given_answer();
     create function core.keep_given_answers() returns trigger language plpgsql set search_path = core as $$
       begin
         if current_user = 'watchbill_platform' then return null; end if;
         update shifts s set location = s.location where (s.site_id, s.id) in (select n.site_id, n.shift from n);
         return null;
       end $$;
     create trigger answers_keep_inserted after insert on core.answers referencing new table as n for each statement execute function core.keep_given_answers();

     -- When the person of a shift asked for it: it is the first that they get of an event that they signed up to.
     create or replace function core.signed_up_for(shift core.shifts) returns timestamptz language sql stable set search_path = core as $$
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
         and not exists (select from answers a where a.site_id = r.site_id and a.shift = shift.id and a.person = r.person)
         and not exists (select from withdrawn_shifts w where w.site_id = r.site_id and w.person = r.person and w.event = r.event) $$;

     create function core.get_shift() returns trigger language plpgsql set search_path = core as $$
       declare
         signed_up timestamptz;
         shown integer;
       begin
         -- What crosses sites puts rows back as they were.
         if current_user = 'watchbill_platform' then return null; end if;
         signed_up := signed_up_for(new);
         if signed_up is not null then
           insert into answers (site_id, shift, person, answer, given_by, via, at) values (new.site_id, new.id, new.person, 'confirmed', new.person, 'request', signed_up);
         end if;
         -- Calendars compare with the entry that was withdrawn.
         delete from withdrawn_shifts w where w.site_id = new.site_id and w.person = new.person and w.shift = new.id returning w.sequence into shown;
         if shown is not null then update shifts s set sequence = greatest(s.sequence, shown + 1) where s.site_id = new.site_id and s.id = new.id; end if;
         return null;
       end $$;
     create trigger shifts_get_inserted after insert on core.shifts for each row when (new.person is not null and new.draft is not null)
       execute function core.get_shift();
     create trigger shifts_get after update of person, draft on core.shifts for each row
       when (new.person is not null and new.draft is not null and (old.person is distinct from new.person or old.draft is null))
       execute function core.get_shift();

     create or replace function core.plan_nudges(at timestamp with time zone, most integer, among bigint[] DEFAULT NULL::bigint[])
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'core', 'pg_temp'
AS $$
  declare
    asked integer;
  begin
    with due as (
      select s.site_id, s.id, s.event, s.person, s.start, was_asked(s, true) as known, (s.start at time zone t.timezone)::date as local_date, t.sms_enabled
      from shifts s join sites t on t.id = s.site_id
      join events e on e.site_id = s.site_id and e.id = s.event and e.decision is distinct from 'off' and not e.archived
      where (among is null or s.site_id = any (among)) and s.answer_state = 'asked' and not s.nudged and s.draft is not null and s.actual_start is null
        and s.start > at + interval '1 day'
        and s.start <= at + make_interval(days => (select max(w.answer_by_days) + 1 from sites w where (among is null or w.id = any (among))))
        and t.status = 'active' and t.ask_answers
        and core.reminder_due(s.start, t.timezone, t.answer_by_days) <= at
        and greatest(s.draft, s.assigned_at, s.start_changed_at) <= at - interval '1 day'
        and not exists (select from deliveries d where d.site_id = s.site_id and d.shift = s.id and d.person = s.person and d.kind like 'shift.%'
          and d.state <> 'cancelled' and coalesce(d.sent_at, d.due_at) > at - interval '1 day')
        and not exists (select from answers w where w.site_id = s.site_id and w.shift = s.id and w.answer = 'asked' and w.at > plan_nudges.at - interval '1 day')
      order by s.start, s.site_id, s.id limit most for update of s skip locked),
    marked as (
      update shifts s set nudged = true from due d where s.site_id = d.site_id and s.id = d.id returning s.id),
    put as (
      insert into questions (site_id, shift, person, again, at) select d.site_id, d.id, d.person, true, plan_nudges.at from due d where not d.known
      returning site_id, id, shift),
    queued as (
      insert into deliveries (site_id, shift, event, person, kind, channel, cause, start_local_date, due_at, useful_until, facts)
      select d.site_id, d.id, d.event, d.person, 'answer.nudge', c.channel, 'q' || q.id, d.local_date, plan_nudges.at, d.start,
        jsonb_build_object('question_id', q.id)
      from due d join put q on q.site_id = d.site_id and q.shift = d.id join people p on p.site_id = d.site_id and p.id = d.person and p.is_active and p.erased_at is null
      cross join (values ('email'), ('sms')) c (channel)
      where case c.channel when 'email' then p.email <> ''
        else d.sms_enabled and p.phone is not null and p.sms_verified and p.sms_notifications end
        -- A reminder of the same day asks.
        and not ((c.channel = 'sms' or p.email_reminders) and exists (select from deliveries r where r.site_id = d.site_id and r.shift = d.id and r.person = d.person
          and r.channel = c.channel and r.kind like 'reminder.%' and r.state in ('queued', 'sending', 'sent', 'delivered', 'unknown')
          and r.due_at > plan_nudges.at - interval '1 day'))
      on conflict (site_id, shift, person, kind, channel, start_local_date, cause) where shift is not null do nothing)
    select count(*) into asked from marked;
    return asked;
  end $$;

     create or replace function core.questions_due(at timestamp with time zone, most integer, among bigint[] DEFAULT NULL::bigint[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'core', 'pg_temp'
AS $$
       select coalesce(jsonb_agg(jsonb_build_object('site', id)), '[]') from (
         select t.id from sites t where (among is null or t.id = any (among)) and t.status = 'active' and exists (
           select from shifts s where s.site_id = t.id and s.answer_state = 'asked' and not s.question_put
             and s.draft is not null and s.actual_start is null
             and s.start > at + interval '1 day' and s.start <= at + make_interval(hours => 168 * weeks_asked_ahead(t.ask_weeks, t.answer_by_days))
             and greatest(s.draft, s.assigned_at, s.start_changed_at) <= at - interval '1 day')
         order by t.id limit most) q $$`,
  )
}
