import { type Db, run } from './site-table.ts'

/**
 * Registration and password resets. An account that somebody made by registering is `unverified` until a mail to its
 * address was answered; `registered_at` marks the people who came by that door.
 */
export async function up(db: Db) {
  await run(
    db,
    `alter table core.people
       add column registered_at timestamptz,
       add column consent_version text,
       add column consent_at timestamptz,
       add constraint people_consent check ((consent_version is null) = (consent_at is null));
     create index people_new on core.people (site_id, created_at desc, id desc) where role = 'new';

     alter table identity.accounts add column unverified boolean not null default false;

     create function identity.is_unverified(account bigint) returns boolean
       language sql stable security definer set search_path = identity as $$
       select coalesce((select a.unverified from identity.accounts a where a.id = account), true) $$;
     alter function identity.is_unverified(bigint) owner to watchbill_auth;
     revoke all on function identity.is_unverified(bigint) from public;
     grant execute on function identity.is_unverified(bigint) to watchbill_app;

     create table identity.password_resets (
       id uuid primary key default gen_random_uuid(),
       account_id bigint not null constraint password_resets_account_fk references identity.accounts (id) on delete cascade,
       site_id bigint not null,
       token_hash bytea not null constraint password_resets_token_key unique,
       created_at timestamptz not null,
       expires_at timestamptz not null,
       used_at timestamptz
     );
     create index password_resets_account on identity.password_resets (account_id) where used_at is null;
     create index password_resets_expires on identity.password_resets (expires_at);
     grant select, insert, update, delete on identity.password_resets to watchbill_auth, watchbill_platform;`,
  )
}
