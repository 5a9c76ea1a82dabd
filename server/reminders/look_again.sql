-- Queues shifts for the planner when something about their reminders changes. People who are reachable again, or whose
-- site is active again, get what they have not been told, whoever brought that about: also that a promise has ended. A
-- pair that waits already keeps its author.
-- Messages about something else, and first questions, that a suspended site kept back are queued again, and questions to people
-- who were inactive. References cleared by the database
-- change shifts as their owner, for whom row security holds as well: hence the rights of the platform.
create or replace function core.look_at_person() returns trigger
language plpgsql security definer set search_path = core, pg_temp as $$
begin
  insert into dues (site_id, id) select site_id, id from shifts
    where site_id = new.site_id and person = new.id and draft is not null and start > now() - interval '1 day'
      on conflict (site_id, id) do update set look_at = '-infinity', ask_at = '-infinity';
  if new.is_active and not old.is_active then
    update deliveries set state = 'queued', reason = null, retry_at = null, updated_at = clock_timestamp()
      where site_id = new.site_id and person = new.id and state = 'cancelled' and reason = 'inactive' and useful_until > now()
        and kind = 'shift.asked';
  end if;
  if nullif(current_setting('app.site_id', true), '') is not null and new.erased_at is null then
    insert into marks (site_id, shift, person, actor, theirs)
      select site_id, id, person, null, true from (
        select site_id, id, person from shifts
          where site_id = new.site_id and person = new.id and draft is not null and start > now() - interval '1 day'
        union select site_id, shift, person from told where site_id = new.site_id and person = new.id and state = 'theirs'
        union select site_id, (facts ->> 'shift_id')::bigint, person from deliveries
          where site_id = new.site_id and person = new.id and facts ? 'shift_id' and useful_until > now()
        except select site_id, shift, person from marks where site_id = new.site_id and person = new.id) pair;
  end if;
  return null;
end
$$;
alter function core.look_at_person owner to watchbill_platform;
revoke all on function core.look_at_person from public;

create or replace trigger people_look_again after update of is_active, email, phone, sms_verified, sms_notifications, sms_blocked,
  email_reminders, email_notifications, email_blocked
  on core.people for each row
  when ((old.is_active, old.email, old.phone, old.sms_verified, old.sms_notifications,
    old.sms_blocked, old.email_reminders, old.email_notifications, old.email_blocked)
    is distinct from (new.is_active, new.email, new.phone, new.sms_verified, new.sms_notifications,
    new.sms_blocked, new.email_reminders, new.email_notifications, new.email_blocked))
  execute function core.look_at_person();

create or replace function core.look_at_site() returns trigger
language plpgsql security definer set search_path = core, pg_temp as $$
begin
  insert into dues (site_id, id) select site_id, id from shifts
    where site_id = new.id and person is not null and draft is not null and start > now() - interval '1 day'
      on conflict (site_id, id) do update set look_at = '-infinity', ask_at = '-infinity';
  if new.status = 'active' and old.status <> 'active' then
    update deliveries set state = 'queued', reason = null, lane = coalesce(facts ->> 'lane', lane), retry_at = null, updated_at = clock_timestamp()
      where site_id = new.id and state = 'cancelled' and reason = 'site_closed' and useful_until > now()
        and (shift is null or kind = 'shift.asked');
  end if;
  if new.status = 'active' and old.status <> 'active' or new.sms_enabled and not old.sms_enabled then
    insert into marks (site_id, shift, person, actor, theirs)
      select site_id, id, person, null, true from (
        select site_id, id, person from shifts
          where site_id = new.id and person is not null and draft is not null and start > now() - interval '1 day'
        union select site_id, shift, person from told
          where site_id = new.id and state = 'theirs' and (facts ->> 'start')::timestamptz > now() - interval '1 day'
        union select site_id, (facts ->> 'shift_id')::bigint, person from deliveries
          where site_id = new.id and facts ? 'shift_id' and useful_until > now()
        except select site_id, shift, person from marks where site_id = new.id and person is not null) pair;
  end if;
  return null;
end
$$;
alter function core.look_at_site owner to watchbill_platform;
revoke all on function core.look_at_site from public;

create or replace trigger sites_look_again after update of status, timezone, reminder_offsets, quiet_start, quiet_end, sms_enabled,
  ask_answers, ask_weeks, answer_by_days
  on core.sites for each row
  when ((old.status, old.timezone, old.reminder_offsets, old.quiet_start, old.quiet_end, old.sms_enabled,
    old.ask_answers, old.ask_weeks, old.answer_by_days)
    is distinct from (new.status, new.timezone, new.reminder_offsets, new.quiet_start, new.quiet_end, new.sms_enabled,
    new.ask_answers, new.ask_weeks, new.answer_by_days))
  execute function core.look_at_site();
