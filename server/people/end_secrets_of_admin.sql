-- Revokes an admin's API keys and unused pairing codes when their access ends, whichever way. Paired kiosks stay: they
-- are the club's.
create or replace function core.end_secrets_of_admin() returns trigger
language plpgsql set search_path = core as $$
begin
  with ended as (
    update apikeys k set revoked_at = now(), updated_at = now()
    where k.site_id = old.site_id and k.created_by = old.id and k.revoked_at is null returning k.id)
  insert into audit (site_id, actor, action, subject, subject_id, details)
    select old.site_id, 'system', 'apikeys.revoke', 'apikeys', ended.id, jsonb_build_object('person', old.id) from ended;
  update kiosks k set code_hash = null, code_expires = null where k.site_id = old.site_id and k.code_hash is not null;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;

create or replace trigger people_admin_deleted before delete
  on core.people for each row
  when (old.role = 'admin' and old.is_active)
  execute function core.end_secrets_of_admin();
create or replace trigger people_admin_ends after update of role, is_active
  on core.people for each row
  when (old.role = 'admin' and old.is_active and not (new.role = 'admin' and new.is_active))
  execute function core.end_secrets_of_admin();
