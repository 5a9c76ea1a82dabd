import { type Db, run } from './site-table.ts'

/**
 * Who may use the operators' console. The platform role also gets at the counters behind the ids, now and in later
 * migrations, so that a restored backup goes on counting where it stopped.
 */
export async function up(db: Db) {
  await run(
    db,
    `create table platform.operators (
       account_id bigint primary key references identity.accounts (id) on delete cascade,
       created_at timestamptz not null default now()
     );
     grant select, insert, update, delete on platform.operators to watchbill_platform;
     grant select on platform.operators to watchbill_auth;

     grant select, update on all sequences in schema core, identity, platform to watchbill_platform;
     alter default privileges in schema core grant select, update on sequences to watchbill_platform;
     alter default privileges in schema identity grant select, update on sequences to watchbill_platform;
     alter default privileges in schema platform grant select, update on sequences to watchbill_platform;`,
  )
}
