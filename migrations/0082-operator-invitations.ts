import { type Db, run } from './site-table.ts'

/**
 * Operators are invited by mail. The row holds no secret: the link is derived from its id and the product's secret, where the mail is
 * written. Accepting proves the address and sets a new password; whatever else stood on the account before ends.
 */
export async function up(db: Db) {
  await run(
    db,
    `create table platform.operator_invitations (
       id uuid primary key default gen_random_uuid(),
       email text not null constraint operator_invitations_email_key unique constraint operator_invitations_email_lower check (email = lower(email)),
       created_at timestamptz not null,
       expires_at timestamptz not null
     );
     grant select on platform.operator_invitations to watchbill_auth;
     grant select, insert, update, delete on platform.operator_invitations to watchbill_platform;
     alter table platform.operator_mails add column invitation uuid, add column about text;

     create function identity.accept_invitation(invitation uuid, hash text, at timestamptz) returns bigint
       language plpgsql volatile security definer set search_path = core, identity, platform as $$
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
       end $$;
     alter function identity.accept_invitation(uuid, text, timestamptz) owner to watchbill_platform;
     revoke all on function identity.accept_invitation(uuid, text, timestamptz) from public;
     grant execute on function identity.accept_invitation(uuid, text, timestamptz) to watchbill_auth;`,
  )
}
