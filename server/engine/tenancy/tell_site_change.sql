-- Notifies all processes of a changed site's slug, whoever wrote it: they cache these rows.
create or replace function core.tell_site_change() returns trigger
language plpgsql set search_path = core as $$
begin
  if old.slug is not null then perform pg_notify('sites', old.slug); end if;
  if new.slug is distinct from old.slug and new.slug is not null then perform pg_notify('sites', new.slug); end if;
  return null;
end
$$;

create or replace trigger sites_tell after insert or update or delete on core.sites for each row execute function core.tell_site_change();
