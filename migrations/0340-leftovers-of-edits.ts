import { type Db, run } from './site-table.ts'

/** The undo of an edit may also bring back what the edit left behind in other tables: the coming shifts of somebody who was deactivated. */
export async function up(db: Db) {
  await run(
    db,
    `alter table core.trash drop constraint trash_kept,
       add constraint trash_kept check (kept in ('removed', 'edited', 'made', 'left'));`,
  )
}
