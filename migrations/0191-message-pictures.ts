import { createSiteTable, type Db, run } from './site-table.ts'

/** The pictures that texts of messages may show. `unused_since` is when no message and no template named it any more. */
export async function up(db: Db) {
  await createSiteTable(
    db,
    'message_pictures',
    `key text not null constraint message_pictures_key check (key ~ '^s/[0-9]{1,15}/[A-Za-z0-9_-]{32}[.](png|jpg)$'),
     created_at timestamptz not null default now(),
     unused_since timestamptz`,
  )
  await run(
    db,
    `create unique index message_pictures_by_key on core.message_pictures (site_id, key);
     create index message_pictures_unused on core.message_pictures (unused_since) where unused_since is not null;
     create index messages_with_pictures on core.messages (site_id) where body ~ 's/[0-9]{1,15}/[A-Za-z0-9_-]{32}[.](png|jpg)';`,
  )
}
