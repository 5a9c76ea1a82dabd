import { type Db, run } from './site-table.ts'

/** The hours of a shift that an admin kept although they are far longer than planned: other hours are asked about again. */
export async function up(db: Db) {
  await run(db, 'alter table core.shifts add column kept_hours double precision')
}
