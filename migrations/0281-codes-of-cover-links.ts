import { type Db, run } from './site-table.ts'

/** A request to cover that goes out as a text has a short code too: a link of 76 characters left no room for the day of the shift. */
export async function up(db: Db) {
  await run(
    db,
    `alter table core.coverasks add column code text constraint coverasks_code check (code ~ '^[0-9A-Za-z]{8}$');
     create unique index coverasks_code_key on core.coverasks (site_id, code);`,
  )
}
