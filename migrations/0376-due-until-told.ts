import { createSiteTable, type Db, run } from './site-table.ts'

/** What a message about a shift states. A draft is nobody's, and signing in or answering changes nothing of it. */
const FACTS = 'site_id, id, person, start, "end", modified_start, modified_end, event, location, assignment, role'

const MARKS = `insert into marks (site_id, shift, person, theirs)`
const LOOK = `on conflict (site_id, id) do update set look_at = '-infinity'`

/**
 * Marks the people of each changed shift, and sets when the planner looks at it next (server/reminders/planner.ts). A reminder is due from its
 * instant until it is no longer useful, or until its person has been told of the shift since.
 */
export async function up(db: Db) {
  await createSiteTable(db, 'dues', `look_at timestamptz not null default '-infinity'`)
  await run(
    db,
    `create index dues_next on core.dues (look_at, site_id, id);
     -- One notice of an event can end several shifts of its reader.
     drop index core.told_delivery;
     create unique index told_delivery on core.told (site_id, delivery, shift) where delivery is not null;
     alter table core.told drop constraint told_by, add constraint told_by check (by in ('message', 'act', 'answer', 'hand'));

     create function core.mark_shifts() returns trigger language plpgsql security definer set search_path = core, pg_temp as $$
       declare in_site boolean := nullif(current_setting('app.site_id', true), '') is not null;
       begin
         if tg_op = 'INSERT' then
           ${MARKS} select site_id, id, person, true from n where draft is not null and in_site;
           insert into dues (site_id, id) select site_id, id from n where draft is not null and person is not null ${LOOK};
         elsif tg_op = 'DELETE' then
           ${MARKS} select site_id, id, person, false from o where draft is not null and in_site;
           delete from dues d using o where d.site_id = o.site_id and d.id = o.id;
         else
           -- What has changed is there once, what has not twice. This costs the same a row however many there are, which a join does not.
           with changed as materialized (
             select site_id, id, person, bool_or(theirs) as theirs from (
               select ${FACTS}, bool_or(is_new) as theirs from (
                 select ${FACTS}, false as is_new from o where draft is not null union all select ${FACTS}, true from n where draft is not null) r
               group by ${FACTS} having count(*) = 1) c
             group by site_id, id, person),
           marked as (${MARKS} select site_id, id, person, theirs from changed where in_site)
           insert into dues (site_id, id) select distinct site_id, id from changed ${LOOK};
         end if;
         return null;
       end $$;

     create trigger shifts_mark_inserted after insert on core.shifts referencing new table as n
       for each statement execute function core.mark_shifts();
     create trigger shifts_mark_updated after update on core.shifts referencing old table as o new table as n
       for each statement execute function core.mark_shifts();
     create trigger shifts_mark_deleted after delete on core.shifts referencing old table as o
       for each statement execute function core.mark_shifts();

     -- Looks again at the shifts of a person or a site when something about their reminders has changed. People who are active again, or can be
     -- reached again, get what they do not know yet.
     create function core.look_at_person() returns trigger language plpgsql security definer set search_path = core, pg_temp as $$
       begin
         insert into dues (site_id, id) select site_id, id from shifts
           where site_id = new.site_id and person = new.id and draft is not null and start > now() - interval '1 day' ${LOOK};
         if nullif(current_setting('app.site_id', true), '') is not null then
           ${MARKS} select site_id, id, person, true from shifts
             where site_id = new.site_id and person = new.id and draft is not null and start > now() - interval '1 day'
             union select site_id, shift, person, true from told where site_id = new.site_id and person = new.id and state = 'theirs';
         end if;
         return null;
       end $$;
     create trigger people_look_again after update of is_active, email, phone, sms_verified, sms_notifications, sms_blocked, email_reminders, email_blocked
       on core.people for each row
       when ((old.is_active, old.email, old.phone, old.sms_verified, old.sms_notifications, old.sms_blocked, old.email_reminders, old.email_blocked)
         is distinct from (new.is_active, new.email, new.phone, new.sms_verified, new.sms_notifications, new.sms_blocked, new.email_reminders, new.email_blocked))
       execute function core.look_at_person();
     create function core.mark_events() returns trigger language plpgsql security definer set search_path = core, pg_temp as $$
       declare in_site boolean := nullif(current_setting('app.site_id', true), '') is not null;
       begin
         with changed as (
           select site_id, id from (
             select site_id, id, name, location, decision from o union all select site_id, id, name, location, decision from n) r
           group by site_id, id, name, location, decision having count(*) = 1),
         shifts_of as materialized (
           select distinct s.site_id, s.id, s.person from changed join shifts s on s.site_id = changed.site_id and s.event = changed.id and s.draft is not null),
         marked as (${MARKS} select site_id, id, person, true from shifts_of where in_site)
         insert into dues (site_id, id) select site_id, id from shifts_of where person is not null ${LOOK};
         return null;
       end $$;
     create trigger events_mark_updated after update on core.events referencing old table as o new table as n
       for each statement execute function core.mark_events();
     create function core.look_at_site() returns trigger language plpgsql security definer set search_path = core, pg_temp as $$
       begin
         insert into dues (site_id, id) select site_id, id from shifts
           where site_id = new.id and person is not null and draft is not null and start > now() - interval '1 day' ${LOOK};
         if new.status = 'active' and old.status <> 'active' then
           ${MARKS} select site_id, id, person, true from shifts
             where site_id = new.id and person is not null and draft is not null and start > now() - interval '1 day';
         end if;
         return null;
       end $$;
     create trigger sites_look_again after update of status, timezone, reminder_offsets, quiet_start, quiet_end, sms_enabled on core.sites for each row
       when ((old.status, old.timezone, old.reminder_offsets, old.quiet_start, old.quiet_end, old.sms_enabled)
         is distinct from (new.status, new.timezone, new.reminder_offsets, new.quiet_start, new.quiet_end, new.sms_enabled))
       execute function core.look_at_site();

     -- References that the database clears or deletes change shifts as their owner, for whom the tables' locks hold as well. What a trigger marks are
     -- rows that the statement itself was allowed to change.
     ${['mark_shifts', 'mark_events', 'look_at_person', 'look_at_site']
       .map(
         (name) =>
           `alter function core.${name}() owner to watchbill_platform; revoke execute on function core.${name}() from public;`,
       )
       .join('\n')}

     drop function core.due_reminders(timestamptz, timestamptz, bigint[]);
     drop function core.due_reminders_between(timestamptz, timestamptz, integer, timestamptz, bigint, bigint, timestamptz, bigint, bigint, bigint[]);
     drop function core.reminder_passes();

     create function core.reminder_kinds() returns table (kind text, days integer, span text, channel text) language sql immutable as $$
       values ('reminder.day', 1, 'P1D', 'email'), ('reminder.day', 1, 'P1D', 'sms'),
         ('reminder.week', 7, 'P7D', 'email'), ('reminder.week', 7, 'P7D', 'sms') $$;

     -- Lists the reminders of a shift to its person, with when each is due. The last one is final.
     create function core.reminders_of(of_shift core.shifts)
       returns table (kind text, channel text, start_local_date date, due_at timestamptz, useful_until timestamptz, final boolean)
       language sql stable as $$
       select k.kind, k.channel, (of_shift.start at time zone t.timezone)::date,
         core.message_due(of_shift.start, t.timezone, k.days, k.channel, t.quiet_start, t.quiet_end),
         case when k.kind = 'reminder.week' and 'P1D' = any (t.reminder_offsets)
           then core.message_due(of_shift.start, t.timezone, 1, k.channel, t.quiet_start, t.quiet_end) else of_shift.start end,
         k.kind = 'reminder.day' or not 'P1D' = any (t.reminder_offsets)
       from core.sites t
       join core.people p on p.site_id = t.id and p.id = of_shift.person and p.is_active and p.erased_at is null
       join core.reminder_kinds() k on k.span = any (t.reminder_offsets) and case k.channel when 'email' then p.email <> ''
         else t.sms_enabled and p.phone is not null and p.sms_verified and p.sms_notifications end
       where t.id = of_shift.site_id and t.status = 'active' and of_shift.draft is not null and of_shift.actual_start is null
         and not exists (select from core.events e where e.site_id = of_shift.site_id and e.id = of_shift.event and e.decision = 'off') $$;

     -- When a person last learned of a shift by this channel, or by taking it. Answers, questions and phone calls do not count.
     create function core.last_told(site bigint, of_shift bigint, of_person bigint, via text) returns timestamptz
       language sql stable set search_path = core as $$
       select max(t.at) from told t left join deliveries d on d.site_id = t.site_id and d.id = t.delivery
         where t.site_id = site and t.shift = of_shift and t.person = of_person and t.state = 'theirs'
           and case when t.delivery is null then t.by in ('message', 'act')
             else d.id is null or d.channel = via and d.kind not in ('shift.asked', 'answer.nudge') and d.state in ('sending', 'sent', 'delivered', 'unknown') end $$;

     create or replace function core.plan_reminders(at timestamptz, most integer default 2000, among bigint[] default null) returns jsonb
       language plpgsql security definer set search_path = core, pg_temp as $$
       declare
         last timestamptz;
         seen integer;
         counts record;
       begin
         select (value #>> '{}')::timestamptz into last from platform.settings where name = 'reminders_planned';
         if last is null or last > at + interval '5 minutes' then
           insert into platform.settings (name, value, changed_at) values ('reminders_begun', to_jsonb(at), clock_timestamp())
             on conflict (name) do update set value = excluded.value, changed_at = excluded.changed_at;
           insert into dues (site_id, id) select site_id, id from shifts where draft is not null and person is not null and start > at ${LOOK};
         end if;
         -- Leaves out shifts with a change that has not settled.
         with looked as materialized (
           select d.site_id, d.id, d.look_at from dues d join sites t on t.id = d.site_id and t.status = 'active'
           where d.look_at <= at and (among is null or d.site_id = any (among))
             and not exists (select from marks m where m.site_id = d.site_id and m.shift = d.id)
           order by d.look_at, d.site_id, d.id limit most for update of d skip locked),
         reminders as materialized (
           select l.look_at, s.site_id, s.id as shift, s.event, s.person, s.start, greatest(s.draft, s.assigned_at, s.start_changed_at) as known_at, r.* from looked l join shifts s on s.site_id = l.site_id and s.id = l.id
           cross join lateral reminders_of(s) r),
         -- A reminder waits while a notice of the same shift waits: the next tick looks at it again.
         waiting as materialized (
           select r.*, exists (select from deliveries q where q.site_id = r.site_id and q.shift = r.shift and q.person = r.person and q.channel = r.channel
             and q.state = 'queued' and q.kind in ('shift.assigned', 'shift.changed')) as waits
           from reminders r where r.due_at <= at and coalesce(last_told(r.site_id, r.shift, r.person, r.channel) < r.due_at, true)),
         fresh as (
           insert into deliveries as d (site_id, shift, event, person, kind, channel, start_local_date, due_at, useful_until, state, reason)
           select r.site_id, r.shift, r.event, r.person, r.kind, r.channel, r.start_local_date, r.due_at, r.useful_until,
             case when at < r.useful_until then 'queued' when r.final then 'missed' else 'skipped' end,
             case when at < r.useful_until then null else 'late' end
           from waiting r
           -- Records a reminder that came too late, unless the shift became theirs too late for it.
           where not (r.waits and at < r.useful_until) and (at < r.useful_until
             or r.known_at <= r.due_at and r.start > coalesce(last, at) and (r.final or r.look_at > '-infinity'))
           on conflict (site_id, shift, person, kind, channel, start_local_date, cause) where shift is not null do update
             set state = 'queued', reason = null, due_at = excluded.due_at, useful_until = excluded.useful_until, retry_at = null, updated_at = clock_timestamp()
             where excluded.state = 'queued' and (d.state = 'cancelled'
               or d.state = 'skipped' and d.reason in ('opted_out', 'no_address', 'no_phone', 'unverified', 'sms_off'))
           returning d.state),
         next as (
           select l.site_id, l.id, min(r.due_at) as look_at from looked l
           left join (select site_id, shift, due_at from reminders where due_at > at
             union all select site_id, shift, due_at from waiting where waits and at < useful_until) r
             on r.site_id = l.site_id and r.shift = l.id group by l.site_id, l.id),
         kept as (update dues d set look_at = n.look_at from next n where d.site_id = n.site_id and d.id = n.id and n.look_at is not null),
         gone as (delete from dues d using next n where d.site_id = n.site_id and d.id = n.id and n.look_at is null)
         select (select count(*) from looked) as looked, count(*) filter (where state = 'queued') as queued, count(*) filter (where state = 'missed') as missed,
           count(*) filter (where state = 'skipped') as skipped into counts from fresh;
         insert into platform.settings (name, value, changed_at) values ('reminders_planned', to_jsonb(at), clock_timestamp())
           on conflict (name) do update set value = excluded.value, changed_at = excluded.changed_at;
         return jsonb_build_object('queued', counts.queued, 'missed', counts.missed, 'skipped', counts.skipped, 'done', counts.looked < most);
       end $$;

     create or replace function core.stays_in_swap(site bigint, of_shift bigint, of_person bigint, at timestamptz)
       returns boolean language sql stable set search_path = core as $$
       select may_be_swapped(site, of_shift, of_person, at) or is_unsettled(site, of_shift, at) $$;`,
  )
  const forceRowSecurity = (force: 'force' | 'no force') =>
    run(
      db,
      ['sites', 'shifts', 'events', 'people', 'dues']
        .map((table) => `alter table core.${table} ${force} row level security;`)
        .join('\n'),
    )
  await forceRowSecurity('no force')
  await run(
    db,
    `insert into core.dues (site_id, id, look_at)
     select s.site_id, s.id, r.look_at from core.shifts s
     cross join lateral (select min(r.due_at) as look_at from core.reminders_of(s) r where r.due_at > now()) r
     where s.draft is not null and s.person is not null and s.start > now() and r.look_at is not null;`,
  )
  await forceRowSecurity('force')
}
