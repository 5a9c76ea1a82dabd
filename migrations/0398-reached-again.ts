import { type Db, run } from './site-table.ts'

/**
 * Marks the shifts of people whom messages may reach again: those who want notices again, those of a site that sends texts again, and, where a site is
 * active again, also shifts that were theirs.
 */
export async function up(db: Db) {
  await run(
    db,
    `create or replace function core.look_at_site() returns trigger language plpgsql security definer set search_path = core, pg_temp as $$
       begin
         insert into dues (site_id, id) select site_id, id from shifts
           where site_id = new.id and person is not null and draft is not null and start > now() - interval '1 day' on conflict (site_id, id) do update set look_at = '-infinity';
         if new.status = 'active' and old.status <> 'active' or new.sms_enabled and not old.sms_enabled then
           insert into marks (site_id, shift, person, theirs) select site_id, id, person, true from shifts
             where site_id = new.id and person is not null and draft is not null and start > now() - interval '1 day'
             union select site_id, shift, person, true from told
             where site_id = new.id and state = 'theirs' and (facts ->> 'start')::timestamptz > now() - interval '1 day';
         end if;
         return null;
       end $$;
     drop trigger people_look_again on core.people;
     create trigger people_look_again after update of is_active, email, phone, sms_verified, sms_notifications, sms_blocked, email_reminders, email_notifications, email_blocked
       on core.people for each row
       when ((old.is_active, old.email, old.phone, old.sms_verified, old.sms_notifications, old.sms_blocked, old.email_reminders, old.email_notifications, old.email_blocked)
         is distinct from (new.is_active, new.email, new.phone, new.sms_verified, new.sms_notifications, new.sms_blocked, new.email_reminders, new.email_notifications, new.email_blocked))
       execute function core.look_at_person();`,
  )
}
