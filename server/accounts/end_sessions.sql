-- Signs an account out everywhere: ends its sessions, links, codes and tickets, except the session `keep` of
-- `keep_site` (0: none). Returns the number of sessions. Crosses sites.
create or replace function identity.end_sessions(account bigint, keep_site bigint, keep bigint, at timestamptz) returns integer
language plpgsql security definer set search_path = core, identity, pg_temp as $$
declare ended integer;
begin
  update accounts set auth_epoch = auth_epoch + 1 where id = account;
  update sessions s set revoked_at = at
    where s.account_id = account and s.revoked_at is null and not (s.site_id = keep_site and s.id = keep);
  get diagnostics ended = row_count;
  update password_resets set used_at = at where account_id = account and used_at is null;
  delete from tickets where account_id = account;
  delete from totp where account_id = account and confirmed_at is null;
  delete from email_changes where account_id = account;
  delete from phone_codes c using people p where p.account_id = account and c.site_id = p.site_id and c.person = p.id;
  return ended;
end
$$;
alter function identity.end_sessions owner to watchbill_platform;
revoke all on function identity.end_sessions from public;
grant execute on function identity.end_sessions to watchbill_app, watchbill_auth;
