-- Lifts a block when the address or number changes, whatever changes it: a block never passes to a new address.
create or replace function core.unblock_new_address() returns trigger
language plpgsql set search_path = core, pg_temp as $$
begin
  if new.email <> old.email or new.email_blocked is null and old.email_blocked is not null then
    new.email_blocked := null;
    new.email_blocked_at := null;
    new.email_blocked_cause := null;
    new.email_blocked_detail := null;
    new.email_unblocked_at := clock_timestamp();
  end if;
  if new.phone is distinct from old.phone then new.sms_blocked := false; end if;
  if not new.sms_blocked then
    new.sms_blocked_at := null;
  elsif not old.sms_blocked then
    new.sms_blocked_at := clock_timestamp();
  end if;
  return new;
end
$$;

create or replace trigger people_new_address before update of email, phone, email_blocked, sms_blocked
  on core.people for each row
  execute function core.unblock_new_address();
