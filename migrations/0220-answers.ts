import { createSiteTable, type Db, reference, run } from './site-table.ts'

/**
 * Every published shift with a person has an answer. The columns are kept by a trigger, so that no writer can forget to ask:
 * a new person is asked, and so is the same person once the day, the place or the start (by more than half an hour) is another.
 * A writer that sets `answered_at` in the same statement answers for the person.
 * `answer` is what everybody reads: empty while a shift is open or unpublished.
 */
export async function up(db: Db) {
  await run(
    db,
    `alter table core.sites
       add column ask_answers boolean not null default true,
       add column answer_by_days integer not null default 5 constraint sites_answer_by_days check (answer_by_days between 1 and 60),
       add column allow_release boolean not null default false,
       add column release_days integer not null default 14 constraint sites_release_days check (release_days between 1 and 365),
       add column approve_swaps boolean not null default false,
       add column rest_hours integer not null default 0 constraint sites_rest_hours check (rest_hours between 0 and 48);
     grant update (ask_answers, answer_by_days, allow_release, release_days, approve_swaps, rest_hours) on core.sites to watchbill_app;

     alter table core.people add column cover_requests boolean not null default true;

     alter table core.shifts
       add column answer_state text constraint shifts_answer_state check (answer_state in ('asked', 'confirmed', 'seeking_cover')),
       add column answered_at timestamptz,
       add column answered_by bigint,
       add column answer_reason text not null default '' constraint shifts_answer_reason_length check (length(answer_reason) <= 500),
       -- Counts how often somebody was asked about this shift. A link of an earlier question answers nothing.
       add column answer_version integer not null default 0,
       -- What the person was asked about, and what they had answered to before they were asked again.
       add column asked_start timestamptz,
       add column asked_end timestamptz,
       add column asked_location bigint,
       add column answer_before jsonb,
       add column nudged boolean not null default false;
     alter table core.shifts no force row level security;
     alter table core.events no force row level security;
     update core.shifts s set answer_state = 'asked', answer_version = 1, asked_start = s.start, asked_end = s."end",
         asked_location = coalesce(s.location, e.location)
       from core.events e where e.site_id = s.site_id and e.id = s.event and s.person is not null and s.draft is not null;
     alter table core.shifts force row level security;
     alter table core.events force row level security;
     alter table core.shifts
       add column answer text generated always as (case when draft is null then null else answer_state end) stored,
       add constraint shifts_answer_person check ((answer_state is null) or person is not null);
     select set_config('app.site_id', '0', true);
     alter table core.shifts add ${reference('shifts', 'answered_by', 'people', 'clear')};
     select set_config('app.site_id', '', true);
     create index shifts_to_nudge on core.shifts (start, site_id, id)
       where answer_state = 'asked' and not nudged and draft is not null and actual_start is null;
     create index shifts_answer on core.shifts (site_id, answer_state, start) where answer_state in ('asked', 'seeking_cover');

     create function core.keep_answer() returns trigger language plpgsql set search_path = core as $$
       declare
         place bigint;
         moved boolean := false;
         -- A calendar that took the shift out compares with the sequence of that.
         above integer;
         answering boolean := tg_op = 'INSERT' and new.answered_at is not null;
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
       end $$;
     create trigger shifts_keep_answer before insert or update of person, draft, start, location, event, answered_at on core.shifts
       for each row execute function core.keep_answer();

     create function core.ask_about_new_place() returns trigger language plpgsql set search_path = core as $$
       begin
         update shifts s set location = s.location
           where s.site_id = new.site_id and s.event = new.id and s.location is null and s.answer_state in ('confirmed', 'seeking_cover');
         return null;
       end $$;
     create trigger events_ask_about_new_place after update of location on core.events
       for each row when (old.location is distinct from new.location) execute function core.ask_about_new_place();`,
  )
  await createSiteTable(
    db,
    'answers',
    `shift bigint not null,
     person bigint not null,
     version integer not null,
     answer text not null constraint answers_answer check (answer in ('confirmed', 'seeking_cover', 'released', 'asked')),
     reason text not null default '' constraint answers_reason_length check (length(reason) <= 500),
     -- Who gave it: the person, or a coordinator for them; empty where a link was used.
     given_by bigint,
     via text not null constraint answers_via check (via in ('screen', 'link', 'rule')),
     at timestamptz not null,
     ${reference('answers', 'shift', 'shifts', 'cascade')},
     ${reference('answers', 'person', 'people', 'cascade')},
     ${reference('answers', 'given_by', 'people', 'clear')}`,
  )
  await createSiteTable(
    db,
    'answer_links',
    `code text not null constraint answer_links_code check (code ~ '^[0-9A-Za-z]{8}$'),
     -- The link of a text is this code. The link of a mail adds a signature over what it may answer.
     channel text not null constraint answer_links_channel check (channel in ('email', 'sms')),
     person bigint not null,
     shifts jsonb not null,
     ends_at timestamptz not null,
     created_at timestamptz not null default now(),
     ${reference('answer_links', 'person', 'people', 'cascade')}`,
  )
  await run(
    db,
    `create index answers_shift on core.answers (site_id, shift, id);
     create index answers_person on core.answers (site_id, person);
     create unique index answer_links_code_key on core.answer_links (site_id, code);
     create index answer_links_person on core.answer_links (site_id, person);
     create index answer_links_ended on core.answer_links (site_id, ends_at);`,
  )
}
