import { type Db, run } from './site-table.ts'

/**
 * Asks the silent once more: everybody who was asked a day ago or earlier and has not answered `answer_by_days` days before the start.
 * On the last day nobody is: the reminder of that day asks too. The shift is marked in the transaction that queues the messages, so that several workers and repeated runs ask once.
 * @returns how many shifts were marked.
 */
export async function up(db: Db) {
  await run(
    db,
    `create function core.plan_nudges(at timestamptz, most integer) returns integer
       language plpgsql security definer set search_path = core, pg_temp as $$
     declare
       marked integer;
     begin
       with due as (
         select s.site_id, s.id, s.event, s.person, s.start, s.answer_version, (s.start at time zone t.timezone)::date as local_date, t.sms_enabled
         from shifts s join sites t on t.id = s.site_id
         where s.answer_state = 'asked' and not s.nudged and s.draft is not null and s.actual_start is null
           and s.start > at + interval '1 day' and s.start <= at + make_interval(days => (select max(answer_by_days) + 1 from sites))
           and t.status = 'active' and t.ask_answers
           and core.reminder_due(s.start, t.timezone, t.answer_by_days) <= at
           and greatest(s.draft, s.assigned_at, s.start_changed_at) <= at - interval '1 day'
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
     end $$;
     alter function core.plan_nudges(timestamptz, integer) owner to watchbill_platform;
     revoke execute on function core.plan_nudges(timestamptz, integer) from public;
     grant execute on function core.plan_nudges(timestamptz, integer) to watchbill_worker;`,
  )
}
