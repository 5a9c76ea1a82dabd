import { type Db, run } from './site-table.ts'

/**
 * The link of an invitation is one that sets a password, for one person of one site. A trigger ends it when the
 * person is deactivated or deleted, gets another email, or signs in for the first time.
 */
export async function up(db: Db) {
  await run(
    db,
    `alter table identity.password_resets add column person bigint;
     create index password_resets_person on identity.password_resets (site_id, person) where person is not null and used_at is null;
     create index password_resets_invited on identity.password_resets (account_id, created_at) where person is not null;

     create function identity.end_invitations() returns trigger language plpgsql security definer set search_path = identity, pg_temp as $$
     begin
       update password_resets r set used_at = now() where r.site_id = old.site_id and r.person = old.id and r.used_at is null;
       return null;
     end $$;
     create trigger people_invitations_changed after update of is_active, email, last_login on core.people for each row
       when (old.is_active and not new.is_active or old.email <> new.email or old.last_login is null and new.last_login is not null)
       execute function identity.end_invitations();
     create trigger people_invitations_removed after delete on core.people for each row execute function identity.end_invitations();
     alter function identity.end_invitations() owner to watchbill_platform;
     revoke all on function identity.end_invitations() from public;`,
  )
}
