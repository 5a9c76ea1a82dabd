-- Tells all processes of a changed notice, whoever wrote it: they learn of notices with a site's row, and forget all rows.
create or replace function platform.tell_notice_change() returns trigger
language plpgsql set search_path = platform as $$
begin
  perform pg_notify('sites', '*');
  return null;
end
$$;

-- The table is younger than the baseline, after which function files can run, too.
do $$ begin
  if to_regclass('platform.notices') is null then return; end if;
  create or replace trigger notices_tell after insert or update or delete on platform.notices for each statement execute function platform.tell_notice_change();
end $$;
