-- Corrects an unconfirmed address at the current site. Returns 'corrected', 'taken' or 'confirmed': only its owner
-- changes a confirmed one. Ends the former address's password, sessions and links.
create or replace function identity.correct_address(for_person bigint, wanted text, at timestamptz) returns text
language plpgsql security definer set search_path = core, identity, pg_temp as $$
declare
  here bigint := current_setting('app.site_id')::bigint;
  address text := lower(wanted);
  former bigint;
  next bigint;
begin
  select l.account_id into next from link_accounts(array[address]) l;
  select p.account_id into former from people p where p.site_id = here and p.id = for_person for update;
  perform from accounts a where a.id = former for no key update;
  if exists (select from accounts a where a.id = former and a.proved_at is not null) then return 'confirmed'; end if;
  if exists (select from people p where p.site_id = here
    and p.id <> for_person and (p.email = address or p.account_id = next)) then return 'taken'; end if;
  if former is not null then perform wipe_account(former, true, 0, 0, at); end if;
  delete from email_changes c where c.site_id = here and c.person = for_person;
  delete from phone_codes c where c.site_id = here and c.person = for_person;
  update people p set email = address, account_id = next, updated_at = at where p.site_id = here and p.id = for_person;
  delete from accounts a where a.id = former and not exists (select from people p where p.account_id = a.id);
  return 'corrected';
end
$$;
alter function identity.correct_address owner to watchbill_platform;
revoke all on function identity.correct_address from public;
grant execute on function identity.correct_address to watchbill_app;
