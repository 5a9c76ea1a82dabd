import { type Db, run } from './site-table.ts'

/** A site may leave out members who have never signed in when it looks for cover. */
export async function up(db: Db) {
  await run(
    db,
    `alter table core.sites add column cover_needs_sign_in boolean not null default false;
     grant update (cover_needs_sign_in) on core.sites to watchbill_app;`,
  )
}
