import { createSiteTable, type Db, reference, run } from './site-table.ts'

/**
 * What a person changes of their own account in two steps: a phone that waits for its code, an email that waits for its
 * link, and an account that waits for its end. The login email belongs to the shared account, so every site's row of the
 * person follows it.
 */
export async function up(db: Db) {
  await createSiteTable(
    db,
    'phone_codes',
    `person bigint not null,
     phone text not null,
     secret_id uuid not null,
     tries integer not null default 0,
     created_at timestamptz not null,
     expires_at timestamptz not null,
     ${reference('phone_codes', 'person', 'people', 'cascade')},
     constraint phone_codes_person_key unique (site_id, person)`,
  )
  await createSiteTable(
    db,
    'email_changes',
    `person bigint not null,
     account_id bigint not null,
     email text not null constraint email_changes_email_lower check (email = lower(email)),
     token_hash bytea not null,
     created_at timestamptz not null,
     expires_at timestamptz not null,
     ${reference('email_changes', 'person', 'people', 'cascade')},
     constraint email_changes_person_key unique (site_id, person),
     constraint email_changes_token_key unique (site_id, token_hash)`,
  )
  await createSiteTable(
    db,
    'closures',
    `person bigint not null,
     requested_at timestamptz not null,
     due_at timestamptz not null,
     ${reference('closures', 'person', 'people', 'cascade')},
     constraint closures_person_key unique (site_id, person)`,
  )
  await run(
    db,
    `create index closures_due on core.closures (due_at);

     create function identity.change_email(account bigint, address text) returns boolean
       language plpgsql volatile security definer set search_path = core, identity as $$
       begin
         update identity.accounts a set email = lower(address), unverified = false where a.id = account;
         update core.people p set email = lower(address), email_blocked = null where p.account_id = account;
         return true;
       exception when unique_violation then
         return false;
       end $$;
     alter function identity.change_email(bigint, text) owner to watchbill_platform;
     revoke all on function identity.change_email(bigint, text) from public;
     grant execute on function identity.change_email(bigint, text) to watchbill_app;`,
  )
}
