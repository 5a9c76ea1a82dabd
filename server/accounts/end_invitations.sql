-- Ends invitation links when the person is deactivated or deleted, gets another email, or signs in for the first time.
create or replace function identity.end_invitations() returns trigger
language plpgsql security definer set search_path = identity, pg_temp as $$
begin
  update password_resets r set used_at = now() where r.site_id = old.site_id and r.person = old.id and r.used_at is null;
  return null;
end
$$;
alter function identity.end_invitations owner to watchbill_platform;
revoke all on function identity.end_invitations from public;

create or replace trigger people_invitations_changed after update of is_active, email, last_login
  on core.people for each row
  when ((old.is_active and (not new.is_active)) or (old.email <> new.email) or (old.last_login is null and new.last_login is not null))
  execute function identity.end_invitations();
create or replace trigger people_invitations_removed after delete on core.people for each row execute function identity.end_invitations();
