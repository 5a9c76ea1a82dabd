import { type Db, run } from './site-table.ts'

/**
 * A site that has an admin keeps one, and so does the platform its operator, whoever writes. The lock is taken in a statement of its
 * own: the count is the next one and sees what was committed while this one waited. Sites that are deleted, and what a restored
 * backup erases again (`app.last_admin_may_go`), are apart.
 */
export async function up(db: Db) {
  await run(
    db,
    `create function core.keep_an_admin() returns trigger language plpgsql set search_path = core as $$
     begin
       if current_setting('app.last_admin_may_go', true) = 'yes' then return null; end if;
       perform pg_advisory_xact_lock(hashtext('people.admins'), old.site_id::integer);
       if exists (select from people where site_id = old.site_id and role = 'admin' and is_active) then return null; end if;
       if not exists (select from sites where id = old.site_id and status <> 'deleted') then return null; end if;
       raise exception 'the last admin of a site' using errcode = '23514', constraint = 'people_last_admin', table = 'people', schema = 'core';
     end $$;
     create trigger people_last_admin_changed after update of role, is_active on core.people for each row
       when (old.role = 'admin' and old.is_active and not (new.role = 'admin' and new.is_active)) execute function core.keep_an_admin();
     create trigger people_last_admin_removed after delete on core.people for each row
       when (old.role = 'admin' and old.is_active) execute function core.keep_an_admin();

     create function platform.keep_an_operator() returns trigger language plpgsql set search_path = platform as $$
     begin
       perform pg_advisory_xact_lock(hashtext('platform.operators'));
       if exists (select from operators) then return null; end if;
       raise exception 'the last operator' using errcode = '23514', constraint = 'operators_last', table = 'operators', schema = 'platform';
     end $$;
     create trigger operators_last after delete on platform.operators for each row execute function platform.keep_an_operator();`,
  )
}
