import { type Db, run } from './site-table.ts'

/** Leaves the shifts of events that are called off alone: nobody is asked about them again, and they are neither swapped nor covered. */
export async function up(db: Db) {
  await run(
    db,
    `create or replace function core.may_be_swapped(site bigint, of_shift bigint, of_person bigint, at timestamp with time zone)
      returns boolean
      language sql
      stable
      set search_path to 'core'
     as $$
       select exists (select from shifts s join events e on e.site_id = s.site_id and e.id = s.event
         where s.site_id = site and s.id = of_shift and s.person = of_person and s.draft is not null and not e.archived
           and e.decision is distinct from 'off'
           and s.start > at and s.actual_start is null) $$;
     create or replace function core.covers_to_move(at timestamp with time zone, most integer)
      returns jsonb
      language sql
      stable security definer
      set search_path to 'core', 'pg_temp'
     as $$
       select coalesce(jsonb_agg(jsonb_build_object('site', site_id, 'cover', id)), '[]') from (
         select c.site_id, c.id from covers c
         join sites t on t.id = c.site_id and t.status = 'active'
         join shifts s on s.site_id = c.site_id and s.id = c.shift
         join events e on e.site_id = s.site_id and e.id = s.event
         where c.state in ('searching', 'paused', 'exhausted') and (
           c.state = 'searching' and c.next_rung_at <= at or s.start <= at or s.actual_start is not null or s.draft is null or e.archived or e.decision = 'off'
           or s.person is not null and (s.person is distinct from c.person or s.answer_state is distinct from 'seeking_cover'))
         order by c.next_rung_at nulls first, c.site_id, c.id limit most) q $$;
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
