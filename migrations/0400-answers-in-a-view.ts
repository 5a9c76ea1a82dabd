import { sql } from 'kysely'
import { type Db, run } from './site-table.ts'

type Change = [was: string, is: string]

/** SQL: whether a person has read that a shift is not theirs since row `x`, an answer or a question, was stored. */
const TAKEN_OFF = (
  x: string,
) => `exists (select from core.told t left join core.deliveries d on d.site_id = t.site_id and d.id = t.delivery
    where t.site_id = ${x}.site_id and t.shift = ${x}.shift and t.person = ${x}.person and t.state = 'not_theirs' and t.at >= ${x}.at
      and (d.id is null or d.state in ('sending', 'sent', 'delivered', 'unknown')))`

/** SQL: where shift `s` is. */
const PLACE =
  'coalesce(s.location, (select e.location from core.events e where e.site_id = s.site_id and e.id = s.event))'

/** SQL: whether shift `s` is as row `x` states. Compares for equality first, which spares most rows the call. */
const AS_STATED = (
  x: string,
) => `((${x}.start, ${x}."end") = (s.start, s."end") and ${x}.location is not distinct from ${PLACE}
      and ${x}.assignment is not distinct from s.assignment and ${x}.role is not distinct from s.role
    or core.is_as_stated(${x}.site_id, ${x}.start, ${x}."end", ${x}.location, ${x}.assignment, ${x}.role, s, ${PLACE}))`

const ANSWER = '(select f.answer from shift_facts f where f.site_id = s.site_id and f.id = s.id)'
const LOOK_AGAIN: Change = [
  `do update set look_at = '-infinity'`,
  `do update set look_at = '-infinity', ask_at = '-infinity'`,
]

const HAS_PERSON = 'exists (select from shifts s where s.site_id = d.site_id and s.id = d.id and s.person is not null)'

/** What changes in functions whose other lines stay as they are. */
const REWRITTEN: Record<string, Change[]> = {
  mark_shifts: [LOOK_AGAIN],
  mark_events: [LOOK_AGAIN],
  look_at_person: [LOOK_AGAIN],
  look_at_site: [LOOK_AGAIN],
  plan_reminders: [
    LOOK_AGAIN,
    [
      'kept as (update dues d set look_at = n.look_at from next n where d.site_id = n.site_id and d.id = n.id and n.look_at is not null)',
      `kept as (update dues d set look_at = coalesce(n.look_at, 'infinity') from next n where d.site_id = n.site_id and d.id = n.id
           and (n.look_at is not null or d.ask_at < 'infinity' and ${HAS_PERSON}))`,
    ],
    [
      'd.id = n.id and n.look_at is null)',
      `d.id = n.id and n.look_at is null and (d.ask_at = 'infinity' or not ${HAS_PERSON}))`,
    ],
  ],
  covers_to_move: [['s.answer_state', ANSWER]],
}

/** SQL: whether the person of shift `s` was asked about it as it is, the first time or again. */
const wasAsked = (
  again: boolean,
) => `exists (select from core.questions q where q.site_id = s.site_id and q.shift = s.id and q.person = s.person and s.draft is not null
    and ${again ? '' : 'not '}q.again and q.start is not null and ${AS_STATED('q')} and not ${TAKEN_OFF('q')})`

/** Functions that take rows of the view as well. */
const OF_ANY_ROW = ['is_as_stated', 'is_as_sought', 'is_as_offered', 'place_of']

async function takeAnyRow(db: Db, name: string) {
  const { rows } = await sql<{ body: string; own: string }>`
    select pg_get_functiondef(oid) as body, oid::regprocedure::text as own from pg_proc where pronamespace = 'core'::regnamespace and proname = ${name}`.execute(
    db,
  )
  const [found] = rows
  if (!found?.body.includes('held core.shifts')) throw new Error(`Function ${name} takes no shift.`)
  await run(db, `drop function ${found.own}`)
  await run(db, found.body.replace('held core.shifts', 'held anyelement'))
}

async function rewrite(db: Db, name: string, changes: Change[]) {
  const { rows } = await sql<{ body: string }>`
    select pg_get_functiondef(oid) as body from pg_proc where pronamespace = 'core'::regnamespace and proname = ${name}`.execute(
    db,
  )
  let body = rows[0]?.body ?? ''
  for (const [was, is] of changes) {
    if (!body.includes(was)) throw new Error(`Function ${name} lacks what is to be rewritten.`)
    body = body.replaceAll(was, is)
  }
  await run(db, body)
}

/**
 * Reads what people have answered, and what they were asked, from the rows of their answers and questions. Shifts kept a copy, which triggers
 * updated with each change of a shift, an answer or an event's place. When a shift is next looked at for a question is kept in `core.dues`.
 */
