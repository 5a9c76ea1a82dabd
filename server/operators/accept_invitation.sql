-- Makes the owner of an invited address an operator: confirms the address, sets the password, and ends everything else
-- on the account. Returns the account; null when the invitation is over. Crosses sites.
create or replace function identity.accept_invitation(invitation uuid, hash text, at timestamptz) returns bigint
language plpgsql security definer set search_path = core, identity, platform, pg_temp as $$
declare address text; owner bigint;
begin
  delete from operator_invitations i where i.id = invitation and i.expires_at > at returning i.email into address;
  if address is null then return null; end if;
  perform lock_address(address);
  select a.id into owner from accounts a where a.email = address and a.proved_at is not null;
  if owner is null then
    insert into accounts (email, proved_at, created_at) values (address, at, at) returning id into owner;
  else
    perform end_sessions(owner, 0, 0, at);
  end if;
  update accounts set password_hash = hash where id = owner;
  perform prove_address(owner, 'invitation', 0, 0, at);
  insert into operators (account_id, created_at) values (owner, at) on conflict do nothing;
  return owner;
end
$$;
alter function identity.accept_invitation owner to watchbill_platform;
revoke all on function identity.accept_invitation from public;
grant execute on function identity.accept_invitation to watchbill_auth;
