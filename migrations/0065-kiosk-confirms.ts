import { createSiteTable, type Db, reference } from './site-table.ts'

/** What a kiosk confirmed under a key of its own, so that the same confirm, sent again after a lost answer, is known again. */
export async function up(db: Db) {
  await createSiteTable(
    db,
    'kiosk_confirms',
    `kiosk bigint not null,
     key text not null constraint kiosk_confirms_key_length check (length(key) between 1 and 200),
     digest bytea not null,
     shifts bigint[] not null default '{}',
     created_at timestamptz not null default now(),
     constraint kiosk_confirms_once unique (site_id, kiosk, key),
     ${reference('kiosk_confirms', 'kiosk', 'kiosks', 'cascade')}`,
  )
}
