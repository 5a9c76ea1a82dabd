import { type Db, run } from './site-table.ts'

/** A site's own colour, as it was chosen; what is drawn with it is derived so that text on it stays readable. */
export async function up(db: Db) {
  await run(
    db,
    `alter table core.sites add column color text not null default '#01579b' constraint sites_color check (color ~ '^#[0-9a-f]{6}$');
     grant update (color) on core.sites to watchbill_app;`,
  )
}
