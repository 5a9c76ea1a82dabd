import { createSiteTable, type Db, run } from './site-table.ts'

/**
 * The files that messages may have, so that none is forgotten in the storage: a row comes before its file and goes after it.
 * `unused_since` is when no message had it any more.
 */
export async function up(db: Db) {
  await createSiteTable(
    db,
    'message_files',
    `key text not null constraint message_files_key check (key ~ '^[A-Za-z0-9_-]{32}$'),
     created_at timestamptz not null default now(),
     unused_since timestamptz`,
  )
  await run(
    db,
    `create unique index message_files_by_key on core.message_files (site_id, key);
     create index message_files_unused on core.message_files (unused_since) where unused_since is not null;
     create index messages_with_files on core.messages (site_id) where attachments <> '[]';`,
  )
}
