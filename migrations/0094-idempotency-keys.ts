import { createSiteTable, type Db, run } from './site-table.ts'

/** The first answer to each call that came with an idempotency key, by actor and key. Kiosks had a table of their own. */
export async function up(db: Db) {
  await createSiteTable(
    db,
    'idempotency_keys',
    `actor text not null,
     key text not null constraint idempotency_keys_key_length check (length(key) between 1 and 200),
     call text not null,
     digest bytea not null,
     answer jsonb,
     created_at timestamptz not null default now(),
     constraint idempotency_keys_once unique (site_id, actor, key)`,
  )
  await run(
    db,
    `create index idempotency_keys_age on core.idempotency_keys (site_id, created_at);
     alter table core.kiosk_confirms no force row level security;
     alter table core.idempotency_keys no force row level security;
     insert into core.idempotency_keys (site_id, actor, key, call, digest, answer, created_at)
       select site_id, 'kiosk:' || kiosk, key, 'kiosk/confirm', digest, to_jsonb(shifts), created_at from core.kiosk_confirms;
     alter table core.idempotency_keys force row level security;
     drop table core.kiosk_confirms;`,
  )
}
