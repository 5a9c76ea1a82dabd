import { type Db, run } from './site-table.ts'

/** The failed deliveries of messages to many are counted on admins' pages. They are few: an index of their own holds them alone. */
export async function up(db: Db) {
  await run(
    db,
    `create index deliveries_bulk_failed on core.deliveries (site_id, kind)
       where state = 'failed' and kind like 'bulk:%' and shift is null;`,
  )
}
