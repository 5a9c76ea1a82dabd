import { type Db, run } from './site-table.ts'

/**
 * People are asked about a shift as it comes near: so many weeks before, all that they have then in one message. A shift remembers the version
 * of the question that the planner has dealt with. What was published before was asked about at once, and is not asked about again.
 */
export async function up(db: Db) {
  await run(
    db,
    `alter table core.sites add column ask_weeks integer not null default 6 constraint sites_ask_weeks check (ask_weeks between 1 and 52);
     grant update (ask_weeks) on core.sites to watchbill_app;
     alter table core.shifts add column question_version integer;
     alter table core.shifts no force row level security;
     update core.shifts set question_version = answer_version where answer_state = 'asked' and draft is not null;
     alter table core.shifts force row level security;
     create index shifts_to_ask on core.shifts (site_id, start)
       where answer_state = 'asked' and question_version is distinct from answer_version and draft is not null and actual_start is null;

     -- Nobody is asked a second time before the first.
     create function core.weeks_asked_ahead(ask_weeks integer, answer_by_days integer) returns integer
       language sql immutable parallel safe as $$ select greatest(ask_weeks, (answer_by_days + 8) / 7) $$;

     create function core.questions_due(at timestamptz, most integer, among bigint[] default null) returns jsonb
       language sql stable security definer set search_path = core, pg_temp as $$
       select coalesce(jsonb_agg(jsonb_build_object('site', id)), '[]') from (
         select t.id from sites t where (among is null or t.id = any (among)) and t.status = 'active' and exists (
           select from shifts s where s.site_id = t.id and s.answer_state = 'asked' and s.question_version is distinct from s.answer_version
             and s.draft is not null and s.actual_start is null
             and s.start > at + interval '1 day' and s.start <= at + make_interval(hours => 168 * weeks_asked_ahead(t.ask_weeks, t.answer_by_days))
             and greatest(s.draft, s.assigned_at, s.start_changed_at) <= at - interval '1 day')
         order by t.id limit most) q $$;
     alter function core.questions_due(timestamptz, integer, bigint[]) owner to watchbill_platform;
     revoke all on function core.questions_due(timestamptz, integer, bigint[]) from public;
     grant execute on function core.questions_due(timestamptz, integer, bigint[]) to watchbill_worker;`,
  )
}
