-- Tells all processes of a changed notice, whoever wrote it: they learn of notices with a site's row, and forget all rows.
create or replace function platform.tell_notice_change() returns trigger
language plpgsql set search_path = platform as $$
begin
  perform pg_notify('sites', '*');
  return null;
end
$$;

create or replace trigger notices_tell after insert or update or delete on platform.notices for each statement execute function platform.tell_notice_change();
