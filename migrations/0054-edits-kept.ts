import { type Db, run } from './site-table.ts'

/** The way back from edits and imports stands beside that from deletions: what a kept row is. */
export async function up(db: Db) {
  await run(
    db,
    `alter table core.trash add column kept text not null default 'removed',
       add constraint trash_kept check (kept in ('removed', 'edited', 'made'));`,
  )
}
