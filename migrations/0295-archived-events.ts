import { type Db, run } from './site-table.ts'

/** Asks nobody a second time about a shift of an archived event, whose shifts cannot be answered. */
export async function up(db: Db) {
  await run(
    db,
    `create or replace function core.plan_nudges(at timestamp with time zone, most integer)
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
         join events e on e.site_id = s.site_id and e.id = s.event and e.decision is distinct from 'off' and not e.archived
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
