import { type Db, run } from './site-table.ts'

/** Finds the open shifts of a window without reading the filled ones. */
export async function up(db: Db) {
  await run(
    db,
    `create index shifts_open on core.shifts (site_id, start, id) where person is null and draft is not null`,
  )
}
