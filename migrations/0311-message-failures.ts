import { type Db, run } from './site-table.ts'

/** A scheduled message that fails counts how often, and waits before it is tried again. */
export async function up(db: Db) {
  await run(
    db,
    `alter table core.messages add column failures integer not null default 0, add column retry_at timestamptz;`,
  )
}
