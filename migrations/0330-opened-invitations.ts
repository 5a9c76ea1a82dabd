import { type Db, run } from './site-table.ts'

/** When the page behind a link was first opened: operators see whether the first admin of a club has got that far. */
export async function up(db: Db) {
  await run(db, 'alter table identity.password_resets add column opened_at timestamptz')
}
