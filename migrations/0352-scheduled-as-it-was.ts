import { type Db, run } from './site-table.ts'

/** What a scheduled message stands on, as it was when it was scheduled: the names of what it needs, and the event of it that was called off. */
export async function up(db: Db) {
  await run(db, 'alter table core.messages add column scheduled_with jsonb')
}
