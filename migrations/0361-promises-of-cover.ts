import { type Db, run } from './site-table.ts'

/** A request to cover remembers until when its person was told that nobody else is asked. What was told before is not known any more. */
export async function up(db: Db) {
  await run(db, 'alter table core.coverasks add column alone_until timestamptz')
}