export async function up(db: Db) {
  for (const name of OF_ANY_ROW) await takeAnyRow(db, name)
  await run(
    db,
    `drop trigger shifts_keep_answer on core.shifts;
     drop trigger answers_keep on core.answers;
     drop trigger answers_keep_inserted on core.answers;
     drop trigger events_ask_about_new_place on core.events;
     drop function core.keep_answer(), core.keep_given_answer(), core.keep_given_answers(), core.ask_about_new_place(),
       core.standing_answer(core.shifts, bigint), core.answer_before(core.shifts), core.was_asked(core.shifts, boolean), core.is_over(core.answers),
       core.question_stands(bigint, bigint), core.plan_nudges(timestamptz, integer, bigint[]);
     alter table core.shifts drop column answer, drop column answer_state, drop column answered_at, drop column answered_by, drop column answer_reason,
       drop column nudged, drop column question_put;

     create view core.standing_questions with (security_invoker = true) as
       select q.* from core.questions q
       join core.shifts s on s.site_id = q.site_id and s.id = q.shift and s.person = q.person and s.draft is not null
       where q.start is not null and ${AS_STATED('q')} and not ${TAKEN_OFF('q')};
     comment on view core.standing_questions is 'Questions put to the person who has the shift, about the shift as it is.';

     create view core.shift_facts with (security_invoker = true) as
       select s.*,
         case when s.person is not null and s.draft is not null then coalesce(given.answer, 'asked') end as answer,
         case when given.answer <> 'asked' then given.at end as answered_at,
         case when given.answer <> 'asked' then given.given_by end as answered_by,
         case when given.answer <> 'asked' then given.reason else '' end as answer_reason,
         ${wasAsked(false)} as asked,
         ${wasAsked(true)} as nudged,
         case when given.answer is null then (
           select jsonb_build_object('start', a.start, 'end', a."end", 'location', a.location) from core.answers a
           where a.site_id = s.site_id and a.shift = s.id and a.person = s.person and s.draft is not null and a.start is not null
             and a.answer in ('confirmed', 'seeking_cover') and not ${TAKEN_OFF('a')}
             and not exists (select from core.answers b where b.site_id = a.site_id and b.shift = a.shift and b.person = a.person and b.id > a.id)) end as answered_before
       from core.shifts s left join lateral (
         select a.* from core.answers a
         where a.site_id = s.site_id and a.shift = s.id and a.person = s.person and s.draft is not null
           and (a.answer = 'released' or a.start is not null and ${AS_STATED('a')})
         order by a.id desc limit 1) given on given.answer <> 'released' and not ${TAKEN_OFF('given')};
     comment on view core.shift_facts is
       'Shifts with what their people have answered, what they were asked, and what an answer was about that no longer counts (answered_before).';
     grant select on core.standing_questions, core.shift_facts to watchbill_app, watchbill_worker, watchbill_platform;

     alter table core.dues add column ask_at timestamptz not null default '-infinity';
     create index dues_ask on core.dues (ask_at, site_id, id);

     create or replace function core.people_needed(needed_by core.events, only_published boolean) returns integer language sql stable set search_path = core as $$
       select greatest(0, coalesce(needed_by.minimum, 0) - count(s.person), (
         select sum(greatest(0, k.minimum - (select count(o.person) from shift_facts o where o.site_id = needed_by.site_id and o.event = needed_by.id
           and o.assignment = k.assignment and o.answer is distinct from 'seeking_cover' and (o.draft is not null or not only_published))))
         from jsonb_to_recordset(needed_by.minimums) as k (assignment bigint, minimum integer)
         join assignments a on a.site_id = needed_by.site_id and a.id = k.assignment))::integer
       from shift_facts s where s.site_id = needed_by.site_id and s.event = needed_by.id and s.answer is distinct from 'seeking_cover'
         and (s.draft is not null or not only_published) $$;

     create or replace function core.questions_due(at timestamptz, most integer, among bigint[] default null) returns jsonb
         language sql stable security definer set search_path = core, pg_temp as $$
       select coalesce(jsonb_agg(distinct jsonb_build_object('site', site_id)), '[]') from (
         select d.site_id from dues d join sites t on t.id = d.site_id and t.status = 'active'
         where d.ask_at <= at and (among is null or d.site_id = any (among)) order by d.ask_at, d.site_id, d.id limit most) q $$;

     drop trigger sites_look_again on core.sites;
     create trigger sites_look_again after update of status, timezone, reminder_offsets, quiet_start, quiet_end, sms_enabled, ask_answers, ask_weeks, answer_by_days
       on core.sites for each row when (
         (old.status, old.timezone, old.reminder_offsets, old.quiet_start, old.quiet_end, old.sms_enabled, old.ask_answers, old.ask_weeks, old.answer_by_days)
           is distinct from
         (new.status, new.timezone, new.reminder_offsets, new.quiet_start, new.quiet_end, new.sms_enabled, new.ask_answers, new.ask_weeks, new.answer_by_days))
       execute function core.look_at_site()`,
  )
  for (const [name, changes] of Object.entries(REWRITTEN)) await rewrite(db, name, changes)
  // Shifts whose reminders have all been planned may still be asked about.
  await run(
    db,
    `alter table core.dues no force row level security; alter table core.shifts no force row level security;
     insert into core.dues (site_id, id, look_at) select site_id, id, 'infinity' from core.shifts
       where draft is not null and person is not null and start > now() on conflict do nothing;
     alter table core.dues force row level security; alter table core.shifts force row level security;
     drop function core.weeks_asked_ahead(integer, integer)`,
  )
}
