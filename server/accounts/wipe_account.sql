-- Ends what was set up on an account: sessions (except one), factors, links, feeds and keys. Keeps the password. For
-- the account of `strangers`, also ends what they may know or have entered: the preference link and the verified phone.
-- A step of other functions: no role may call it. Crosses sites.
create or replace function identity.wipe_account(
  account bigint, strangers boolean, keep_site bigint, keep bigint, at timestamptz
) returns void
language plpgsql security definer set search_path = core, identity, pg_temp as $$
begin
  perform end_sessions(account, keep_site, keep, at);
  delete from passkeys where account_id = account;
  delete from totp where account_id = account;
  delete from recovery_codes where account_id = account;
  delete from calendar_feeds f using people p where p.account_id = account and f.site_id = p.site_id and f.person = p.id;
  update apikeys k set revoked_at = at from people p
    where p.account_id = account and k.site_id = p.site_id and k.created_by = p.id and k.revoked_at is null;
  if strangers then
    update people p set email_uid = default, sms_verified = false where p.account_id = account;
    delete from closures c using people p where p.account_id = account and c.site_id = p.site_id and c.person = p.id;
  end if;
end
$$;
alter function identity.wipe_account owner to watchbill_platform;
revoke all on function identity.wipe_account from public;
